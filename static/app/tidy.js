// Filters: a GET form marked data-tidy leaves empty fields out of the address.
document.addEventListener("htmx:config:request", (event) => {
  const form = event.target.closest("form[data-tidy]");
  if (!form) return;
  const body = event.detail.ctx.request.body;
  for (const [name, value] of [...body.entries()]) if (value === "") body.delete(name);
});
