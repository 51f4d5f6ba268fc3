import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ChangeLog, type Dependency, type Staleness } from '../changes/change-log.ts';
import type { ChangeNotifier } from '../changes/change-notifier.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { hasBody } from '../http/body-deadline.ts';
import { closeSignal } from '../http/connections.ts';
import { type KnownQuery, keyOf, splitUrl } from './cache-key.ts';
import { type CachedResponse, prepareResponse, type Served, sendResponse } from './cached-response.ts';

// About 200 pages; least recently used ones are evicted.
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_KEY = 1_000;
const MAX_PATHS = 10_000;
// Upper bound for entries without a known expiry.
const MAX_AGE_MS = 60 * 60 * 1000;
// Pages with outdated places are served stale for up to a second and re-rendered before that.
const MAX_STALE_MS = 1_000;
const RENEWAL_PAUSE_MS = 750;
// Rendering is CPU-bound: more at once would not be faster.
const RENDERINGS = { permits: 2, maxQueued: 40, timeoutMs: 2_000 };
// A semaphore of its own, so that requests for new pages do not delay the renewal of cached ones.
const RENEWALS = { permits: 2, maxQueued: 500, timeoutMs: 10_000 };
const ALL_DEPENDENCIES: ReadonlySet<Dependency> = new Set(['operator', 'trips', 'places']);

/** The result of a rendering. */
interface Rendered {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  dependencies: ReadonlySet<Dependency>;
}

/** A public page. */
export interface Page {
  /** The cache key: canonical path with the query parameters that the page reads. */
  key: string;
  /** The cache key of its 404, shared by all URLs of the route. */
  missingKey: string;
  query: KnownQuery;
  /** Renders the page; stops when `isMissing`, to be called on a 404, returns true. */
  render(isMissing: () => boolean): Promise<Rendered>;
}

interface Entry {
  response: CachedResponse;
  dependencies: ReadonlySet<Dependency>;
  /** The number of the last change that the entry was checked against. */
  changeNumber: number;
  stale: Staleness | undefined;
  /** Whether it is older than it may be, because the database is unavailable. */
  isOld: boolean;
  renderedAtMs: number;
  triedAtMs: number;
  /** How to re-render; undefined for API responses, which are never served stale. */
  page: Page | undefined;
}

interface Rendering {
  response: Promise<CachedResponse>;
  changeNumber: number;
  waiting: Set<AbortSignal>;
  abort: AbortController;
}

/** Memory for pages that several caches share, each under a name of its own. */
export interface PageMemory {
  entries: LRUCache<string, Entry>;
  /** Begins the keys of this cache. */
  prefix: string;
}

/** Memory for pages of a process; the least recently used ones are evicted, whosever they are. */
export function pageMemory(): PageMemory['entries'] {
  return new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: ({ response }) => response.bytes });
}

interface Options {
  notifier: ChangeNotifier;
  /** Memory of its own by default. */
  memory?: PageMemory | undefined;
  /** The next time at which responses change without a write. */
  nextChangeAt: () => Promise<Date | undefined>;
  onError: (error: unknown) => void;
}

/**
 * Caches public responses in memory: compressed, with an entity tag. API responses are exact: any change of a
 * dependency evicts them. Concurrent requests share one rendering; a page is served stale for up to a second after
 * places changed, and for any time while the database is unavailable.
 */
export class PageCache {
  readonly #entries: PageMemory['entries'];
  readonly #prefix: string;
  /** Canonical path and query by every requested spelling of a path. */
  readonly #paths = new LRUCache<string, { path: string; query: KnownQuery }>({ max: MAX_PATHS });
  readonly #renderings = new Map<string, Rendering>();
  readonly #changes = new ChangeLog();
  readonly #rendering = new Semaphore(RENDERINGS);
  readonly #renewing = new Semaphore(RENEWALS);
  readonly #options: Options;
  #nextChangeMs = Number.POSITIVE_INFINITY;
  #isNextChangeKnown = false;
  #isDatabaseAway = false;

