// Charts: every [data-chart] draws data-values over data-years as bars. The table beside it holds the same figures.
(function () {
  "use strict";
  const drawn = new Map();

  function colour(name) {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const found = window.getComputedStyle(probe).color;
    probe.remove();
    return found;
  }

  function numbers(text) {
    return text.split(",").map((part) => (part === "" ? null : Number(part)));
  }

  function short(value) {
    return new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 }).format(value);
  }

  function axis(size, more) {
    const ink = colour("--ink-quiet");
    const grid = { stroke: colour("--line"), width: 1 };
    const font = "11px system-ui, sans-serif";
    return { stroke: ink, grid, ticks: { show: false }, font, size, ...more };
  }

  function widest(values) {
    return Math.max(...values.filter((value) => value !== null).map((value) => short(value).length));
  }

  function draw(box) {
    const years = numbers(box.dataset.years);
    const values = numbers(box.dataset.values);
    const first = years[0] - 0.6;
    const last = years[years.length - 1] + 0.6;
    const bars = { stroke: colour("--accent"), fill: colour("--accent"), width: 0 };
    const options = {
      width: Math.max(220, box.clientWidth),
      height: 200,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [first, last] }, y: { range: (chart, low, high) => around(low, high) } },
      series: [{}, { ...bars, paths: window.uPlot.paths.bars({ size: [0.55, 64] }), points: { show: false } }],
      axes: [
        axis(24, { splits: () => years, values: (chart, splits) => labels(splits, box.clientWidth), grid: { show: false } }),
        axis(Math.min(90, 16 + 7 * widest(values)), { values: (chart, splits) => splits.map(short) }),
      ],
    };
    drawn.get(box)?.destroy();
    drawn.set(box, new window.uPlot(options, [years, values], box));
  }

  // Bars stand on nil, so nil is always in sight.
  function around(low, high) {
    const room = (Math.max(high, 0) - Math.min(low, 0)) * 0.08 || 1;
    return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
  }

  // On a narrow screen every second year or fewer are named, the newest always.
  function labels(years, width) {
    const step = Math.ceil((years.length * 40) / Math.max(width - 80, 120));
    return years.map((year, place) => ((years.length - 1 - place) % step ? "" : String(year)));
  }

  function drawAll() {
    for (const [box, chart] of drawn) {
      if (!box.isConnected) {
        chart.destroy();
        drawn.delete(box);
      }
    }
    document.querySelectorAll("[data-chart]").forEach(draw);
  }

  new MutationObserver(drawAll).observe(document.documentElement, { attributeFilter: ["data-bs-theme"] });
  window.addEventListener("resize", drawAll);
  document.addEventListener("finrag:dialog-shown", drawAll);
  document.addEventListener("htmx:after:swap", drawAll);
  drawAll();
})();
