import {
  type BoardingDecision,
  type BoardingList,
  type BoardingTaps,
  MAX_TAPS,
  type TapResults,
} from '@passeio/contract/boarding/boarding';
import { createStore } from 'zustand';
import { ApiError } from '~/lib/api';
import { deleteTaps, deviceId, type OutboxTap, readTaps, storeTap } from './outbox';
import { attendanceOf, measureOffset, readSaved, type SavedBoarding } from './saved-boarding';
import { seal, unseal } from './vault';

/** Time between two questions whether other phones have tapped. */
const REFRESH_MS = 20_000;
/** Pause after a failed call, doubled each time. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Where a list comes from and its taps go. Calls resolve to undefined while another page opens. */
export interface BoardingSource {
  owner: string;
  /** Of the encrypted list. */
  database: string;
  /** Names the list of this owner. */
  list: string;
  load: () => Promise<BoardingList | undefined>;
  send: (taps: BoardingTaps) => Promise<TapResults | undefined>;
}

export interface BoardingSyncState {
  /** Undefined until it was read or loaded. */
  saved: SavedBoarding | undefined;
  taps: OutboxTap[];
  /** Whether the last call reached the server; undefined before the first. */
  isReached: boolean | undefined;
  /** Why the server refused the last call. */
  failure: ApiError | undefined;
  /** Names this phone; undefined until it was read. */
  device: string | undefined;
}

/** The boarding of a trip on this phone: what it knows, and what it has to send. */
export class BoardingSync {
  readonly store = createStore<BoardingSyncState>(() => ({
    saved: undefined,
    taps: [],
    isReached: undefined,
    failure: undefined,
    device: undefined,
  }));
  readonly #source: BoardingSource;
  #lastTapAt = 0;
  #restoring: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isStopped = false;

  constructor(source: BoardingSource) {
    this.#source = source;
  }

  /** Runs until the returned function is called. */
  start(): () => void {
    this.#isStopped = false;
    const syncNow = () => {
      this.#pauseMs = FIRST_PAUSE_MS;
      if (document.visibilityState === 'visible') void this.sync();
    };
    window.addEventListener('online', syncNow);
    document.addEventListener('visibilitychange', syncNow);
    void this.restore().then(() => this.sync());
    return () => {
      this.#isStopped = true;
      clearTimeout(this.#timer);
      window.removeEventListener('online', syncNow);
      document.removeEventListener('visibilitychange', syncNow);
    };
  }

  /** Resolves once the tap is on disk; rejects if this browser does not store it. */
  async tap(participantId: string, decision: BoardingDecision): Promise<void> {
    const { owner, list } = this.#source;
    this.#lastTapAt = Math.max(Date.now(), this.#lastTapAt + 1);
    const { saved } = this.store.getState();
    const stored: OutboxTap = {
      id: crypto.randomUUID(),
      participantId,
      decision,
      tappedAt: new Date(this.#lastTapAt).toISOString(),
      clockOffsetMs: saved?.clockOffsetMs ?? 0,
      ...(saved && { seenAt: saved.savedAt }),
      owner,
      list,
      refusal: null,
    };
    await storeTap(stored);
    this.store.setState(({ taps }) => ({ taps: [...taps, stored] }));
    void this.sync();
  }

  /** Sends what is to be sent, and learns what other phones have sent. */
  sync(): Promise<void> {
    if (this.#running) this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Forgets a refused tap that somebody has read. */
  async dismiss(id: string): Promise<void> {
    await deleteTaps([id]);
    this.store.setState(({ taps }) => ({ taps: taps.filter((one) => one.id !== id) }));
  }

  /** Resolves once it has what this browser stored; with nothing if that cannot be read. */
  restore(): Promise<void> {
    this.#restoring ??= this.#restore();
    return this.#restoring;
  }

  async #restore(): Promise<void> {
    const { owner, database, list } = this.#source;
    try {
      const [device, taps, stored] = await Promise.all([deviceId(), readTaps(owner, list), unseal(database, list)]);
      const saved = readSaved(stored);
      this.store.setState({ device, taps, ...(saved ? { saved } : {}) });
    } catch (error) {
      console.warn('Stored boarding could not be read', error);
    }
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.#exchange();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.store.setState({ isReached: error.status !== 0, failure: error.status === 0 ? undefined : error });
        this.#schedule(this.#pauseMs);
        this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
        return;
      }
    } while (this.#again && !this.#isStopped);
  }

  async #exchange(): Promise<void> {
    if (!(await this.#sendTaps())) return;
    const askedAt = Date.now();
    const loaded = await this.#source.load();
    if (!loaded) return;
    const clockOffsetMs = measureOffset(loaded.now, askedAt, Date.now());
    await this.#keep({ savedAt: loaded.now, clockOffsetMs, list: loaded });
    this.store.setState({ isReached: true, failure: undefined });
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#schedule(REFRESH_MS);
  }

  /** False if another page opens. */
  async #sendTaps(): Promise<boolean> {
    for (;;) {
      const waiting = unsent(this.store.getState().taps).slice(0, MAX_TAPS);
      if (waiting.length === 0) return true;
      const answer = await this.#source.send({ deviceId: await deviceId(), taps: waiting.map(toWire) });
      if (!answer) return false;
      await this.#recordResults(waiting, answer);
    }
  }

  async #recordResults(sent: readonly OutboxTap[], { results }: TapResults): Promise<void> {
    const reasons = new Map(results.map(({ id, reason }) => [id, reason]));
    const done = sent.filter(({ id }) => reasons.get(id) === null);
    const refused = sent
      .map((one) => ({ ...one, refusal: reasons.get(one.id) ?? null }))
      .filter(({ refusal }) => refusal !== null);
    const { saved } = this.store.getState();
    if (saved) {
      const people = saved.list.people.map((person) => {
        const own = done.filter(({ participantId }) => participantId === person.id);
        return own.length === 0 ? person : { ...person, attendance: attendanceOf(person, own) };
      });
      await this.#keep({ ...saved, list: { ...saved.list, people } });
    }
    const gone = new Set(done.map(({ id }) => id));
    await Promise.all([...refused.map(storeTap), deleteTaps([...gone])]);
    this.store.setState(({ taps }) => ({
      taps: taps.filter(({ id }) => !gone.has(id)).map((one) => refused.find(({ id }) => id === one.id) ?? one),
    }));
  }

  async #keep(saved: SavedBoarding): Promise<void> {
    const { database, list } = this.#source;
    this.store.setState({ saved });
    const until = Date.parse(saved.list.trip.returnDate) - saved.clockOffsetMs;
    await seal(database, list, saved, until).catch((error) => console.warn('Boarding list not stored', error));
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.sync(), ms);
  }
}

export function unsent(taps: readonly OutboxTap[]): OutboxTap[] {
  return taps.filter(({ refusal }) => refusal === null);
}

function toWire({ owner: _owner, list: _list, refusal: _refusal, ...tap }: OutboxTap) {
  return tap;
}
