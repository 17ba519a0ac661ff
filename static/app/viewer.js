// Pages: show the highlight, zoom, and turn with the keyboard. Works for every [data-page-panel] on a page.
(function () {
  "use strict";
  const ZOOMS = [100, 150, 200, 300];
  const KEY = "finrag-zoom";

  function zoom() {
    const kept = Number(window.sessionStorage.getItem(KEY));
    return ZOOMS.includes(kept) ? kept : 100;
  }

  function applyZoom(panel) {
    for (const figure of panel.querySelectorAll("[data-page-figure]")) {
      figure.dataset.zoom = String(zoom());
      const image = figure.querySelector("img");
      image.sizes = Math.round((figure.parentElement.clientWidth * zoom()) / 100) + "px";
    }
  }

  // Bring the first highlight into view inside its own scroll box, without moving the whole window around.
  function reveal(panel) {
    const box = panel.querySelector("[data-page-scroll]");
    const place = box && box.querySelector(".highlight, mark");
    if (!place) return;
    const top = place.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += top - box.clientHeight / 3;
    const left = place.getBoundingClientRect().left - box.getBoundingClientRect().left;
    if (left > box.clientWidth - 60) box.scrollLeft += left - 60;
  }

  function show(panel) {
    if (panel.dataset.shown) return;
    panel.dataset.shown = "1";
    applyZoom(panel);
    reveal(panel);
  }

  function showAll() {
    document.querySelectorAll("[data-page-panel]").forEach(show);
  }

  function stepZoom(step) {
    const next = Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(zoom()) + step));
    window.sessionStorage.setItem(KEY, String(ZOOMS[next]));
    document.querySelectorAll("[data-page-panel]").forEach((panel) => {
      applyZoom(panel);
      reveal(panel);
    });
  }

  function turn(way) {
    const button = document.querySelector(`[data-page-panel] [data-turn="${way}"]:not([disabled])`);
    if (button) button.click();
    return button !== null;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button && button.tagName === "BUTTON") stepZoom(button.dataset.zoom === "in" ? 1 : -1);
  });

  const keys = {
    ArrowRight: () => turn("next"),
    ArrowLeft: () => turn("previous"),
    j: () => turn("next"),
    k: () => turn("previous"),
    "+": () => stepZoom(1),
    "=": () => stepZoom(1),
    "-": () => stepZoom(-1),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !keys[event.key]) return;
    if (event.target.closest("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
    if (!document.querySelector("[data-page-panel]") || document.querySelector("[data-row]")) return;
    keys[event.key]();
    event.preventDefault();
  });

  document.addEventListener("htmx:after:swap", showAll);
  document.addEventListener("finrag:page-shown", showAll);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", showAll);
  else showAll();
})();
