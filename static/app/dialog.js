// Dialogs that are filled on demand: <dialog data-shows="#body"> opens when htmx has put something into #body.
(function () {
  "use strict";
  document.addEventListener("htmx:after:swap", () => {
    for (const dialog of document.querySelectorAll("dialog[data-shows]")) {
      const body = document.querySelector(dialog.dataset.shows);
      if (!body.firstElementChild || dialog.open) continue;
      dialog.showModal();
      document.dispatchEvent(new CustomEvent("finrag:dialog-shown"));
      dialog.addEventListener("close", () => body.replaceChildren(), { once: true });
    }
  });
})();
