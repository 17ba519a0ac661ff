// Chat: sending, the scope picker, following an answer's stages, copying. The rest is htmx.
(function () {
  "use strict";
  const FOLLOWED = new WeakSet();

  // --- the question box: Enter sends once, Shift+Enter starts a line
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !event.target.matches("[data-composer] textarea")) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-composer]");
    if (!form) return;
    if (form.dataset.sent) event.preventDefault(); // the second click of a double click
    form.dataset.sent = "1";
    form.querySelector("[data-send]").setAttribute("aria-disabled", "true");
  });

  // The form may be sent again, as a new question: after the browser's back button, and when the page was never left
  // (somebody stopped it loading, or the server was away) and something else is typed.
  function renew(form) {
    delete form.dataset.sent;
    form.querySelector("[data-send]").removeAttribute("aria-disabled");
    form.querySelector("[data-key]").value = newKey();
  }

  window.addEventListener("pageshow", (event) => {
    if (event.persisted) document.querySelectorAll("[data-composer][data-sent]").forEach(renew);
  });
  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-composer][data-sent]");
    if (form) renew(form);
  });

  function newKey() {
    const bytes = window.crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  document.addEventListener("click", (event) => {
    const example = event.target.closest("[data-example]");
    if (example) {
      const box = document.getElementById("question");
      box.value = example.textContent;
      box.focus();
    }
    const chip = event.target.closest("[data-chip]");
    if (chip) unchoose(chip);
    const source = event.target.closest("[data-citation]");
    if (source && window.matchMedia("(max-width: 1180px)").matches) {
      document.getElementById("evidence").scrollIntoView({ block: "start" }); // it stands below on a narrow screen
    }
    for (const picker of document.querySelectorAll("[data-picker][open], [data-menu][open]")) {
      if (!picker.contains(event.target)) picker.open = false;
    }
  });

  // --- the scope picker
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-picker-filter]")) return;
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const choice of event.target.closest("[data-picker]").querySelectorAll("[data-picker-choice]")) {
      choice.hidden = !words.every((word) => choice.textContent.toLowerCase().includes(word));
    }
  });

  document.addEventListener("change", (event) => {
    const picker = event.target.closest("[data-picker]");
    if (!picker || event.target.type !== "checkbox") return;
    showChips(picker);
  });

  // Each chosen box has a chip above the foot of the question box; a click on it takes the choice back.
  function showChips(picker) {
    const boxes = [...picker.querySelectorAll("input:checked")];
    picker.querySelector("[data-picker-summary]").textContent = boxes.length ? "Narrowed" : "All documents";
    picker.closest("form").querySelector("[data-chips]").replaceChildren(...boxes.map(chipOf));
  }

  function chipOf(box) {
    const name = box.nextElementSibling.textContent;
    const chip = Object.assign(document.createElement("button"), { type: "button", className: "chip", textContent: name });
    Object.assign(chip.dataset, { chip: "", name: box.name, value: box.value });
    chip.setAttribute("aria-label", `Remove ${name}`);
    const cross = Object.assign(document.createElement("span"), { textContent: "×" });
    cross.setAttribute("aria-hidden", "true");
    chip.append(cross);
    return chip;
  }

  function unchoose(chip) {
    const form = chip.closest("form");
    const same = (box) => box.name === chip.dataset.name && box.value === chip.dataset.value;
    for (const box of form.querySelectorAll("[data-picker] input:checked")) if (same(box)) box.checked = false;
    showChips(form.querySelector("[data-picker]"));
    form.querySelector("textarea").focus();
  }

  // --- Escape closes an open menu, leaves a field, or stops the answer that is being made: one of these at a time
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    const open = document.querySelector("[data-picker][open], [data-menu][open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
      return;
    }
    if (!event.target.closest("textarea, input:not([type=checkbox])")) document.querySelector("[data-stop]")?.click();
  });

  // --- stages of a pending answer. The browser reconnects by itself with the last id it saw; should the stream fail for
  // good, the answer's own polling (hx-trigger) brings the result all the same.
  function follow(answer) {
    if (FOLLOWED.has(answer)) return;
    FOLLOWED.add(answer);
    const source = new EventSource(answer.dataset.events);
    source.addEventListener("state", (event) => {
      const state = answer.querySelector("[data-state-of-answer]");
      if (state) state.textContent = JSON.parse(event.data).label;
    });
    source.addEventListener("stage", (event) => {
      if (!answer.isConnected) source.close();
      else showStep(answer.querySelector("[data-steps]"), JSON.parse(event.data));
    });
    source.addEventListener("done", () => {
      source.close();
      if (answer.isConnected) answer.dispatchEvent(new CustomEvent("finrag:done"));
    });
    source.addEventListener("error", () => {
      if (!answer.isConnected) source.close();
    });
  }

  function showStep(list, step) {
    let line = list.querySelector(`[data-step="${step.id}"]`);
    if (!line) {
      line = document.createElement("li");
      line.dataset.step = step.id;
      for (const name of ["step-title", "step-told", "step-seconds mono"]) {
        line.append(Object.assign(document.createElement("span"), { className: name }));
      }
      list.append(line);
    }
    const [title, told, seconds] = line.children;
    title.textContent = step.title;
    told.textContent = step.told;
    seconds.textContent = step.seconds === null ? "" : `${step.seconds.toFixed(2)} s`;
    line.toggleAttribute("data-ended", step.seconds !== null);
  }

  function followAll() {
    document.querySelectorAll("[data-events]").forEach(follow);
  }

  function markSource() {
    const shown = document.querySelector("#evidence [data-shown-citation]");
    for (const mark of document.querySelectorAll("[data-citation]")) {
      mark.toggleAttribute("data-open", Boolean(shown) && mark.dataset.citation === shown.dataset.shownCitation);
    }
  }

  // The list of conversations is open beside a wide thread and folded above a narrow one.
  function foldSidebar() {
    for (const list of document.querySelectorAll("[data-wide-open]")) list.open = window.matchMedia("(min-width: 761px)").matches;
  }

  // The last answer, when it comes, stands above the question box, unless somebody has scrolled away from it.
  let awaited = "";
  function showAwaited() {
    const turn = document.querySelector(".turn:last-of-type");
    const answer = turn && turn.querySelector("[data-answer]");
    if (!answer) return;
    if (answer.dataset.events) awaited = answer.dataset.answer;
    else if (awaited === answer.dataset.answer) {
      awaited = "";
      const top = turn.getBoundingClientRect().top;
      if (top > 0 && top < window.innerHeight) turn.scrollIntoView({ block: "nearest" });
    }
  }

  // The first marked line of each table that comes closest is seen in its box, once.
  function showMarked() {
    for (const box of document.querySelectorAll(".answer-grid.offered .table-scroll:not([data-shown])")) {
      const marked = box.querySelector("th.marked");
      box.dataset.shown = "";
      if (marked) box.scrollTop += marked.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom + box.clientHeight / 2;
    }
  }

  foldSidebar();
  followAll();
  showMarked();
  showAwaited();
  if (document.querySelector(".turn:last-of-type") && !window.location.hash) {
    document.querySelector(".turn:last-of-type").scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("htmx:after:swap", () => {
    followAll();
    markSource();
    showMarked();
    showAwaited();
  });
})();
