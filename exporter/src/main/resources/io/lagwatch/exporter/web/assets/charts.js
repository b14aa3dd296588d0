// Replaces the small lines of a query page by charts of the last hour, drawn from the data in the page.
"use strict";

const HEIGHT = 150;
/** The live page shows the last hour; the page of a replay sets another span. */
const SPAN_SECONDS = Number(document.body.dataset.spanSeconds ?? 3600);
const DAY_SECONDS = 86400;
/** The shortest span, so that the first minutes of a query are a line and not a stroke at the right edge. */
const LEAST_SECONDS = 300;

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const digits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

const count = (n) => grouped.format(n);
const rate = (n) => `${Math.abs(n) >= 100 ? grouped.format(n) : digits.format(n)} /s`;

function two(amount, inLarge, large, small) {
  const rest = amount % inLarge;
  return `${Math.floor(amount / inLarge)} ${large}${rest ? ` ${rest} ${small}` : ""}`;
}

function duration(seconds) {
  if (seconds < 0) {
    return `−${duration(-seconds)}`;
  }
  if (seconds < 1) {
    return seconds === 0 ? "0 s" : `${Math.round(seconds * 1000)} ms`;
  }
  if (seconds < 60) {
    return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  }
  if (seconds < 3600) {
    return two(Math.round(seconds), 60, "min", "s");
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 1440 ? two(minutes, 60, "h", "min") : two(Math.round(minutes / 60), 24, "d", "h");
}

// The lines of each chart: column of the history, label, colour; and how its numbers are formatted.
const LINES = {
  lag: { read: count, lines: [["lagRecords", "Lag", "--line", "--area"]] },
  behind: { read: duration, lines: [["lagSeconds", "Time behind", "--line", "--area"]] },
  rates: {
    read: rate,
    lines: [
      ["arrivalRecordsPerSecond", "Arriving", "--four"],
      ["inputRowsPerSecond", "Input", "--line"],
      ["processedRowsPerSecond", "Processed", "--three"],
    ],
  },
  batch: { read: duration, lines: [["batchSeconds", "Batch", "--line", "--area"]] },
  watermark: { read: duration, lines: [["watermarkAgeSeconds", "Watermark age", "--two"]] },
  state: { read: count, lines: [["stateRows", "State rows", "--three", "--area"]] },
};

// The page's times are UTC, and so are the charts'.
const clockOf = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 19);
const dateOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Labels below a chart: times of day, and dates in a chart of several days. */
function timeLabels(u, times) {
  const long = u.scales.x.max - u.scales.x.min > DAY_SECONDS;
  return times.map((t) => (long ? `${dateOf(t).slice(5)} ` : "") + clockOf(t).slice(0, 5));
}

const timeText = (seconds) => `${SPAN_SECONDS > DAY_SECONDS ? `${dateOf(seconds)} ` : ""}${clockOf(seconds)} UTC`;

const PHASES = ["--line", "--three", "--four", "--two", "--six", "--five"];

const drawn = new Map();

function axis(more) {
  return {
    stroke: () => style("--soft"),
    grid: { stroke: () => style("--hair"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
    ...more,
  };
}

// Width of the labels, so that the left edges of all charts are aligned.
const LEFT = 70;

function scaleFrom0(mark) {
  // If all values are 0, the scale ends at 1; otherwise the labels would have many decimals.
  return (u, low, high) => [Math.min(0, low ?? 0), (Math.max(high ?? 0, mark ?? 0) || 1) * 1.08];
}

function markAt(value) {
  return (u) => {
    const y = Math.round(u.valToPos(value, "y", true));
    u.ctx.save();
    u.ctx.strokeStyle = style("--warn");
    u.ctx.lineWidth = devicePixelRatio;
    u.ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
    u.ctx.beginPath();
    u.ctx.moveTo(u.bbox.left, y);
    u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
    u.ctx.stroke();
    u.ctx.restore();
  };
}

// Without a pointer over the chart, its legend shows the newest values.
function newest(u) {
  if (u.cursor.idx == null) {
    u.setLegend({ idx: u.data[0].length - 1 });
  }
}

// Steps at which a duration has one unit.
const TIMES = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600],
  ...[7200, 14400, 21600, 43200, 86400, 172800, 432000, 864000, 1728000, 4320000, 8640000, 17280000, 34560000],
];

const TIME_STEPS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 432000, 864000, 2592000];

function durations() {
  return axis({ size: LEFT, incrs: TIMES, values: (u, all) => all.map(duration) });
}

function counts() {
  return axis({ size: LEFT, values: (u, all) => all.map((n) => compact.format(n)) });
}

function options(width, mark, more) {
  return {
    width,
    height: HEIGHT,
    padding: [8, 20, 0, 0],
    legend: { live: true },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    hooks: { draw: mark === undefined ? [] : [markAt(mark)], ready: [newest], setCursor: [newest] },
    ...more,
  };
}

/** From the first number on, for an hour at most on the live page. */
function span(u, low, high) {
  return [Math.max(high - SPAN_SECONDS, Math.min(low, high - LEAST_SECONDS)), high];
}