  constructor(options: Options) {
    this.#options = options;
    this.#entries = options.memory?.entries ?? pageMemory();
    this.#prefix = options.memory?.prefix ?? '';
    options.notifier.onChange((change) => {
      this.#changes.add(change);
      if (!/^(places|reservations)/.test(change)) this.#isNextChangeKnown = false;
    });
  }

  /** The number of the last change, see {@link storeExact}. */
  get changeNumber(): number {
    return this.#changes.number;
  }

  /** Sends a cached response; false on a miss. Called before Fastify. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    // The application enforces the body deadline.
    if (hasBody(request)) return false;
    const { path, search } = splitUrl(url);
    const known = this.#paths.get(path);
    const key = known && keyOf(known.path, search, known.query);
    const entry = key !== undefined && this.#find(key);
    if (!entry) return false;
    sendResponse(entry, request, response);
    return true;
  }

  /**
   * Returns a page from the cache, or renders it once for all who wait. Throws UNAVAILABLE if the queue is full, and an
   * AbortError when every waiting client has disconnected.
   */
  async open(page: Page, path: string, socket: Socket): Promise<Served> {
    if (path.length <= MAX_KEY) this.#paths.set(path, { path: splitUrl(page.key).path, query: page.query });
    const found = this.#find(page.key);
    if (found) return found;
    const old = this.#entries.get(this.#prefix + page.key);
    try {
      const response = await this.#join(page, closeSignal(socket));
      return old && response.status >= 500 ? { ...old, isOld: true } : { response, isOld: false };
    } catch (error) {
      if (old && !socket.destroyed) return { ...old, isOld: true };
      throw error;
    }
  }

  /** Renders an uncached page under the same semaphore, while `socket` is open. */
  render<Result>(work: () => Promise<Result>, socket: Socket): Promise<Result> {
    return this.#rendering.run(work, closeSignal(socket));
  }

