/*
 * What can be read without a network. Sent as it stands, with the version of the build written into it
 * (routes/portal/pwa/service-worker.ts).
 *
 * Kept here is only what is the same for everybody: pages of the portal, empty frames of pages behind login, the
 * build's files and public pictures. Data of a person never passes: calls of the API and of the identity provider
 * are left to the browser, as is whatever carries a credential. Pages keep what is their person's by themselves
 * (features/session/user-cache.ts).
 */

const BUILD = '__BUILD__';
const OFFLINE_PAGE = '/portal/sem-internet';
/** Pages behind login that can do without a network. The server renders their frame only, and asks nobody's name. */
const FRAMES = ['/home', '/minhasreservas'];
const PASSENGER_LIST = /^\/admin\/passeios\/[\da-f-]{36}\/passageiros$/;

/** Caches by kind; each holds so many answers, the newest. Pictures never change, pages and files belong to a build. */
const PAGES = `pages-${BUILD}`;
const FILES = `files-${BUILD}`;
const PICTURES = 'pictures';
const LIMITS = { [PAGES]: 60, [FILES]: 500, [PICTURES]: 150 };
/** How long to hope for an answer: with a network, and where there is none, or none that answered a moment ago. */
const PATIENCE_MS = 5000;
const LITTLE_PATIENCE_MS = 2000;
/** For how long a network that let somebody wait in vain is not trusted. */
const DISTRUST_MS = 30_000;

let lastHangAt = Number.NEGATIVE_INFINITY;

function isFrame(pathname) {
  return FRAMES.includes(pathname) || PASSENGER_LIST.test(pathname);
}

/** Under which name a page is kept; undefined for one that is not. */
function pageKey({ pathname, search }) {
  if (isFrame(pathname)) return pathname;
  if (pathname.endsWith('.data')) return undefined;
  return pathname === '/' || /^\/portal(\/|$)/.test(pathname) ? pathname + search : undefined;
}

/** The page of the portal whose data a URL stands for; undefined for other URLs. */
function pageOfData({ pathname, search }) {
  if (pathname !== '/_.data' && !(pathname.startsWith('/portal/') && pathname.endsWith('.data'))) return undefined;
  const query = new URLSearchParams(search);
  query.delete('_routes');
  return pathname.replace(/(\/_)?\.data$/, '') + (query.size > 0 ? `?${query}` : '') || '/';
}

/** The cache of what never changes under its name; undefined for what may. */
function cacheOf({ pathname }) {
  if (pathname.startsWith('/assets/')) return FILES;
  return /^\/api\/(trips\/image|settings\/logo)\/./.test(pathname) ? PICTURES : undefined;
}

/** The build's files that a page names. */
function filesIn(html) {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
}

/** An answer that may be kept: whole, from here, and not by way of another address. */
function isKeepable({ status, type, redirected }) {
  return status === 200 && type === 'basic' && !redirected;
}

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([fetchPage(OFFLINE_PAGE), fetchPage('/')]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([forgetOldBuilds(), self.registration.navigationPreload?.enable()]).then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin || request.headers.has('authorization')) return;
  if (request.mode === 'navigate') {
    if (!/^\/(api|identity)\//.test(url.pathname)) event.respondWith(openPage(event, pageKey(url)));
    return;
  }
  const cache = cacheOf(url);
  const page = pageOfData(url);
  if (cache) event.respondWith(openFile(event, cache, url.pathname));
  else if (page) event.respondWith(openData(request, page));
});

/** A page tells what was visited: by following a link in it, or before the worker was there (`files`). */
self.addEventListener('message', (event) => {
  const { page, files = [] } = event.data;
  event.waitUntil(Promise.all([keepVisited(page), ...files.map(keepFile)]));
});

/** Never an old page while the network answers in time. What comes too late is kept for the next visit. */
async function openPage(event, key) {
  const answer = firstAnswer(event);
  if (key) event.waitUntil(answer.then((page) => keepPage(key, page.clone())).catch(() => undefined));
  const copy = (await inTime(answer)) ?? (key && (await kept(PAGES, key)));
  // With nothing to show instead, waiting on is all that is left.
  return copy || answer.catch(async () => (await kept(PAGES, OFFLINE_PAGE)) ?? Response.error());
}

