import { adjustParts, halfUp, inProportion } from './proportions.ts';

/** Money that a bank moved: a Pix, or a payment by card. */
export interface BankMoney {
  id: string;
  method: 'pix' | 'card';
  cents: number;
  daysAgo: number;
  /** The reservation whose charge it paid. */
  of?: Reservation;
  /** Only staff says that it came, by a statement: what is put right of it does not wait. */
  isUnreported?: boolean;
}

export interface Account {
  id: string;
  token: string;
  creditCents: number;
}

export interface Card {
  id: string;
  code: string;
  valueCents: number;
  balanceCents: number;
  /** What it had when it ended, and what went back to it since then; it has this again once it is reissued. */
  endedCents: number;
  isActive: boolean;
  /** Its payment went back. */
  isReturned: boolean;
  /** What the bank took of its payment. */
  takenCents: number;
  money: BankMoney;
  txid: string;
}

export type Method = 'pix' | 'cash' | 'card' | 'transfer' | 'credit' | 'gift_card';

/** A movement of a reservation's money. */
export interface Entry {
  kind: 'in' | 'refund' | 'chargeback' | 'reversal';
  direction: 'in' | 'out';
  method: Method;
  cents: number;
  /** The bank's, where it is known which. */
  money?: BankMoney;
  /** Staff recorded it; without `money`, nothing says which money of the bank it is. */
  byHand?: boolean;
  /** The charge that it paid. */
  code?: Code;
  /** The bank made it, or moved it. */
  isOfBank?: boolean;
  card?: Card;
  owner?: Account;
  isReversed?: boolean;
  /** A guide took the cash, and has it again if staff finds that it did not count. */
  isOfGuide?: boolean;
  /** A return of the bank stands for it by now. */
  isClaimed?: boolean;
}

export interface Trip {
  id: string;
  title: string;
  fares: { id: string; cents: number }[];
  boardingPointId: string;
  /** A lunch for a person, and an insurance for the reservation, which is never given back. */
  lunch: { id: string; cents: number };
  insurance: { id: string; cents: number };
  depositPercent: number;
  penaltyPercent: number;
  /** Monthly instalments of the balance; 0: it is paid at once. */
  instalments: number;
  /** It boards already; guides take cash. */
  isBoarding: boolean;
  isCancelled: boolean;
  /** A guide's session without an account. */
  session: string;
}

/** Who sells, for a part of what is received, in hundredths of a percent. */
export interface Seller {
  id: string;
  code: string;
  rate: number;
  /** Closed ones, the first first. */
  statements: Statement[];
}

/** A closed statement of commission; `lines`: by the codes of reservations. */
export interface Statement {
  id: string;
  month: string;
  hash: string;
  file: string;
  totalCents: number;
  lines: [string, number][];
  isPaid: boolean;
}

/** A charge that a payer has seen; `madeAfter`: how many entries its reservation had before. */
export interface Code {
  txid: string;
  cents: number;
  /** What its means adds, or takes off, contained in `cents`. */
  adjustmentCents: number;
  madeAfter: number;
  means: 'pix' | 'card';
  /** The person whose share it is, where the payment is split. */
  person?: string;
}

/** A part of the price, of a person or of the whole. */
interface Line {
  kind: 'fare' | 'extra' | 'agreed' | 'penalty' | 'means';
  person: string | null;
  cents: number;
  isNonRefundable?: boolean;
  /** Which extra of the trip it is. */
  extra?: string;
  /** The payment whose means changed the price, and its charge. */
  entry?: Entry;
}

/** What a reservation is found by; `link` and the `digits` of its telephone where its payer has no account. */
interface Facts {
  id: string;
  code: string;
  link?: string;
  digits?: string;
}

export interface Coupon {
  code: string;
  percent?: number;
  cents?: number;
}

