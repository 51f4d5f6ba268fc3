import {
  type BoardingDecision,
  type BoardingList,
  type BoardingPerson,
  type BoardingTaps,
  MAX_TAPS,
  type TapResults,
} from '@passeio/contract/boarding/boarding';
import type { DoorCharge, DoorPayment, KeptCash } from '@passeio/contract/boarding/door-money';
import { createStore } from 'zustand';
import { ApiError, type Download } from '~/lib/api';
import { deviceId, forget, keep, type OutboxPayment, type OutboxTap, readKept, toWire, unsent } from './outbox';
import { attendanceOf, measureOffset, readSaved, type SavedBoarding } from './saved-boarding';
import { seal, unseal } from './vault';

/** Time between two questions whether other phones have tapped. */
const REFRESH_MS = 20_000;
/** Pause after a failed call, doubled each time. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Where a list comes from and its taps go. */
export interface BoardingSource {
  owner: string;
  /** The name of the encrypted list's database. */
  database: string;
  /** Names the list of this owner. */
  list: string;
  load: () => Promise<BoardingList>;
  send: (taps: BoardingTaps) => Promise<TapResults>;
  /** Records cash; what is due since then, or nothing but that it is kept. */
  receive: (payment: DoorPayment) => Promise<KeptCash>;
  /** What the payer of a reservation is shown to pay what is due. */
  charge: (code: string) => Promise<DoorCharge>;
  /** The file of an authorisation; absent where it may not be opened. */
  authorization?: ((participantId: string) => Promise<Download>) | undefined;
  /** The boarding is not open: what this phone has of it is cash. */
  isCashOnly?: boolean;
}

export interface BoardingSyncState {
  /** Undefined until it was read or loaded. */
  saved: SavedBoarding | undefined;
  taps: OutboxTap[];
  payments: OutboxPayment[];
  /** Cash that came late, since this was opened: staff decides about it. */
  late: OutboxPayment[];
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
    payments: [],
    late: [],
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
    const { saved } = this.store.getState();
    const tap = { ...this.#stamp(), participantId, decision, ...(saved && { seenAt: saved.savedAt }) };
    await keep('taps', tap);
    this.store.setState(({ taps }) => ({ taps: [...taps, tap] }));
    void this.sync();
  }

  /** Cash for a reservation, as {@link tap}. */
  async receive(code: string, amountCents: number): Promise<void> {
    const payment = { ...this.#stamp(), code, amountCents };
    await keep('payments', payment);
    this.store.setState(({ payments }) => ({ payments: [...payments, payment] }));
    void this.sync();
  }

  /** What the payer of a reservation is shown to pay what is due. */
  charge(code: string): Promise<DoorCharge> {
    return this.#source.charge(code);
  }

  /** Loads the file of an authorisation; undefined where nobody may open it. */
  get authorization(): BoardingSource['authorization'] {
    return this.#source.authorization;
  }

  #stamp() {
    const { owner, list } = this.#source;
    this.#lastTapAt = Math.max(Date.now(), this.#lastTapAt + 1);
    const tappedAt = new Date(this.#lastTapAt).toISOString();
    const clockOffsetMs = this.store.getState().saved?.clockOffsetMs ?? 0;
    return { id: crypto.randomUUID(), tappedAt, clockOffsetMs, owner, list, refusal: null };
  }

  /** Sends what is to be sent, and learns what other phones have sent. */
  sync(): Promise<void> {
    if (this.#running) this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Forgets a refused tap, or refused cash, that somebody has read. */
  async dismiss(id: string): Promise<void> {
    await Promise.all([forget('taps', [id]), forget('payments', [id])]);
    this.store.setState(({ taps, payments }) => ({
      taps: taps.filter((one) => one.id !== id),
      payments: payments.filter((one) => one.id !== id),
    }));
  }

  /** Resolves once it has what this browser stored; with nothing if that cannot be read. */
  restore(): Promise<void> {
    this.#restoring ??= this.#restore();
    return this.#restoring;
  }

  async #restore(): Promise<void> {
    const { owner, database, list } = this.#source;
    try {
      const [device, taps, payments, stored] = await Promise.all([
        deviceId(),
        readKept('taps', { owner, list }),
        readKept('payments', { owner, list }),
        unseal(database, list),
      ]);
      const saved = readSaved(stored);
      this.store.setState({ device, taps, payments, ...(saved ? { saved } : {}) });
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
    // Cash first: the server takes it of guides who may do nothing else any more.
    await this.#sendPayments();
    if (this.#source.isCashOnly) return;
    await this.#sendTaps();
    const askedAt = Date.now();
    const loaded = await this.#source.load();
    const clockOffsetMs = measureOffset(loaded.now, askedAt, Date.now());
    await this.#keep({ savedAt: loaded.now, clockOffsetMs, list: loaded });
    this.store.setState({ isReached: true, failure: undefined });
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#schedule(REFRESH_MS);
  }

  async #sendTaps(): Promise<void> {
    for (;;) {
      const waiting = unsent(this.store.getState().taps).slice(0, MAX_TAPS);
      if (waiting.length === 0) return;
      const answer = await this.#source.send({ deviceId: await deviceId(), taps: waiting.map(toWire) });
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
    await Promise.all([...refused.map((one) => keep('taps', one)), forget('taps', [...gone])]);
    this.store.setState(({ taps }) => ({
      taps: taps.filter(({ id }) => !gone.has(id)).map((one) => refused.find(({ id }) => id === one.id) ?? one),
    }));
  }

  /** One by one, because each is answered with what is due since then. */
  async #sendPayments(): Promise<void> {
    for (const payment of unsent(this.store.getState().payments)) {
      try {
        const due = await this.#source.receive(toWire(payment));
        const isLate = due.dueCents === undefined;
        const { saved } = this.store.getState();
        const withDue = (one: BoardingPerson) => (one.code === payment.code ? { ...one, ...due } : one);
        if (saved && !isLate) {
          await this.#keep({ ...saved, list: { ...saved.list, people: saved.list.people.map(withDue) } });
        }
        await forget('payments', [payment.id]);
        this.store.setState(({ payments, late }) => ({
          payments: payments.filter(({ id }) => id !== payment.id),
          ...(isLate && { late: [...late, payment] }),
        }));
      } catch (error) {
        if (!(error instanceof ApiError && isRefusal(error))) throw error;
        const refused = { ...payment, refusal: Object.values(error.fields)[0] ?? error.message };
        await keep('payments', refused);
        this.store.setState(({ payments }) => ({
          payments: payments.map((one) => (one.id === payment.id ? refused : one)),
        }));
      }
    }
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

/** Sends the cash of a boarding that is not open. */
export function cashOnly(source: Pick<BoardingSource, 'owner' | 'database' | 'list' | 'receive'>): BoardingSync {
  const never = () => Promise.reject(new ApiError(0));
  return new BoardingSync({ ...source, load: never, send: never, charge: never, isCashOnly: true });
}

/** Whether the server will say the same however often it is asked; a session that is over may be followed by another. */
function isRefusal({ status, code }: ApiError): boolean {
  return (status === 400 || status === 404 || status === 409) && code !== 'GUIDE_SESSION_OVER';
}