/** The browser may have asked already, while the worker was starting. */
async function firstAnswer({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}

/** The answer; undefined where it fails or lets one wait for too long. */
function inTime(answer) {
  const isTrusted = navigator.onLine && Date.now() - lastHangAt > DISTRUST_MS;
  const patience = new Promise((resolve) => {
    const giveUp = () => {
      lastHangAt = Date.now();
      resolve();
    };
    const timer = setTimeout(giveUp, isTrusted ? PATIENCE_MS : LITTLE_PATIENCE_MS);
    const stop = () => clearTimeout(timer);
    answer.then(stop, stop);
  });
  return Promise.race([answer.catch(() => undefined), patience]);
}

async function openData(request, page) {
  const answer = fetch(request);
  const data = await inTime(answer);
  if (data) return data;
  const key = pageKey(new URL(page, self.location.origin));
  return (await kept(PAGES, key)) ? opensAnew(page) : answer.catch(() => opensAnew(page));
}

/** Without its data the router cannot show a page in place; opened anew, the kept page shows. */
function opensAnew(page) {
  return new Response(null, { status: 204, headers: { 'x-remix-redirect': page, 'x-remix-reload-document': 'true' } });
}

async function openFile(event, cacheName, path) {
  const copy = await caches.match(path, { cacheName, ignoreVary: true });
  if (copy) return copy;
  const answer = (await kept(cacheName, path)) ?? (await fetch(event.request));
  if (isKeepable(answer)) event.waitUntil(put(cacheName, path, answer.clone()));
  return answer;
}

async function keepVisited(page) {
  const key = pageKey(new URL(page, self.location.origin));
  if (!key || (isFrame(key) && (await kept(PAGES, key)))) return;
  await fetchPage(key);
}

async function keepFile(address) {
  const { origin, pathname } = new URL(address, self.location.origin);
  const cacheName = cacheOf({ pathname });
  if (!cacheName || origin !== self.location.origin || (await caches.match(pathname, { cacheName, ignoreVary: true })))
    return;
  // Losing one is no reason to lose the others.
  const answer = await fetch(pathname).catch(() => Response.error());
  if (isKeepable(answer)) await put(cacheName, pathname, answer);
}

async function fetchPage(key) {
  await keepPage(key, await fetch(key, { credentials: 'omit' }));
}

async function keepPage(key, answer) {
  // A page that is gone must not be found here either.
  if (answer.status === 404 || answer.status === 410) await (await caches.open(PAGES)).delete(key);
  if (!isKeepable(answer) || !answer.headers.get('content-type')?.startsWith('text/html')) return;
  const html = await answer.clone().text();
  await put(PAGES, key, answer);
  await Promise.all(filesIn(html).map(keepFile));
  // It names the operator's telephone too.
  if (key === '/') await fetchPage(OFFLINE_PAGE);
}

async function put(cacheName, key, answer) {
  const cache = await caches.open(cacheName);
  // Last in the order in which the oldest go.
  await cache.delete(key);
  // A device that is full keeps less.
  await cache.put(key, answer).catch((error) => console.warn('Not kept', error));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -LIMITS[cacheName]).map((old) => cache.delete(old)));
}

/** What this build has kept, or else the one before. */
async function kept(cacheName, key) {
  for (const name of [cacheName, ...(await buildsOf(cacheName))]) {
    const copy = await caches.match(key, { cacheName: name, ignoreVary: true });
    if (copy) return copy;
  }
  return undefined;
}

/** Caches of the same kind made by other builds, the latest first. */
async function buildsOf(cacheName) {
  const kind = cacheName.slice(0, cacheName.indexOf('-') + 1);
  if (kind === '') return [];
  return (await caches.keys()).filter((name) => name.startsWith(kind) && name !== cacheName).reverse();
}

/** The last build before this one stays: pages that are open, and those kept from then, need its files. */
async function forgetOldBuilds() {
  const old = await Promise.all([PAGES, FILES].map(async (name) => (await buildsOf(name)).slice(1)));
  await Promise.all(old.flat().map((name) => caches.delete(name)));
}