function lineOptions(plan, width, mark) {
  return options(width, mark, {
    cursor: { sync: { key: "hour" }, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { x: { range: span }, y: { range: scaleFrom0(mark) } },
    axes: [
      axis({ incrs: TIME_STEPS, values: timeLabels, space: SPAN_SECONDS > DAY_SECONDS ? 90 : 60, size: 28 }),
      plan.read === duration ? durations() : counts(),
    ],
    series: [
      { label: "Time", value: (u, t) => (t == null ? "" : timeText(t)) },
      ...plan.lines.map(([, label, stroke, fill]) => ({
        label,
        stroke: () => style(stroke),
        fill: fill ? () => style(fill) : undefined,
        width: 1.5,
        spanGaps: false,
        points: { show: false },
        value: (u, n, series, i) => (i == null ? "" : n == null ? "unknown" : plan.read(n)),
      })),
    ],
  });
}

function lineData(plan, history) {
  const points = history.points;
  return [points.at.map((t) => Date.parse(t) / 1000), ...plan.lines.map(([column]) => points[column])];
}

// The largest phases, then the sum of the others.
function phaseNames(batches) {
  const sums = new Map();
  for (const batch of batches) {
    for (const [phase, seconds] of Object.entries(batch.phaseSeconds)) {
      sums.set(phase, (sums.get(phase) ?? 0) + seconds);
    }
  }
  const names = [...sums.keys()].filter((name) => sums.get(name) > 0).sort((a, b) => sums.get(b) - sums.get(a));
  return names.slice(0, PHASES.length - 1);
}

function phaseData(history) {
  const batches = history.batches;
  const names = phaseNames(batches);
  const own = names.map((name) => batches.map((batch) => batch.phaseSeconds[name] ?? 0));
  own.push(batches.map((batch, i) => Math.max(0, batch.durationSeconds - own.reduce((sum, all) => sum + all[i], 0))));
  const stacked = own.map((_, n) => batches.map((__, i) => own.slice(0, n + 1).reduce((sum, all) => sum + all[i], 0)));
  return { names: [...names, "other"], own, stacked, ids: batches.map((batch) => batch.id) };
}

function phaseOptions(stack, width, mark) {
  const bars = uPlot.paths.bars({ size: [0.8, 24, 1], align: 0 });
  const series = stack.names.map((label, n) => ({
    label,
    stroke: () => style("--page"),
    fill: () => style(PHASES[n === stack.names.length - 1 ? PHASES.length - 1 : n]),
    width: 0.5,
    paths: bars,
    points: { show: false },
    value: (u, _, s, i) => (i == null ? "" : duration(stack.own[n][i])),
  }));
  return options(width, mark, {
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: false, range: (u, low, high) => [low - 0.7, high + 0.7] }, y: { range: scaleFrom0(mark) } },
    axes: [
      axis({ incrs: [1, 2, 5, 10, 20], values: (u, all) => all.map((i) => stack.ids[i] ?? ""), grid: { show: false }, size: 28 }),
      durations(),
    ],
    // The sum is drawn first, then the parts over it.
    series: [{ label: "Batch", value: (u, i) => (i == null ? "" : String(stack.ids[i])) }, ...series.reverse()],
  });
}

function draw(figure, history) {
  const plot = figure.querySelector(".plot");
  const chart = figure.dataset.chart;
  const mark = figure.dataset.mark === undefined ? undefined : Number(figure.dataset.mark);
  const width = plot.clientWidth;
  const known = drawn.get(plot);
  let shape = chart;
  let data;
  let made;
  if (chart === "phases") {
    const stack = phaseData(history);
    // The labels are batch ids, so the chart is built again; that is cheap for sixty bars.
    shape = JSON.stringify([stack.ids, mark]);
    data = [stack.ids.map((_, i) => i), ...[...stack.stacked].reverse()];
    made = () => phaseOptions(stack, width, mark);
  } else {
    data = lineData(LINES[chart], history);
    shape = `${chart} ${mark}`;
    made = () => lineOptions(LINES[chart], width, mark);
  }
  if (!known && data.slice(1).every((column) => column.every((value) => value == null))) {
    // No value is known; the words beside the chart say so.
    return;
  }
  if (known?.shape === shape) {
    known.uplot.setData(data);
    newest(known.uplot);
    return;
  }
  known?.uplot.destroy();
  plot.replaceChildren();
  plot.setAttribute("data-drawn", "");
  const uplot = new uPlot(made(), data, plot);
  drawn.set(plot, { shape, uplot });
  if (chart === "phases") {
    // The legend lists the largest first, although it is drawn last.
    plot.querySelectorAll(".u-series").forEach((row, n) => {
      row.style.order = n === 0 ? 0 : uplot.series.length - n;
    });
  }
  resized.observe(plot);
}

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const known = drawn.get(target);
    if (known && known.uplot.width !== target.clientWidth) {
      known.uplot.setSize({ width: target.clientWidth, height: HEIGHT });
    }
  }
});

let shown = "";

/** The charts of the page of a replay: each section has its own values. */
function drawSections() {
  for (const section of document.querySelectorAll("section[data-json]")) {
    const history = JSON.parse(section.dataset.json);
    if (history.points.at.length > 1) {
      section.querySelectorAll("figure[data-chart]").forEach((figure) => draw(figure, history));
    }
  }
}

function drawAll() {
  for (const [plot, known] of drawn) {
    if (!plot.isConnected) {
      known.uplot.destroy();
      drawn.delete(plot);
    }
  }
  const json = document.getElementById("history")?.dataset.json;
  const figures = [...document.querySelectorAll("figure[data-chart]")];
  if (!json || (json === shown && figures.every((figure) => drawn.has(figure.querySelector(".plot"))))) {
    return;
  }
  shown = json;
  const history = JSON.parse(json);
  // One point is no line; until there are more, the words give the value.
  if (history.points.at.length > 1) {
    figures.forEach((figure) => draw(figure, history));
  }
}

document.addEventListener("lagwatch:fresh", drawAll);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  drawn.forEach((known) => known.uplot.redraw());
});
drawAll();
drawSections();
