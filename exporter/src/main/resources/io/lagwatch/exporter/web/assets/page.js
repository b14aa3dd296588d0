// Keeps the page fresh: fetches it again and takes over its live part. Without it the page is whole, only still.
"use strict";

const EVERY_MILLIS = 5000;

async function refresh() {
  const connection = document.getElementById("connection");
  try {
    const answer = await fetch(document.location.pathname, { signal: AbortSignal.timeout(EVERY_MILLIS) });
    if (!answer.ok) {
      throw new Error(`it answered ${answer.status}`);
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("live").replaceWith(fresh.getElementById("live"));
    document.title = fresh.title;
    connection.textContent = "";
  } catch {
    connection.textContent = "The exporter does not answer: what is shown here is old.";
  }
}

async function loop() {
  if (!document.hidden) {
    await refresh();
  }
  setTimeout(loop, EVERY_MILLIS);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    refresh();
  }
});
setTimeout(loop, EVERY_MILLIS);
