// The editor of notes: saves a moment after the last key, shows what it makes, and offers links after "[[".
(function () {
  "use strict";
  const SAVE_AFTER = 900;
  const editor = document.querySelector("[data-note]");
  if (!editor) return;
  const area = editor.querySelector("textarea");
  const shown = editor.querySelector("[data-note-shown]");
  const offered = document.getElementById("note-completions");
  const state = document.querySelector("[data-note-state]");
  const token = JSON.parse(document.body.getAttribute("hx-headers:inherited"))["X-CSRFToken"];
  let revision = editor.dataset.revision;
  let kept = area.value;
  let timer = 0;
  let saving = false;
  let stopped = false; // somebody else saved it: nothing is overwritten

  function post(address, fields) {
    return fetch(address, {
      method: "POST",
      credentials: "same-origin",
      headers: { "X-CSRFToken": token },
      body: new URLSearchParams(fields),
    });
  }

  async function save() {
    if (saving || stopped || area.value === kept) return;
    saving = true;
    const text = area.value;
    state.textContent = "Saving…";
    try {
      const response = await post(editor.dataset.note, { text, revision });
      const told = await response.json();
      if (response.ok) {
        revision = told.revision;
        kept = text;
        document.querySelector("[data-note-title]").textContent = told.title;
        state.textContent = "Saved";
      } else {
        stopped = response.status === 409;
        state.textContent = told.sentence;
      }
    } catch {
      state.textContent = "Not saved; trying again";
      timer = setTimeout(save, 4000);
    }
    saving = false;
    if (!stopped && area.value !== text) later();
  }

  async function preview() {
    const response = await post(editor.dataset.notePreview, { text: area.value });
    if (response.ok) shown.innerHTML = await response.text(); // cleaned by the server
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(() => { save(); preview(); }, SAVE_AFTER);
  }

  function typedLink() {
    const before = area.value.slice(0, area.selectionStart);
    const at = before.lastIndexOf("[[");
    const typed = at < 0 ? null : before.slice(at + 2);
    return typed === null || /[\]\n|]/.test(typed) || typed.length > 60 ? null : { at, typed };
  }

  let asked = 0;
  async function offer() {
    const link = typedLink();
    const mine = ++asked;
    if (!link || !link.typed.trim()) return close();
    const response = await fetch(`${editor.dataset.noteComplete}?q=${encodeURIComponent(link.typed)}`, { credentials: "same-origin" });
    if (!response.ok || mine !== asked) return;
    offered.innerHTML = await response.text();
    offered.hidden = false;
    select(0);
  }

  function close() {
    offered.hidden = true;
    offered.replaceChildren();
  }

  function options() {
    return [...offered.querySelectorAll("[data-link]")];
  }

  function select(step) {
    const all = options();
    const at = Math.max(0, all.findIndex((one) => one.getAttribute("aria-selected") === "true"));
    all.forEach((one) => one.setAttribute("aria-selected", "false"));
    const next = all[Math.max(0, Math.min(all.length - 1, at + step))];
    if (next) { next.setAttribute("aria-selected", "true"); next.scrollIntoView({ block: "nearest" }); }
  }

  function take(option) {
    const link = typedLink();
    if (!link) return;
    area.setRangeText(option.dataset.link, link.at, area.selectionStart, "end");
    close();
    area.focus();
    later();
  }

  area.addEventListener("input", () => { state.textContent = "Not saved yet"; later(); offer(); });
  area.addEventListener("keydown", (event) => {
    if (offered.hidden) return;
    const chosen = options().find((one) => one.getAttribute("aria-selected") === "true");
    if (event.key === "ArrowDown") select(1);
    else if (event.key === "ArrowUp") select(-1);
    else if (event.key === "Escape") { close(); event.stopPropagation(); }
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) take(chosen);
    else return;
    event.preventDefault();
  });
  offered.addEventListener("mousedown", (event) => {
    const option = event.target.closest("[data-link]");
    if (option) { event.preventDefault(); take(option); }
  });
  window.addEventListener("beforeunload", (event) => {
    if (area.value !== kept && !stopped) { save(); event.preventDefault(); }
  });
})();
