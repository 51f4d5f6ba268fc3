/*
 * The offline cache. Sent unbundled, with the build's version written into it (routes/portal/pwa/service-worker.ts).
 *
 * It holds only what is the same for everybody: pages of the portal, empty frames of pages behind login, the build's
 * files and public pictures. Personal data never passes: calls of the API and of the identity provider, and whatever
 * carries a credential, are left to the browser. Pages cache their person's data themselves
 * (features/session/user-cache.ts). One file passes: a receipt that another application shares with this one, which is
 * stored until its page sends it (features/reservations/payment/shared-receipt.ts).
 */

const BUILD = '__BUILD__';
const OFFLINE_PAGE = '/portal/sem-internet';
/** Pages behind login or a link that work offline. The server renders only their frame, without personal data. */
const FRAMES = ['/home', '/minhasreservas', '/comprovante', '/embarque', '/reserva'];
/** Own reservations and vouchers, whose frames are the same: one of each is cached, and no code with it. */
const RESERVATION = /^\/minhasreservas\/[^/]+(\/voucher)?$/;
const RESERVATION_FRAMES = ['/minhasreservas/reserva', '/minhasreservas/reserva/voucher'];
const TRIP_FRAMES = /^\/admin\/(passeios\/[\da-f-]{36}\/passageiros|embarque\/[\da-f-]{36})$/;

/** Action of the manifest's share target, and where its file is stored. */
const RECEIPT_PAGE = '/comprovante';
const RECEIPT_CACHE = 'shared-receipt';
const RECEIPT_FILE = '/comprovante/arquivo';

/** Caches by kind, with the number of newest entries each holds. Pages and files belong to a build. */
const PAGES = `pages-${BUILD}`;
const FILES = `files-${BUILD}`;
const PICTURES = 'pictures';
const LIMITS = { [PAGES]: 60, [FILES]: 500, [PICTURES]: 150 };
/** Time-out of the network, and the shorter one when offline or after a time-out. */
const TIMEOUT_MS = 5000;
const SHORT_TIMEOUT_MS = 2000;
/** How long the shorter time-out applies after a time-out. */
const HANG_PENALTY_MS = 30_000;

let lastHangAt = Number.NEGATIVE_INFINITY;

function isFrame(pathname) {
  return FRAMES.includes(pathname) || RESERVATION_FRAMES.includes(pathname) || TRIP_FRAMES.test(pathname);
}

/** The cache key of a page; undefined for pages that are not cached. */
function pageKey({ pathname, search }) {
  const [, ending = ''] = RESERVATION.exec(pathname) ?? [];
  if (RESERVATION.test(pathname)) return `/minhasreservas/reserva${ending}`;
  if (isFrame(pathname)) return pathname;
  if (pathname.endsWith('.data')) return undefined;
  return pathname === '/' || /^\/portal(\/|$)/.test(pathname) ? pathname + search : undefined;
}

/** The portal page of a router data URL; undefined for other URLs. */
function pageOfData({ pathname, search }) {
  if (pathname !== '/_.data' && !(pathname.startsWith('/portal/') && pathname.endsWith('.data'))) return undefined;
  const query = new URLSearchParams(search);
  query.delete('_routes');
  return pathname.replace(/(\/_)?\.data$/, '') + (query.size > 0 ? `?${query}` : '') || '/';
}

/** The cache of immutable files; undefined for others. */
function cacheOf({ pathname }) {
  if (pathname.startsWith('/assets/')) return FILES;
  return /^\/api\/(trips\/image|settings\/logo)\/./.test(pathname) ? PICTURES : undefined;
}

/** The build's files that a page names. */
function filesIn(html) {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
}

/** Complete, same-origin and not redirected. */
function isCacheable({ status, type, redirected }) {
  return status === 200 && type === 'basic' && !redirected;
}

