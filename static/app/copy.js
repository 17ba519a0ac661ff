// Copying: `data-copy` names the field whose text is taken, `data-copy-from` an address that answers with the text.
(function () {
  "use strict";

  function toast(text, tag) {
    document.dispatchEvent(new CustomEvent("finrag:toast", { detail: { text, tag } }));
  }

  // The older way serves pages that do not come from a secure address.
  async function copy(text) {
    if (navigator.clipboard && window.isSecureContext) {
      await navigator.clipboard.writeText(text);
    } else {
      const area = Object.assign(document.createElement("textarea"), { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    toast("Copied.", "success");
  }

  async function copyFrom(address) {
    const response = await fetch(address, { credentials: "same-origin", headers: { "HX-Request": "true" } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    await copy(await response.text());
  }

  document.addEventListener("click", (event) => {
    const field = event.target.closest("[data-copy]");
    const link = event.target.closest("[data-copy-from]");
    if (!field && !link) return;
    event.preventDefault();
    const copied = field ? copy(document.querySelector(field.dataset.copy).value) : copyFrom(link.dataset.copyFrom);
    copied.catch(() => toast("That could not be copied. Try again.", "error"));
  });
})();
