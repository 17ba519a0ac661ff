// The frame: narrow navigation, dialogs, toasts. Everything hangs on data attributes; see static/README.md.
(function () {
  "use strict";

  function toggleNavigation(button) {
    const open = document.getElementById(button.getAttribute("aria-controls")).classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  }

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(selector);
    if (at("[data-nav-toggle]")) toggleNavigation(at("[data-nav-toggle]"));
    if (at("[data-opens]")) document.getElementById(at("[data-opens]").dataset.opens).showModal();
    if (at("[data-closes]")) at("dialog").close();
    if (at("[data-dismiss]")) at("[data-toast]").remove();
    if (event.target instanceof HTMLDialogElement) event.target.close(); // a click on the backdrop
  });

  // A double click sends a form once: sent twice, a token or a version would be made that nobody meant. Only for a while, so
  // that a form whose page was never left can be sent again. (htmx and the question box look after theirs.)
  const TWICE_MILLISECONDS = 3000;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.matches("[data-composer]")) return;
    if (event.timeStamp - Number(form.dataset.sentAt ?? -Infinity) < TWICE_MILLISECONDS) event.preventDefault();
    else form.dataset.sentAt = String(event.timeStamp);
  });

  // On a narrow screen the tabs scroll sideways: the one that is open must be in sight.
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

  function toast(text, tag) {
    const line = document.createElement("div");
    line.className = "toast-line " + (tag || "");
    line.dataset.toast = "";
    line.append(Object.assign(document.createElement("div"), { className: "grow", textContent: text }));
    const close = Object.assign(document.createElement("button"), { type: "button", className: "iconbutton", textContent: "×" });
    close.dataset.dismiss = "";
    close.setAttribute("aria-label", "Dismiss");
    line.append(close);
    document.getElementById("toasts").append(line);
  }

  // An error stays until it is dismissed; anything else leaves after a while unless it is being read. What can be taken
  // back in it (a form) waits longer.
  window.setInterval(() => {
    for (const line of document.querySelectorAll("[data-toast]:not(.error):not(:hover):not(:focus-within)")) {
      line.dataset.age = String(Number(line.dataset.age || 0) + 1);
      if (Number(line.dataset.age) > (line.querySelector("form") ? 30 : 8)) line.remove();
    }
  }, 1000);

  document.addEventListener("htmx:response:error", (event) => {
    const status = event.detail.ctx.response.raw.status;
    if (status === 401 || status === 403) toast("You may not do that, or you have been logged out. Reload the page.", "error");
    else if (status >= 500) toast("The server could not do that. It has been logged; try again.", "error");
  });
  document.addEventListener("htmx:error", (event) => {
    if (event.detail.error instanceof TypeError) toast("The server cannot be reached. Check the connection and try again.", "error");
  });
  document.addEventListener("finrag:toast", (event) => toast(event.detail.text, event.detail.tag));
})();
