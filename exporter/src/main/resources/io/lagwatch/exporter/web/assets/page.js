// Refreshes the page: fetches it again and copies the changes into it, so that focus, scroll position and typed text
// stay. The server sorts and filters, by URL; without this script that is done with links and a form.
"use strict";

const EVERY_MILLIS = 5000;
const LONGEST_MILLIS = 60000;
const TYPING_MILLIS = 150;

let wait = EVERY_MILLIS;
let timer = 0;
let asking = new AbortController();

// The time of the numbers on the page, by the clock of the exporter.
function takenAt() {
  return document.querySelector("#live time")?.textContent ?? "an earlier time";
}

// Attributes that the browser or a script sets, not the server.
const OWN = new Set(["open", "data-drawn"]);

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.has(name)) {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !OWN.has(name)) {
      old.setAttribute(name, value);
    }
  }
}

function keyOf(node) {
  return node.dataset?.key;
}

function children(old, fresh) {
  const keyed = new Map([...old.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let at = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const match = keyOf(next) ? keyed.get(keyOf(next)) : at && !keyOf(at) ? at : null;
    if (!match) {
      old.insertBefore(next, at);
      continue;
    }
    if (match === at) {
      at = at.nextSibling;
    } else {
      old.insertBefore(match, at);
    }
    morph(match, next);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function morph(old, fresh) {
  if (old.isEqualNode(fresh)) {
    return;
  }
  if (old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh);
  } else if (old.nodeType === Node.ELEMENT_NODE) {
    attributes(old, fresh);
    // The content was drawn by a script, which also updates it.
    if (!old.hasAttribute("data-drawn")) {
      children(old, fresh);
    }
  } else {
    old.data = fresh.data;
  }
}

// The form shows the parameters of the URL, except while somebody types.
function fill(form, focused) {
  if (form && !focused?.matches("input, select")) {
    const said = new URLSearchParams(document.location.search);
    form.querySelectorAll("input, select").forEach((field) => {
      field.value = said.get(field.name) ?? "";
    });
  }
}

// What a screen reader announces when it changes: the headline, not every number.
function said() {
  return document.querySelector("#live [data-said]")?.dataset.said ?? "";
}

function show(page) {
  const live = document.getElementById("live");
  const focused = document.activeElement;
  const before = said();
  morph(live, page.getElementById("live"));
  morph(document.getElementById("clusters"), page.getElementById("clusters"));
  document.title = page.title;
  fill(document.getElementById("filter"), focused);
  if (document.activeElement !== focused && focused?.isConnected) {
    focused.focus({ preventScroll: true });
  }
  if (said() !== before) {
    document.getElementById("announce").textContent = said();
  }
  document.dispatchEvent(new Event("lagwatch:fresh"));
}

function connected(is) {
  document.body.classList.toggle("stale", !is);
  document.getElementById("connection").textContent = is
    ? ""
    : `The exporter does not answer. The numbers are from ${takenAt()}. Next attempt in ${Math.round(wait / 1000)} s.`;
}

async function refresh() {
  clearTimeout(timer);
  asking.abort();
  asking = new AbortController();
  const mine = asking.signal;
  try {
    const answer = await fetch(document.location.href, { signal: AbortSignal.any([mine, AbortSignal.timeout(10000)]) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("live")) {
      throw new Error(`it answered ${answer.status}`);
    }
    if (mine.aborted) {
      return;
    }
    show(page);
    wait = EVERY_MILLIS;
    connected(true);
  } catch {
    if (mine.aborted) {
      return;
    }
    wait = Math.min(LONGEST_MILLIS, wait * 2);
    connected(false);
  }
  timer = setTimeout(next, wait);
}

function next() {
  if (document.hidden) {
    return;
  }
  refresh();
}

function go(address) {
  history.replaceState(null, "", address);
  refresh();
}

document.addEventListener("visibilitychange", next);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-view]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
    event.preventDefault();
    go(link.href);
  }
});

let typing = 0;

function filter() {
  clearTimeout(typing);
  const fields = [...new FormData(document.getElementById("filter"))].filter(([, value]) => value !== "");
  const query = new URLSearchParams(fields).toString();
  go(query ? `./?${query}` : "./");
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  filter();
});

document.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(filter, TYPING_MILLIS);
});

timer = setTimeout(next, EVERY_MILLIS);