/** A reservation in integers; nothing of it is read from the server but ids. */
export class Reservation {
  state: 'held' | 'booked' | 'expired' | 'cancelled' = 'held';
  /** The operator cancelled its departure, and its payer chooses. */
  isChoosing = false;
  /** Its payer, who has an account, cancelled it. */
  isLetGo = false;
  /** Staff booked it, whatever was paid. */
  isConfirmed = false;
  isSplit = false;
  /** Its payer has an account, and staff made them a link too. */
  hasOwnLink = false;
  /** Who sold it, as far as is known by now. */
  seller: Seller | null = null;
  retainedCents = 0;
  lines: Line[];
  depositCents = 0;
  /** The instalments as they were agreed; none: the balance is paid at once. */
  agreed: number[] = [];
  readonly entries: Entry[] = [];
  readonly codes: Code[] = [];
  /** What clients pay who cancel: as its payer accepted it, on whichever trip they travel by then. */
  readonly penaltyPercent: number;
  readonly facts: Facts;
  trip: Trip;
  people: string[];
  owner: Account | null;

  constructor(facts: Facts, trip: Trip, people: { id: string; cents: number }[], owner: Account | null) {
    this.facts = facts;
    this.trip = trip;
    this.people = people.map(({ id }) => id);
    this.lines = people.map(({ id, cents }) => ({ kind: 'fare', person: id, cents }));
    this.owner = owner;
    this.penaltyPercent = trip.penaltyPercent;
  }

  get isActive(): boolean {
    return this.state === 'held' || this.state === 'booked';
  }

  /** Active, and its departure was not cancelled. */
  get isGoing(): boolean {
    return this.isActive && !this.isChoosing;
  }

  get totalCents(): number {
    return sumOf(this.lines);
  }

  get receivedCents(): number {
    return this.entries.reduce((sum, { direction, cents }) => sum + (direction === 'in' ? cents : -cents), 0);
  }

  /** What went back, but for what was put right. */
  get refundedCents(): number {
    return sumOf(this.entries.filter(({ kind, isReversed }) => kind === 'refund' && !isReversed));
  }

  get dueCents(): number {
    return this.isActive ? Math.max(this.totalCents - this.receivedCents, 0) : 0;
  }

  get owedCents(): number {
    return Math.max(this.receivedCents - (this.isActive ? this.totalCents : this.retainedCents), 0);
  }

  /** What a seller earns by their rule of what was received; what has to go back was not. */
  commissionFor(seller: Seller): number {
    return this.seller === seller ? halfUp((this.receivedCents - this.owedCents) * seller.rate, 10_000) : 0;
  }

  get penaltiesCents(): number {
    return sumOf(this.lines.filter(({ kind }) => kind === 'penalty'));
  }

  /** What each gift card has in it, but for those that take nothing back. */
  sharesOfCards(): Map<Card, number> {
    const shares = new Map<Card, number>();
    for (const { card, direction, cents } of this.entries) {
      if (card && takesBack(card)) shares.set(card, (shares.get(card) ?? 0) + (direction === 'in' ? cents : -cents));
    }
    return shares;
  }

  /** What can go back otherwise than to gift cards. */
  get returnableCents(): number {
    return [...this.sharesOfCards().values()].reduce((rest, cents) => rest - Math.max(cents, 0), this.receivedCents);
  }

  /** The instalments as they stand, with what is paid of each; those of which nothing is left are left out. */
  instalments(): { amountCents: number; paidCents: number }[] {
    const { totalCents, depositCents, receivedCents } = this;
    let covered = Math.min(depositCents, totalCents);
    let asked = depositCents;
    return this.agreed.flatMap((cents, index) => {
      asked += cents;
      const from = covered;
      covered = index === this.agreed.length - 1 ? totalCents : Math.min(asked, totalCents);
      const amountCents = covered - from;
      const paidCents = Math.min(Math.max(receivedCents - from, 0), amountCents);
      return amountCents > 0 ? [{ amountCents, paidCents }] : [];
    });
  }

  /** What is asked for by the next instalment. */
  get nextCents(): number {
    const all = this.instalments();
    const next = all.findIndex(({ amountCents, paidCents }) => paidCents < amountCents);
    if (next < 0) return 0;
    const asked = all.slice(0, next + 1).reduce((sum, { amountCents }) => sum + amountCents, 0);
    return Math.min(this.depositCents, this.totalCents) + asked - this.receivedCents;
  }

