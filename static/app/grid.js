// A table beside its page: the cell under the pointer, or the one that arrow keys reached, is marked on the page image.
(function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const grid = document.querySelector("[data-grid]");
  if (!grid) return;
  const cells = [...grid.querySelectorAll("td, th")];

  function clear() {
    document.querySelectorAll(".cell-highlight").forEach((mark) => mark.remove());
    grid.querySelector("[data-pointed]")?.removeAttribute("data-pointed");
  }

  // The panel may have been turned to another page meanwhile: then there is nothing to mark.
  function show(cell) {
    clear();
    cell.setAttribute("data-pointed", "");
    const drawing = document.querySelector(`[data-page-figure="${grid.dataset.grid}"] svg`);
    if (!drawing || !cell.dataset.box || cell.closest(".repeated")) return; // repeated heads stand on another page
    const [left, top, right, bottom] = cell.dataset.box.trim().split(" ").map(Number);
    const mark = document.createElementNS(SVG, "rect");
    mark.setAttribute("class", "cell-highlight");
    mark.setAttribute("x", left - 2);
    mark.setAttribute("y", top - 1.5);
    mark.setAttribute("width", right - left + 4);
    mark.setAttribute("height", bottom - top + 3);
    drawing.append(mark);
    reveal(mark);
  }

  function reveal(mark) {
    const box = mark.closest("[data-page-scroll]");
    const inner = mark.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
    if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += inner.left - outer.left - outer.width / 2;
  }

  function place(cell) {
    const row = cell.parentElement;
    return { row: [...grid.rows].indexOf(row), column: [...row.cells].indexOf(cell) };
  }

  function step(cell, key) {
    const { row, column } = place(cell);
    const rows = { ArrowUp: -1, ArrowDown: 1 }[key] || 0;
    const columns = { ArrowLeft: -1, ArrowRight: 1 }[key] || 0;
    const to = grid.rows[row + rows]?.cells;
    return to && to[Math.min(column + columns, to.length - (rows ? 1 : 0))];
  }

  function focus(cell) {
    cells.forEach((other) => (other.tabIndex = -1));
    cell.tabIndex = 0;
    cell.focus();
  }

  cells.forEach((cell) => (cell.tabIndex = -1));
  if (cells.length) cells[0].tabIndex = 0;
  grid.addEventListener("pointerover", (event) => {
    const cell = event.target.closest("td, th");
    if (cell) show(cell);
  });
  grid.addEventListener("pointerleave", clear);
  grid.addEventListener("focusin", (event) => show(event.target.closest("td, th")));
  grid.addEventListener("focusout", clear);
  grid.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td, th");
    if (!event.key.startsWith("Arrow") || !cell) return;
    const next = step(cell, event.key);
    if (next) focus(next);
    event.preventDefault(); // nor does the page beside it turn
  });
})();
