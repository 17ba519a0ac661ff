// Uploads: many files by drop or picker, three at a time, each with its own progress and its own outcome.
(function () {
  "use strict";
  const AT_ONCE = 3;
  const form = document.querySelector("[data-upload]");
  if (!form) return;
  const panel = document.querySelector("[data-upload-panel]");
  const list = panel.querySelector("[data-upload-list]");
  const summary = panel.querySelector("[data-upload-summary]");
  const hint = document.querySelector("[data-drop-hint]");
  const waiting = [];
  const tally = { all: 0, done: 0, refused: 0 };
  let running = 0;
  let refreshTimer = 0;

  function element(tag, className, text) {
    return Object.assign(document.createElement(tag), { className, textContent: text || "" });
  }

  function size(bytes) {
    return bytes < 1e6 ? Math.ceil(bytes / 1e3) + " kB" : (bytes / 1e6).toFixed(1) + " MB";
  }

  function count() {
    const open = tally.all - tally.done - tally.refused;
    const parts = [`${tally.done} of ${tally.all} uploaded`];
    if (tally.refused) parts.push(`${tally.refused} refused`);
    if (open) parts.push(`${open} to go`);
    summary.textContent = parts.join(" · ");
  }

  // The list of documents asks for itself again, but not once per file when fifty arrive.
  function refreshSoon() {
    window.clearTimeout(refreshTimer);
    refreshTimer = window.setTimeout(() => document.dispatchEvent(new CustomEvent("library-changed")), running ? 1200 : 150);
  }

  function add(files) {
    panel.hidden = false;
    for (const file of files) {
      const line = element("li", "");
      line.append(element("span", "clip", file.name), element("span", "muted num", size(file.size)), element("span", "outcome muted", "Waiting"));
      list.append(line);
      tally.all += 1;
      waiting.push({ file, outcome: line.lastChild });
    }
    count();
    next();
  }

  function next() {
    while (running < AT_ONCE && waiting.length) {
      running += 1;
      send(waiting.shift());
    }
  }

  function finish(refused) {
    running -= 1;
    tally[refused ? "refused" : "done"] += 1;
    count();
    refreshSoon();
    next();
  }

  function refuse(item, sentence) {
    item.outcome.replaceChildren(element("span", "bad", sentence));
    const again = element("button", "btn btn-quiet", "Try again");
    again.type = "button";
    again.addEventListener("click", () => {
      tally.refused -= 1;
      waiting.push(item);
      next();
    });
    item.outcome.append(" ", again);
    finish(true);
  }

  function send(item) {
    if (item.file.size > Number(form.dataset.maxBytes)) {
      item.outcome.replaceChildren(element("span", "bad", `This file is larger than the ${size(Number(form.dataset.maxBytes))} that are allowed.`));
      finish(true);
      return;
    }
    const body = new FormData(form);
    body.set("file", item.file);
    const bar = Object.assign(document.createElement("progress"), { max: 100, value: 0 });
    bar.setAttribute("aria-label", "Uploading " + item.file.name);
    item.outcome.replaceChildren(bar, " Uploading");
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true"); // a part of this page is wanted, never the log-in page
    request.upload.addEventListener("progress", (event) => {
      bar.value = (100 * event.loaded) / event.total;
      if (event.loaded === event.total) item.outcome.lastChild.textContent = " Checking";
    });
    request.addEventListener("load", () => arrived(item, request));
    request.addEventListener("error", () => refuse(item, "The connection broke off."));
    request.send(body);
  }

  function arrived(item, request) {
    const answered = request.status === 200 || request.status === 422;
    if (!answered) {
      refuse(item, [401, 403].includes(request.status) ? "You may not upload, or you have been logged out." : "The server could not take this file.");
      return;
    }
    item.outcome.className = "outcome";
    item.outcome.innerHTML = request.responseText; // a partial of ours, escaped by its template
    window.htmx.process(item.outcome);
    finish(request.status === 422);
  }

  // The list of documents may come anew with a file already read before its watch has told this panel. Where nothing is
  // watched any more all files have been read: how the lines that do not know it ended is asked, once of each.
  function askUntold() {
    const untold = [...list.querySelectorAll("[data-state-of]:not([data-asked])")].filter((state) => state.querySelector("progress"));
    if (!untold.length || !document.querySelector("#results .watch[hidden]")) return;
    const query = new URLSearchParams(untold.map((state) => ["uid", state.dataset.stateOf]));
    for (const state of untold) state.dataset.asked = "";
    window.htmx.ajax("GET", `${panel.dataset.progress}?${query}`, { target: panel, swap: "none" });
  }
  document.addEventListener("htmx:after:swap", askUntold);

  function carriesFiles(event) {
    return event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  }

  const input = form.querySelector("[data-upload-input]");
  function takePicked() {
    add([...input.files]);
    input.value = "";
  }
  input.addEventListener("change", takePicked);
  if (input.files.length) takePicked(); // picked before this script was there
  form.querySelector("[data-upload-button]").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      input.click();
    }
  });
  panel.querySelector("[data-upload-clear]").addEventListener("click", () => {
    if (running) return;
    list.replaceChildren();
    Object.assign(tally, { all: 0, done: 0, refused: 0 });
    panel.hidden = true;
  });
  document.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    hint.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) hint.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    hint.hidden = true;
    if (!carriesFiles(event)) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  });
  window.addEventListener("beforeunload", (event) => {
    if (running || waiting.length) event.preventDefault();
  });
})();
