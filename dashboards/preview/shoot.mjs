// Serves the built page, the dashboards and a proxy to Prometheus, and takes screenshots.
//   node shoot.mjs PROMETHEUS FROM TO SCRAPE_INTERVAL OUT SHOT...
// FROM and TO are seconds since the epoch. A SHOT is NAME=DASHBOARD,THEME[,APP,QUERY[,ROWS[,WIDTH]]] and is written to
// OUT/NAME.png. ROWS limits the height to that number of rows of the grid; WIDTH is in pixels.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const [prometheus, from, to, scrapeInterval, out, ...shots] = process.argv.slice(2);
const here = import.meta.dirname;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
const LOAD_TIMEOUT_MS = 120_000;
const DEFAULT_WIDTH = 1600;

async function file(path) {
  return path.startsWith('/dashboards/') ? readFile(join(here, '..', path.slice(12))) : readFile(join(here, 'dist', path));
}

const server = createServer(async (request, response) => {
  try {
    const { pathname, search } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/api/')) {
      const result = await fetch(prometheus + pathname + search);
      const body = await result.text();
      response.writeHead(result.status, { 'content-type': 'application/json' }).end(body);
    } else {
      const path = pathname === '/' ? '/index.html' : pathname;
      const body = await file(path);
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
    }
  } catch (error) {
    response.writeHead(404).end(String(error));
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
let failed = false;
for (const shot of shots) {
  const [name, what] = shot.split('=');
  const [dashboard, theme, app = '', query = '', rows, width = DEFAULT_WIDTH] = what.split(',');
  const page = await browser.newPage({ viewport: { width: Number(width), height: 1000 } });
  page.on('pageerror', (error) => {
    failed = true;
    console.error(`${name}: ${String(error).slice(0, 400)}`);
  });
  const parameters = new URLSearchParams({ dashboard, theme, app, query, from, to, scrapeInterval });
  await page.goto(`http://127.0.0.1:${server.address().port}/?${parameters}`);
  const loaded = () => {
    const panels = [...document.querySelectorAll('[data-loaded]')];
    return panels.length > 0 && panels.every((panel) => panel.dataset.loaded === 'true');
  };
  await page.waitForFunction(loaded, undefined, { timeout: LOAD_TIMEOUT_MS });
  await page.waitForLoadState('networkidle');
  // Charts are drawn one or two animation frames after their data has arrived.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const cut = rows ? { clip: { x: 0, y: 0, width: Number(width), height: 62 + Number(rows) * 38 } } : {};
  const path = join(out, `${name}.png`);
  await page.screenshot({ path, fullPage: true, ...cut });
  for (const problem of await page.evaluate(() => window.problems)) {
    failed = true;
    console.error(`${name}: ${problem}`);
  }
  console.log(path);
  await page.close();
}
await browser.close();
server.close();
process.exitCode = failed ? 1 : 0;
