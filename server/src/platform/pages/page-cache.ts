import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ChangeLog, type Dependency, type Staleness } from '../changes/change-log.ts';
import type { ChangeNotifier } from '../changes/change-notifier.ts';
import { Semaphore } from '../concurrency/semaphore.ts';
import { hasBody } from '../http/body-deadline.ts';
import { closeSignal } from '../http/connections.ts';
import { type KnownQuery, keyOf, splitUrl } from './cache-key.ts';
import { type CachedResponse, prepareResponse, sendResponse } from './cached-response.ts';

// Some 200 pages; the ones that nobody asked for the longest go first.
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_KEY = 1_000;
const MOST_PATHS = 10_000;
// Where nothing is known to change by itself, look again after a while all the same.
const LONGEST_LIFE_MS = 60 * 60 * 1000;
// A page whose places have changed may be shown for a second; it is rendered anew before that is over.
const LONGEST_STALE_MS = 1_000;
const RENEWAL_PAUSE_MS = 750;
// Rendering takes the processor: more at once would only take turns.
const RENDERINGS = { permits: 2, maxQueued: 40, timeoutMs: 2_000 };
// Apart from the others, so that a flood of new addresses does not make the known pages old.
const RENEWALS = { permits: 2, maxQueued: 500, timeoutMs: 10_000 };
const ANYTHING_SHOWN: ReadonlySet<Dependency> = new Set(['operator', 'trips', 'places']);

/** What a rendering came to. */
interface Rendered {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  dependencies: ReadonlySet<Dependency>;
}

/** A page that is the same for everybody. */
export interface Page {
  /** Its one address: the path and those query parameters that it reads. */
  key: string;
  /** Under which its "not found" is cached, for all addresses that have the same one. */
  missingKey: string;
  query: KnownQuery;
  /** Renders it. Once `isMissing` is called and answers true, the rendering is not needed. */
  render(isMissing: () => boolean): Promise<Rendered>;
}

interface Entry {
  answer: CachedResponse;
  dependencies: ReadonlySet<Dependency>;
  /** The last change that it was compared with. */
  changeNumber: number;
  stale: Staleness | undefined;
  renderedAtMs: number;
  triedAtMs: number;
  /** How to render it anew; undefined for what must be exact. */
  page: Page | undefined;
}

interface Rendering {
  answer: Promise<CachedResponse>;
  changeNumber: number;
  waiting: Set<AbortSignal>;
  abort: AbortController;
}

interface Options {
  notifier: ChangeNotifier;
  /** When, at the latest, answers change by the passing of time alone. */
  nextChangeAt: () => Promise<Date | undefined>;
  onError: (error: unknown) => void;
}

/**
 * Answers that are the same for every visitor, ready to be sent: compressed, with an entity tag, from memory. The API's
 * own are exact: a change of what they show removes them. A page is rendered once for all who ask for it at the same
 * time, shown for up to a second after places were taken, and for as long as need be while the database is away.
 */