/** A notification of the server; a later one with the same title takes its place. */
self.addEventListener('push', (event) => {
  const { title, body, page } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(self.registration.showNotification(title, { body, lang: 'pt-BR', tag: title, data: { page } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotified(event.notification.data?.page ?? '/'));
});

/** Shows a page of this site: in the window that has it, or in a new one. */
async function openNotified(page) {
  const { origin, href, pathname } = new URL(page, self.location.origin);
  if (origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  const known = windows.find((one) => new URL(one.url).pathname === pathname);
  await (known ? known.focus() : self.clients.openWindow(href));
}

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([fetchPage(OFFLINE_PAGE), fetchPage('/')]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldBuilds(), self.registration.navigationPreload?.enable()]).then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (isShared(request, url)) return event.respondWith(keepReceipt(request));
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

/** A file that another application shares with the installed one. */
function isShared({ method, mode }, { origin, pathname }) {
  return method === 'POST' && mode === 'navigate' && origin === self.location.origin && pathname === RECEIPT_PAGE;
}

/** Stores it for the page that sends it. Without one the page lets a file be chosen. */
async function keepReceipt(request) {
  try {
    const file = (await request.formData()).get('file');
    const headers = {
      'content-type': file.type,
      'x-file-name': encodeURIComponent(file.name),
      'x-shared-at': String(Date.now()),
    };
    await (await caches.open(RECEIPT_CACHE)).put(RECEIPT_FILE, new Response(file, { headers }));
  } catch (error) {
    console.warn('Shared file not kept', error);
  }
  return Response.redirect(RECEIPT_PAGE, 303);
}

/** Pages report client-side visits, and files loaded before the worker was installed. */
self.addEventListener('message', (event) => {
  const { page, files = [] } = event.data;
  event.waitUntil(Promise.all([cacheVisited(page), ...files.map(cacheFile)]));
});

/** Network first with a time-out; a late response is cached for the next visit. */
async function openPage(event, key) {
  const response = firstResponse(event);
  if (key) event.waitUntil(response.then((page) => cachePage(key, page.clone())).catch(() => undefined));
  const copy = (await withTimeout(response)) ?? (key && (await findCached(PAGES, key)));
  // Nothing cached: waits without a time-out.
  return copy || response.catch(async () => (await findCached(PAGES, OFFLINE_PAGE)) ?? Response.error());
}

/** The navigation preload if there is one. */
async function firstResponse({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}

/** Undefined when the request fails or times out. */
function withTimeout(response) {
  const isTrusted = navigator.onLine && Date.now() - lastHangAt > HANG_PENALTY_MS;
  const timeout = new Promise((resolve) => {
    const giveUp = () => {
      lastHangAt = Date.now();
      resolve();
    };
    const timer = setTimeout(giveUp, isTrusted ? TIMEOUT_MS : SHORT_TIMEOUT_MS);
    const stop = () => clearTimeout(timer);
    response.then(stop, stop);
  });
  return Promise.race([response.catch(() => undefined), timeout]);
}

async function openData(request, page) {
  const response = fetch(request);
  const data = await withTimeout(response);
  if (data) return data;
  const key = pageKey(new URL(page, self.location.origin));
  return (await findCached(PAGES, key)) ? reloadDocument(page) : response.catch(() => reloadDocument(page));
}

/** Makes the router load the document, which is cached, instead of its data, which is not. */
function reloadDocument(page) {
  return new Response(null, { status: 204, headers: { 'x-remix-redirect': page, 'x-remix-reload-document': 'true' } });
}

async function openFile(event, cacheName, path) {
  const copy = await caches.match(path, { cacheName, ignoreVary: true });
  if (copy) return copy;
  const response = (await findCached(cacheName, path)) ?? (await fetch(event.request));
  if (isCacheable(response)) event.waitUntil(put(cacheName, path, response.clone()));
  return response;
}

async function cacheVisited(page) {
  const key = pageKey(new URL(page, self.location.origin));
  if (!key || (isFrame(key) && (await findCached(PAGES, key)))) return;
  await fetchPage(key);
}

async function cacheFile(address) {
  const { origin, pathname } = new URL(address, self.location.origin);
  const cacheName = cacheOf({ pathname });
  if (!cacheName || origin !== self.location.origin || (await caches.match(pathname, { cacheName, ignoreVary: true })))
    return;
  // One failure must not reject the others.
  const response = await fetch(pathname).catch(() => Response.error());
  if (isCacheable(response)) await put(cacheName, pathname, response);
}

async function fetchPage(key) {
  await cachePage(key, await fetch(key, { credentials: 'omit' }));
}

async function cachePage(key, response) {
  // Removed pages are deleted here too.
  if (response.status === 404 || response.status === 410) await (await caches.open(PAGES)).delete(key);
  if (!isCacheable(response) || !response.headers.get('content-type')?.startsWith('text/html')) return;
  const html = await response.clone().text();
  await put(PAGES, key, response);
  await Promise.all(filesIn(html).map(cacheFile));
  // The offline page shows the operator's telephone too, which may have changed.
  if (key === '/') await fetchPage(OFFLINE_PAGE);
}

async function put(cacheName, key, response) {
  const cache = await caches.open(cacheName);
  // Re-inserted as the newest, because the oldest are evicted.
  await cache.delete(key);
  // Fails when the quota is used up.
  await cache.put(key, response).catch((error) => console.warn('Not cached', error));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -LIMITS[cacheName]).map((old) => cache.delete(old)));
}

/** From this build's cache, or else the one before. */
async function findCached(cacheName, key) {
  for (const name of [cacheName, ...(await earlierBuilds(cacheName))]) {
    const copy = await caches.match(key, { cacheName: name, ignoreVary: true });
    if (copy) return copy;
  }
  return undefined;
}

/** Caches of the same kind made by other builds, the latest first. */
async function earlierBuilds(cacheName) {
  const kind = cacheName.slice(0, cacheName.indexOf('-') + 1);
  if (kind === '') return [];
  return (await caches.keys()).filter((name) => name.startsWith(kind) && name !== cacheName).reverse();
}

/** The previous build's caches stay, because open and cached pages need its files. */
async function deleteOldBuilds() {
  const old = await Promise.all([PAGES, FILES].map(async (name) => (await earlierBuilds(name)).slice(1)));
  await Promise.all(old.flat().map((name) => caches.delete(name)));
}