  /** What each person pays where the payment is split: their own lines, and an equal part of those of the whole. */
  shares(): number[] {
    const priced = this.lines.filter(({ kind }) => kind !== 'means');
    const own = this.people.map((id) => sumOf(priced.filter(({ person }) => person === id)));
    const whole = sumOf(priced) - own.reduce((sum, cents) => sum + cents, 0);
    const part = Math.trunc(whole / own.length);
    return own.map((cents, index) => cents + part + (index === 0 ? whole - part * own.length : 0));
  }

  /** Reserves on its trip by what it costs now: deposit and instalments are agreed anew. */
  agree(): void {
    this.depositCents = this.usualDepositCents;
    const rest = this.totalCents - this.depositCents;
    const count = rest > 0 ? Math.min(this.trip.instalments, Math.max(1, Math.floor(rest / 100))) : 0;
    this.agreed = Array.from(
      { length: count },
      (_, index) => Math.floor(rest / count) + (index < rest % count ? 1 : 0),
    );
    this.bookIfCovered();
  }

  /** Lines have changed: the deposit follows a new total. */
  private reprice(before: number): void {
    if (before === this.totalCents) return;
    this.depositCents = this.usualDepositCents;
    this.bookIfCovered();
  }

  private get usualDepositCents(): number {
    return halfUp(this.totalCents * this.trip.depositPercent, 100);
  }

  private bookIfCovered(): void {
    if (this.state === 'held' && this.receivedCents >= this.depositCents) this.state = 'booked';
  }

  /** An amount that is agreed, as a part of each person in proportion to their fares. */
  adjust(cents: number): void {
    const before = this.totalCents;
    this.addAgreed(cents);
    this.reprice(before);
  }

  private addAgreed(cents: number): void {
    const fares = this.people.map((id) => sumOf(this.lines.filter((one) => one.person === id && one.kind === 'fare')));
    const parts = inProportion(Math.abs(cents), fares).map((part) => Math.sign(cents) * part);
    for (const [index, part] of parts.entries()) {
      if (part !== 0) this.lines.push({ kind: 'agreed', person: this.people[index] ?? null, cents: part });
    }
  }

  /** Takes off what a coupon does; before it is agreed. */
  applyCoupon({ percent, cents = 0 }: Coupon): void {
    const total = this.totalCents;
    this.addAgreed(-(percent ? halfUp(total * percent, 100) : Math.min(cents, total)));
  }

  addExtra(extra: string, cents: number, person: string | null): void {
    const before = this.totalCents;
    this.lines.push({ kind: 'extra', person, cents, extra, isNonRefundable: person === null });
    this.reprice(before);
  }

  /** Takes all that somebody has of an extra out. */
  removeExtra(extra: string, person: string | null): void {
    const before = this.totalCents;
    this.lines = this.lines.filter((one) => !(one.extra === extra && one.person === person));
    this.keepAboveZero();
    this.reprice(before);
  }

  /** Another person travels in somebody's place, perhaps by another fare. */
  swap(person: string, cents: number): void {
    const before = this.totalCents;
    for (const line of this.lines) if (line.kind === 'fare' && line.person === person) line.cents = cents;
    this.reprice(before);
  }

  private keepAboveZero(): void {
    const { totalCents } = this;
    if (totalCents < 0) this.lines.push({ kind: 'agreed', person: null, cents: -totalCents });
  }

  quote(by: 'client' | 'operator'): { penaltyCents: number; refundCents: number } {
    const { totalCents, receivedCents } = this;
    const kept = by === 'operator' ? 0 : Math.min(this.penaltiesCents, totalCents);
    const penaltyCents = this.penaltyOn(totalCents - kept, this.lines, by) + kept;
    return { penaltyCents, refundCents: Math.max(receivedCents - penaltyCents, 0) };
  }

  private penaltyOn(cents: number, lines: Line[], by: 'client' | 'operator'): number {
    if (by === 'operator') return 0;
    const fixed = Math.min(sumOf(lines.filter(({ isNonRefundable }) => isNonRefundable)), cents);
    return halfUp((cents - fixed) * this.penaltyPercent, 100) + fixed;
  }

  /** Everybody leaves; by the operator without a penalty. */
  cancel(by: 'client' | 'operator'): void {
    this.retainedCents = Math.min(this.quote(by).penaltyCents, this.receivedCents);
    this.state = 'cancelled';
    this.isChoosing = false;
  }