  /** Stores a response that was read after change number `changeNumber`, unless it is outdated already. */
  async storeExact(
    url: string,
    query: KnownQuery,
    body: Buffer,
    headers: OutgoingHttpHeaders,
    { dependencies, changeNumber }: Pick<Entry, 'dependencies' | 'changeNumber'>,
  ): Promise<void> {
    const { path, search } = splitUrl(url);
    const key = keyOf(path, search, query);
    if (key === undefined) return;
    const response = await prepareResponse(200, body, headers);
    await this.#loadNextChange();
    if (!this.#options.notifier.isListening || this.#changes.stalenessSince(changeNumber, dependencies)) return;
    const now = Date.now();
    const times = { renderedAtMs: now, triedAtMs: now };
    this.#store(key, query, {
      response,
      dependencies,
      changeNumber,
      stale: undefined,
      isOld: false,
      page: undefined,
      ...times,
    });
  }

  // Finds an entry that may be served; renews stale ones in the background.
  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(this.#prefix + key);
    if (!entry) return undefined;
    const stale = this.#stalenessOf(entry);
    if (!stale) {
      entry.isOld = false;
      return entry;
    }
    if (!entry.page) {
      this.#entries.delete(this.#prefix + key);
      return undefined;
    }
    const isTooOld = !stale.isOnlyPlaces || Date.now() - stale.sinceMs >= MAX_STALE_MS;
    if (isTooOld && !this.#isDatabaseAway) return undefined;
    entry.isOld = isTooOld;
    this.#renew(key, entry, entry.page);
    return entry;
  }

  #stalenessOf(entry: Entry): Staleness | undefined {
    if (Date.now() >= this.#nextChangeMs) {
      this.#nextChangeMs = Number.POSITIVE_INFINITY;
      this.#isNextChangeKnown = false;
      this.#changes.add('everything');
    }
    if (entry.changeNumber !== this.#changes.number) {
      const news = this.#changes.stalenessSince(entry.changeNumber, entry.dependencies);
      entry.changeNumber = this.#changes.number;
      if (news && !entry.stale?.isOnlyPlaces) entry.stale ??= news;
      else if (news && entry.stale) entry.stale = { ...entry.stale, isOnlyPlaces: news.isOnlyPlaces };
    }
    // Without notifications, pages count as stale since they were rendered.
    const unheard = { sinceMs: entry.renderedAtMs, isOnlyPlaces: true };
    return entry.stale ?? (this.#options.notifier.isListening ? undefined : unheard);
  }

  #renew(key: string, entry: Entry, page: Page): void {
    if (Date.now() - entry.triedAtMs < RENEWAL_PAUSE_MS || this.#renderings.has(key)) return;
    entry.triedAtMs = Date.now();
    this.#start(page, this.#renewing).response.catch(this.#options.onError);
  }

  // Joins the rendering in progress, or starts a new one if that one is outdated already.
  async #join(page: Page, signal: AbortSignal): Promise<CachedResponse> {
    const current = this.#renderings.get(page.key);
    const news = current && this.#changes.stalenessSince(current.changeNumber, ALL_DEPENDENCIES);
    const isWanted = current && !current.abort.signal.aborted && (!news || news.isOnlyPlaces);
    const rendering = isWanted ? current : this.#start(page, this.#rendering);
    rendering.waiting.add(signal);
    const leave = () => {
      rendering.waiting.delete(signal);
      if (rendering.waiting.size === 0) rendering.abort.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await rendering.response;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #start(page: Page, semaphore: Semaphore): Rendering {
    const abort = new AbortController();
    const rendering: Rendering = {
      changeNumber: this.#changes.number,
      waiting: new Set(),
      abort,
      response: semaphore
        .run(() => {
          rendering.changeNumber = this.#changes.number;
          return this.#render(page, rendering);
        }, abort.signal)
        .finally(() => {
          if (this.#renderings.get(page.key) === rendering) this.#renderings.delete(page.key);
        }),
    };
    this.#renderings.set(page.key, rendering);
    return rendering;
  }

  async #render(page: Page, began: Rendering): Promise<CachedResponse> {
    const renderedAtMs = Date.now();
    const known: { missing?: Entry | undefined } = {};
    const rendering = page.render(() => {
      known.missing = this.#find(page.missingKey);
      return known.missing !== undefined;
    });
    const rendered = await rendering.catch((error) => {
      if (!known.missing) throw error;
    });
    if (known.missing) return known.missing.response;
    if (!rendered) throw new Error('the page was not rendered');
    const { status, headers, body, dependencies } = rendered;
    this.#isDatabaseAway = status === 503;
    const response = await prepareResponse(status, body, headers);
    if (![200, 404, 410].includes(status)) return response;
    await this.#loadNextChange();
    const { changeNumber } = began;
    const times = { renderedAtMs, triedAtMs: renderedAtMs };
    const entry = { response, dependencies, changeNumber, stale: undefined, isOld: false, page, ...times };
    if (status !== 404) this.#store(page.key, page.query, entry);
    else this.#store(page.missingKey, page.query, { ...entry, dependencies: new Set(['operator'] as const) });
    if (status === 404 && page.missingKey !== page.key) this.#entries.delete(this.#prefix + page.key);
    return response;
  }

  /** Frees the memory; to be called when nobody is served any more. */
  close(): void {
    for (const key of this.#entries.keys()) if (key.startsWith(this.#prefix)) this.#entries.delete(key);
  }

  #store(key: string, query: KnownQuery, entry: Entry): void {
    if (key.length > MAX_KEY) return;
    const { path } = splitUrl(key);
    this.#entries.set(this.#prefix + key, entry);
    this.#paths.set(path, { path, query });
  }

  async #loadNextChange(): Promise<void> {
    if (this.#isNextChangeKnown) return;
    const { number } = this.#changes;
    const change = await this.#options.nextChangeAt();
    const news = this.#changes.stalenessSince(number, ALL_DEPENDENCIES);
    if (news && !news.isOnlyPlaces) return;
    this.#nextChangeMs = Math.min(change?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + MAX_AGE_MS);
    this.#isNextChangeKnown = true;
  }
}
