// Light or dark before the first paint: the reader's own choice if there is one, else the system's.
(function () {
  "use strict";
  const KEY = "finrag-theme";
  const system = window.matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    try {
      return window.localStorage.getItem(KEY);
    } catch {
      return null; // storage is switched off: follow the system
    }
  }

  function apply() {
    document.documentElement.dataset.bsTheme = chosen() || (system.matches ? "dark" : "light");
  }

  function toggle() {
    const next = document.documentElement.dataset.bsTheme === "dark" ? "light" : "dark";
    try {
      window.localStorage.setItem(KEY, next);
    } catch {
      document.documentElement.dataset.bsTheme = next;
      return;
    }
    apply();
  }

  apply();
  system.addEventListener("change", apply);
  window.addEventListener("storage", apply);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) toggle();
  });
})();
