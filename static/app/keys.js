// Keys: / n ? g+letter, and j k Enter over rows that carry data-row. A key typed in a field belongs to the field.
(function () {
  "use strict";
  const GO_MILLISECONDS = 1500;
  let pendingGo = -Infinity; // when g was pressed, not when a busy page came to it

  function typing(target) {
    return target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null;
  }

  function follow(selector) {
    const link = document.querySelector(selector);
    if (link) link.click();
    return link !== null;
  }

  function focusSearch() {
    const fields = [...document.querySelectorAll("[data-search]")].filter((field) => field.offsetParent !== null);
    if (fields.length) {
      fields[0].focus();
      if (fields[0].select) fields[0].select();
    }
    return fields.length > 0;
  }

  function move(step) {
    const rows = [...document.querySelectorAll("[data-row]")];
    if (!rows.length) return false;
    const at = rows.findIndex((row) => row.hasAttribute("data-selected"));
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
    rows.forEach((row) => row.removeAttribute("data-selected"));
    next.setAttribute("data-selected", "");
    next.scrollIntoView({ block: "nearest" });
    return true;
  }

  const keys = {
    "/": focusSearch,
    n: () => follow("[data-key-new]"),
    j: () => move(1),
    k: () => move(-1),
    Enter: () => document.activeElement === document.body && follow("[data-row][data-selected] a"),
    "?": () => {
      const dialog = document.getElementById("keys-dialog");
      if (!dialog.open) dialog.showModal();
      return true;
    },
    g: (event) => {
      pendingGo = event.timeStamp;
      return true;
    },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (typing(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    const going = event.timeStamp - pendingGo < GO_MILLISECONDS && /^[a-z]$/.test(event.key);
    pendingGo = -Infinity;
    const act = going ? () => follow(`[data-key-go="${event.key}"]`) : keys[event.key];
    if (act && act(event)) event.preventDefault();
  });
})();
