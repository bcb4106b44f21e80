// For a service worker (importScripts): without a network it shows the rulebooks that you have read, with their search, and the
// table that you looked at last, and says so; all other addresses show the offline page. It stores pages of one guest
// (`data-guest`), nothing else.

const HOME = "/offline";
const SAVED = "kept", FILES = "files", BOOKS = "books";
const TABLE = "/kept-sheet";                        // where the table lies in the cache

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(saveOfflinePage());
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// Save the offline page with its files.
async function saveOfflinePage() {
  const response = await fetch(HOME);
  if (!response.ok) return;
  await caches.delete(FILES);
  await saveFiles(await response.clone().text());
  await (await caches.open(SAVED)).put(HOME, response);
}

// Save the files that a page names, and the index of its search.
async function saveFiles(html) {
  const cache = await caches.open(FILES);
  const named = [...html.matchAll(/(?:href|src|data-find)="(\/static\/[^"#]+|\/rules\/[^"#]+\/index\/[^"#]+)/g)].map((found) => found[1]);
  for (const file of new Set(named)) if (!(await cache.match(file))) await cache.add(file);
}

// Save a rulebook that somebody reads.
async function saveBook(path) {
  const response = await fetch(path);
  if (!response.ok) return;
  await saveFiles(await response.clone().text());
  await (await caches.open(BOOKS)).put(path, response);
}

let handled = Promise.resolve();                    // one message after the other
addEventListener("message", (event) => {
  handled = handled.then(() => handle(event.data), () => handle(event.data));
  event.waitUntil(handled);
});

// A page says whose it is. A table is saved only for that guest.
async function handle({ guest, language, path, html, book }) {
  const cache = await caches.open(SAVED), now = `${guest} ${language}`;
  const before = (await (await cache.match("/guest"))?.text()) ?? "";
  if (html) {
    if (before === now) await cache.put(TABLE, new Response(html, { headers: { "X-Path": path, "X-Time": Date.now() } }));
  } else if (before !== now) {                      // another guest or language: delete what was saved
    await cache.delete(TABLE);
    await caches.delete(BOOKS);
    await cache.put("/guest", new Response(now));
    if (before) await saveOfflinePage();
  }
  if (book) await saveBook(book);
}

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/") || /^\/rules\/[^/]+\/index\//.test(url.pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate" && !url.pathname.startsWith("/docs")) event.respondWith(fetch(request).catch(() => offlineResponse(url)));
});

// Files have their content in their address, so one that is there is the right one.
async function file(request) {
  const cache = await caches.open(FILES), found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) cache.put(request, response.clone());
  return response;
}

async function offlineResponse(url) {
  const books = await caches.open(BOOKS), home = url.pathname.split("/").slice(0, 3).join("/");
  const book = (await books.match(url.pathname)) ?? (home.startsWith("/rules/") && ((await books.match(`${home}/all`)) ?? (await books.match(home))));
  if (book) return book;
  const cache = await caches.open(SAVED), table = await cache.match(TABLE);
  if (table && table.headers.get("X-Path") === url.pathname) {
    const when = new Date(Number(table.headers.get("X-Time")));
    const html = (await table.text()).replace(/(id="offline-copy"[^>]*) hidden(="")?>/, "$1>")
      .replace(/(<time data-saved-at(?:="")?>)[^<]*/, `$1${when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`);
    return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
  const page = await cache.match(HOME);
  if (!page) return Response.error();
  const html = table ? (await page.text()).replace("hidden data-last-table href=\"/\"", `href="${table.headers.get("X-Path")}"`) : await page.text();
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