  /** One of several leaves: the penalty is at most what they have paid. */
  leave(person: string, by: 'client' | 'operator'): void {
    const { totalCents, receivedCents, penaltiesCents } = this;
    const theirs = this.lines.filter((one) => one.person === person);
    const leaving = Math.min(Math.max(sumOf(theirs), 0), totalCents);
    const earlier = Math.min(penaltiesCents, receivedCents);
    const [received, total] = [receivedCents - earlier, totalCents - earlier];
    const share = total <= 0 ? received : Math.min(halfUp(received * leaving, total), received);
    const penalty = Math.min(this.penaltyOn(leaving, theirs, by), share);
    this.lines = this.lines.filter((one) => !theirs.includes(one));
    const debt = Math.min(sumOf(theirs), 0);
    if (debt < 0) this.lines.push({ kind: 'agreed', person: null, cents: debt });
    this.keepAboveZero();
    if (penalty > 0) this.lines.push({ kind: 'penalty', person: null, cents: penalty });
    this.people = this.people.filter((one) => one !== person);
    this.reprice(totalCents);
  }

  /** Its lines by the same fares on another trip, whose extras are others. */
  private linesOn({ fares }: Trip): Line[] {
    const fareOf = (cents: number) => fares[this.trip.fares.findIndex((fare) => fare.cents === cents)]?.cents ?? 0;
    return this.lines
      .filter(({ kind }) => kind !== 'extra')
      .map((line) => (line.kind === 'fare' ? { ...line, cents: fareOf(line.cents) } : line));
  }

  totalOn(trip: Trip): number {
    return Math.max(sumOf(this.linesOn(trip)), 0);
  }

  moveTo(trip: Trip): void {
    this.lines = this.linesOn(trip);
    this.keepAboveZero();
    this.trip = trip;
    this.isChoosing = false;
    this.agree();
  }

  /** What a payment of its whole charge changes of the price; asked before it is written. Null: nothing. */
  priceBy(entry: Entry): { line: Line; until: number } | null {
    const { code } = entry;
    if (!code || code.adjustmentCents === 0 || this.state === 'cancelled' || code.cents !== entry.cents) return null;
    if (this.lines.some((line) => line.kind === 'means' && line.entry?.code === code)) return null;
    const asked = code.cents - code.adjustmentCents;
    const settled = Math.min(asked, this.totalCents - this.receivedCents);
    const cents = settled > 0 ? Math.trunc((code.adjustmentCents * settled) / asked) : 0;
    if (cents === 0) return null;
    return { line: { kind: 'means', person: null, cents, entry }, until: this.receivedCents + settled };
  }

  /** The deposit after a line of means: what it covers costs so much more or less. */
  changePrice({ line, until }: { line: Line; until: number }, from: number): void {
    const standing = this.instalments().map(({ amountCents }) => amountCents);
    const balance = standing.length > 0 ? standing : [this.totalCents - this.depositCents];
    const [deposit = 0, ...after] = adjustParts([this.depositCents, ...balance], { from, until, cents: line.cents });
    this.lines.push(line);
    this.depositCents = deposit;
    if (standing.length > 0) this.agreed = after.filter((cents) => cents > 0);
    this.retainedCents = Math.min(this.retainedCents, this.totalCents);
  }

  /** Nothing of a payment counts any more: its means does not change the price either. Asked before it is written. */
  unprice(entry: Entry, cents: number): void {
    const line = this.lines.find((one) => one.kind === 'means' && one.entry === entry);
    if (!line) return;
    const rest = Math.max(line.cents - this.totalCents, 0);
    const until = this.receivedCents;
    this.changePrice({ line: { kind: 'agreed', person: null, cents: rest - line.cents }, until }, until - cents);
    // The line ends; what the change added stands for that, and for what is limited to the price.
    const change = this.lines.pop();
    this.lines = this.lines.filter((one) => one !== line);
    if (change && rest > 0) this.lines.push({ ...change, cents: rest });
  }
}

const sumOf = (lines: { cents: number }[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

/** Whether what a gift card paid goes back to it: not to one that staff revoked. */
export const takesBack = ({ isActive, isReturned }: Card) => isActive || isReturned;
