// Filters: a GET form marked data-tidy leaves empty fields out of the address. Whoever filters anew starts at the first
// page: its field marked data-anew says which page is shown, until somebody types or chooses something else.
document.addEventListener("input", (event) => {
  for (const field of event.target.closest("form[data-tidy]")?.querySelectorAll("[data-anew]") ?? []) field.value = "";
});
document.addEventListener("htmx:config:request", (event) => {
  const form = event.target.closest("form[data-tidy]");
  if (!form) return;
  const body = event.detail.ctx.request.body;
  for (const [name, value] of [...body.entries()]) if (value === "") body.delete(name);
});
