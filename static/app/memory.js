// The memory bank: arrow keys between cells of a grid; a, o, r, c, m, j in the review.
(function () {
  "use strict";

  function typing(target) {
    return target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null;
  }

  function step(link, key) {
    const cell = link.closest("td");
    const rows = [...link.closest("table").rows];
    const across = { ArrowLeft: -1, ArrowRight: 1 }[key] || 0;
    const down = { ArrowUp: -1, ArrowDown: 1 }[key] || 0;
    let row = rows.indexOf(cell.parentElement);
    let column = [...cell.parentElement.cells].indexOf(cell);
    for (;;) {
      row += down;
      column += across;
      const to = rows[row];
      if (!to || column < 0 || (across && column >= to.cells.length)) return null;
      const next = to.cells[column]?.querySelector("[data-cell]");
      if (next) return next;
    }
  }

  const GO_MILLISECONDS = 1500;
  let pendingGo = -Infinity; // "g a" goes to the audit trail and accepts nothing

  document.addEventListener("keydown", (event) => {
    const going = event.timeStamp - pendingGo < GO_MILLISECONDS;
    pendingGo = event.key === "g" ? event.timeStamp : -Infinity;
    if (going) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const link = event.target.closest("[data-cell]");
    if (link && event.key.startsWith("Arrow")) {
      const next = step(link, event.key);
      if (next) next.focus();
      event.preventDefault();
      return;
    }
    if (!document.querySelector("[data-deeds]") || typing(event.target) || document.querySelector("dialog[open]")) return;
    const form = document.querySelector(`[data-deed="${event.key}"]`);
    const field = { c: "[data-correct]", m: "[data-comment]" }[event.key];
    if (form) {
      document.querySelectorAll("[data-deeds] button").forEach((button) => (button.disabled = true));
      form.submit();
    } else if (field) document.querySelector(field)?.focus();
    else if (event.key === "j") document.querySelector("[data-review-next]")?.click();
    else return;
    event.preventDefault();
  });
})();