export class PageCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => answer.bytes,
  });
  /** What to look for when a path is asked for, by all its spellings that were seen. */
  readonly #paths = new LRUCache<string, { path: string; query: KnownQuery }>({ max: MOST_PATHS });
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
    options.notifier.onChange((change) => {
      this.#changes.add(change);
      if (!/^(places|reservations)/.test(change)) this.#isNextChangeKnown = false;
    });
  }

  /** Number of the last change, see {@link storeExact}. */
  get changeNumber(): number {
    return this.#changes.number;
  }

  /** Answers a request from memory; false where that is not possible. Stands before the application. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    // A body that never comes to its end is cut off by the application.
    if (hasBody(request)) return false;
    const { path, search } = splitUrl(url);
    const known = this.#paths.get(path);
    const key = known && keyOf(known.path, search, known.query);
    const entry = key !== undefined && this.#find(key);
    if (!entry) return false;
    sendResponse(entry.answer, request, response);
    return true;
  }

  /**
   * The page that `path` leads to as it is cached, or rendered together with all who ask for it now. Throws UNAVAILABLE where too many
   * renderings wait already, and an AbortError where nobody is left on whose `socket` to answer.
   */
  async open(page: Page, path: string, socket: Socket): Promise<CachedResponse> {
    if (path.length <= MAX_KEY) this.#paths.set(path, { path: splitUrl(page.key).path, query: page.query });
    const found = this.#find(page.key);
    if (found) return found.answer;
    const old = this.#entries.get(page.key);
    try {
      const answer = await this.#join(page, closeSignal(socket));
      return old && answer.status >= 500 ? old.answer : answer;
    } catch (error) {
      if (old && !socket.destroyed) return old.answer;
      throw error;
    }
  }

  /** Renders what is not cached, with the same care: few at once, and only for those who are still there. */
  render<Answer>(work: () => Promise<Answer>, socket: Socket): Promise<Answer> {
    return this.#rendering.run(work, closeSignal(socket));
  }

  /** Stores an answer that was read after the change of that number, unless it has been outdated since. */
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
    const answer = await prepareResponse(200, body, headers);
    await this.#learnNextChange();
    if (!this.#options.notifier.isListening || this.#changes.stalenessSince(changeNumber, dependencies)) return;
    const now = Date.now();
    const times = { renderedAtMs: now, triedAtMs: now };
    this.#store(key, query, { answer, dependencies, changeNumber, stale: undefined, page: undefined, ...times });
  }

  // An answer that may be sent; where it gets old, it is rendered anew in the background.
  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const stale = this.#stalenessOf(entry);
    if (!stale) return entry;
    if (!entry.page) {
      this.#entries.delete(key);
      return undefined;
    }
    const isTooOld = !stale.isOnlyPlaces || Date.now() - stale.sinceMs >= LONGEST_STALE_MS;
    if (isTooOld && !this.#isDatabaseAway) return undefined;
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
    // Without news from other processes, a page may be as old as one whose places have changed.
    const unheard = { sinceMs: entry.renderedAtMs, isOnlyPlaces: true };
    return entry.stale ?? (this.#options.notifier.isListening ? undefined : unheard);
  }

  #renew(key: string, entry: Entry, page: Page): void {
    if (Date.now() - entry.triedAtMs < RENEWAL_PAUSE_MS || this.#renderings.has(key)) return;
    entry.triedAtMs = Date.now();
    this.#start(page, this.#renewing).answer.catch(this.#options.onError);
  }

  // Waits for the rendering that is under way, or for a new one where that one shows too little already.
  async #join(page: Page, signal: AbortSignal): Promise<CachedResponse> {
    const current = this.#renderings.get(page.key);
    const news = current && this.#changes.stalenessSince(current.changeNumber, ANYTHING_SHOWN);
    const isWanted = current && !current.abort.signal.aborted && (!news || news.isOnlyPlaces);
    const rendering = isWanted ? current : this.#start(page, this.#rendering);
    rendering.waiting.add(signal);
    const leave = () => {
      rendering.waiting.delete(signal);
      if (rendering.waiting.size === 0) rendering.abort.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await rendering.answer;
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
      answer: semaphore
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
    if (known.missing) return known.missing.answer;
    if (!rendered) throw new Error('the page was not rendered');
    const { status, headers, body, dependencies } = rendered;
    this.#isDatabaseAway = status === 503;
    const answer = await prepareResponse(status, body, headers);
    if (![200, 404, 410].includes(status)) return answer;
    await this.#learnNextChange();
    const { changeNumber } = began;
    const times = { renderedAtMs, triedAtMs: renderedAtMs };
    const entry = { answer, dependencies, changeNumber, stale: undefined, page, ...times };
    if (status !== 404) this.#store(page.key, page.query, entry);
    else this.#store(page.missingKey, page.query, { ...entry, dependencies: new Set(['operator'] as const) });
    if (status === 404 && page.missingKey !== page.key) this.#entries.delete(page.key);
    return answer;
  }

  #store(key: string, query: KnownQuery, entry: Entry): void {
    if (key.length > MAX_KEY) return;
    const { path } = splitUrl(key);
    this.#entries.set(key, entry);
    this.#paths.set(path, { path, query });
  }

  async #learnNextChange(): Promise<void> {
    if (this.#isNextChangeKnown) return;
    const { number } = this.#changes;
    const change = await this.#options.nextChangeAt();
    const news = this.#changes.stalenessSince(number, ANYTHING_SHOWN);
    if (news && !news.isOnlyPlaces) return;
    this.#nextChangeMs = Math.min(change?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + LONGEST_LIFE_MS);
    this.#isNextChangeKnown = true;
  }
}
