/** Money that a bank moved: a Pix, or a payment by card. */
export interface BankMoney {
  id: string;
  method: 'pix' | 'card';
  cents: number;
  daysAgo: number;
}

type Method = 'pix' | 'cash' | 'card' | 'transfer' | 'credit' | 'gift_card';

/** A movement of a reservation's money. */
export interface Entry {
  kind: 'in' | 'refund' | 'chargeback' | 'reversal';
  direction: 'in' | 'out';
  method: Method;
  cents: number;
  /** The bank's, where it is known which. */
  money?: BankMoney;
  /** Staff typed it, and nothing says which money of the bank it is. */
  byHand?: boolean;
  /** The charge whose receipt staff took. */
  txid?: string;
  /** The bank made it, or moved it. */
  isOfBank?: boolean;
  card?: Card;
  owner?: Account;
  isReversed?: boolean;
  /** A return of the bank stands for it by now. */
  isClaimed?: boolean;
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
  /** Blocked: its payment went back. What it has is worth nothing unless it is active. */
  state: 'active' | 'blocked' | 'revoked';
  money: BankMoney;
  txid: string;
}

export interface Trip {
  id: string;
  fareId: string;
  boardingPointId: string;
  priceCents: number;
  depositPercent: number;
  penaltyPercent: number;
}

/** A charge that a payer has seen; `madeAfter`: how many entries its reservation had before. */
export interface Code {
  txid: string;
  cents: number;
  madeAfter: number;
}

/** By which a reservation is found; `link` and the `digits` of its telephone where its payer has no account. */
interface Facts {
  id: string;
  code: string;
  link?: string;
  digits?: string;
}

/** A reservation in integers; nothing of it is read from the server but ids. */
export class Reservation {
  isActive = true;
  retainedCents = 0;
  penaltiesCents = 0;
  adjustmentsCents = 0;
  totalCents: number;
  depositCents: number;
  readonly entries: Entry[] = [];
  readonly codes: Code[] = [];
  /** What clients pay who cancel: as its payer accepted it, on whichever trip they travel by then. */
  readonly penaltyPercent: number;
  readonly facts: Facts;
  trip: Trip;
  people: string[];
  owner: Account | null;

  constructor(facts: Facts, trip: Trip, people: string[], owner: Account | null) {
    this.facts = facts;
    this.trip = trip;
    this.people = people;
    this.owner = owner;
    this.penaltyPercent = trip.penaltyPercent;
    this.totalCents = people.length * trip.priceCents;
    this.depositCents = halfUp(this.totalCents * trip.depositPercent, 100);
  }

  get receivedCents(): number {
    return this.entries.reduce((sum, { direction, cents }) => sum + (direction === 'in' ? cents : -cents), 0);
  }

  /** What went back, but for what was put right. */
  get refundedCents(): number {
    const refunds = this.entries.filter(({ kind, isReversed }) => kind === 'refund' && !isReversed);
    return refunds.reduce((sum, { cents }) => sum + cents, 0);
  }

  get dueCents(): number {
    return this.isActive ? Math.max(this.totalCents - this.receivedCents, 0) : 0;
  }

  get owedCents(): number {
    return Math.max(this.receivedCents - (this.isActive ? this.totalCents : this.retainedCents), 0);
  }

  /** What each gift card has in it, but for those that staff revoked. */
  sharesOfCards(): Map<Card, number> {
    const shares = new Map<Card, number>();
    for (const { card, direction, cents } of this.entries) {
      if (card && card.state !== 'revoked')
        shares.set(card, (shares.get(card) ?? 0) + (direction === 'in' ? cents : -cents));
    }
    return shares;
  }

  /** What can go back otherwise than to gift cards. */
  get returnableCents(): number {
    return [...this.sharesOfCards().values()].reduce((rest, cents) => rest - Math.max(cents, 0), this.receivedCents);
  }

  write(entry: Entry): Entry {
    this.entries.push(entry);
    return entry;
  }

  reprice(totalCents: number): void {
    if (totalCents === this.totalCents) return;
    this.totalCents = totalCents;
    this.depositCents = halfUp(totalCents * this.trip.depositPercent, 100);
  }

  /** Everybody leaves; by the operator without a penalty. */
  cancel(by: 'client' | 'operator'): { penaltyCents: number; refundCents: number } {
    const quote = this.quote(by);
    this.isActive = false;
    this.retainedCents = Math.min(quote.penaltyCents, this.receivedCents);
    return quote;
  }

  quote(by: 'client' | 'operator'): { penaltyCents: number; refundCents: number } {
    const kept = by === 'operator' ? 0 : Math.min(this.penaltiesCents, this.totalCents);
    const percent = by === 'operator' ? 0 : this.penaltyPercent;
    const penaltyCents = halfUp((this.totalCents - kept) * percent, 100) + kept;
    return { penaltyCents, refundCents: Math.max(this.receivedCents - penaltyCents, 0) };
  }

  /** One of several leaves: the penalty is at most what they have paid. */
  leave(person: string, by: 'client' | 'operator'): void {
    const leaving = Math.min(this.trip.priceCents, this.totalCents);
    const earlier = Math.min(this.penaltiesCents, this.receivedCents);
    const [received, total] = [this.receivedCents - earlier, this.totalCents - earlier];
    const share = total <= 0 ? received : Math.min(halfUp(received * leaving, total), received);
    const percent = by === 'operator' ? 0 : this.penaltyPercent;
    const penalty = Math.min(halfUp(leaving * percent, 100), share);
    this.people = this.people.filter((one) => one !== person);
    this.penaltiesCents += penalty;
    this.reprice(this.totalCents - leaving + penalty);
  }

  moveTo(trip: Trip): void {
    this.trip = trip;
    this.totalCents = -1;
    this.reprice(this.people.length * trip.priceCents + this.adjustmentsCents);
  }
}

/** All that a sequence has moved. */
export class Book {
  readonly reservations: Reservation[] = [];
  readonly cards: Card[] = [];
  readonly accounts: Account[] = [];
  /** All that the bank and the provider of cards have moved to the operator. */
  readonly money: BankMoney[] = [];
  /** What waits for staff, because it belongs to nobody that the server knows. */
  readonly waiting: BankMoney[] = [];
  /** What came in and went out of the operator's hands, by the day on which it did. */
  readonly cash = { in: 0, out: 0 };

  holderOf(money: BankMoney): Reservation | undefined {
    return this.reservations.find(({ entries }) => entries.some((one) => one.money === money && counts(one)));
  }

  /** Money of the bank for a charge: once, whatever the reservation has become meanwhile. */
  receive(reservation: Reservation, money: BankMoney, code?: Code): void {
    const slip = Math.max(100, halfUp(money.cents, 20));
    const mayBeSame = (one: Entry, index: number) => {
      const off = Math.abs(one.cents - money.cents);
      if (code && one.txid === code.txid) return true;
      return (off === 0 && money.daysAgo < 5) || (code && !one.txid && index >= code.madeAfter && off <= slip);
    };
    const isTyped = reservation.entries.some(
      (one, index) => one.byHand && counts(one) && isPixIn(one) && mayBeSame(one, index),
    );
    if (money.method === 'pix' && isTyped) this.waiting.push(money);
    else this.enter(reservation, { kind: 'in', direction: 'in', method: money.method, cents: money.cents, money });
  }

  enter(reservation: Reservation, entry: Entry): void {
    reservation.write(entry);
    if (entry.method !== 'credit' && entry.method !== 'gift_card') this.cash[entry.direction] += entry.cents;
    const isWorthless = entry.card?.state === 'blocked' && entry.direction === 'out';
    if (entry.card && !isWorthless) entry.card.balanceCents += entry.direction === 'in' ? -entry.cents : entry.cents;
    if (entry.owner) entry.owner.creditCents += entry.direction === 'in' ? -entry.cents : entry.cents;
  }

  /** The gift card that was bought by it. */
  cardOf(money: BankMoney): Card | undefined {
    return this.cards.find((card) => card.money === money);
  }

  giveBack(reservation: Reservation, method: Method, cents: number, more: Partial<Entry> = {}): void {
    this.enter(reservation, { kind: 'refund', direction: 'out', method, cents, ...more });
  }

  /** The bank returned money in its own application. What is not there any more is a task of staff. */
  returned(money: BankMoney, cents: number): void {
    const holder = this.holderOf(money);
    const typed = holder && typedReturn(holder, money, cents);
    if (typed) typed.isClaimed = true;
    else if (holder && cents <= holder.returnableCents) {
      this.giveBack(holder, money.method, cents, { isOfBank: true });
    }
  }

  /** Its payer disputes a payment: it is gone, as far as it was there. */
  takenBack({ method, ...money }: BankMoney, holder: Reservation, disputed = money.cents): void {
    const cents = Math.min(disputed, holder.receivedCents);
    if (cents > 0) this.enter(holder, { kind: 'chargeback', direction: 'out', method, cents, isOfBank: true });
  }

  /** Whatever went back of the payment of a gift card, nothing that it has is worth anything. */
  end(card: Card, state: 'blocked' | 'revoked'): void {
    if (card.state === 'active') card.state = state;
    card.balanceCents = 0;
  }

  /** Staff puts an entry right; false: it may not. */
  reverse(reservation: Reservation, entry: Entry): boolean {
    const { kind, direction, method, cents, card, owner, money, isOfBank } = entry;
    // What the bank did stays.
    if (kind === 'chargeback' || (kind === 'refund' && isOfBank)) return false;
    if (direction === 'in' && method !== 'gift_card' && cents > reservation.returnableCents) return false;
    if (direction === 'out' && card && cents > card.balanceCents) return false;
    if (direction === 'in' && card?.state === 'revoked') return false;
    if (direction === 'out' && owner && cents > owner.creditCents) return false;
    entry.isReversed = true;
    const opposite = direction === 'in' ? ('out' as const) : ('in' as const);
    this.enter(reservation, {
      kind: 'reversal',
      direction: opposite,
      method,
      cents,
      ...(card && { card }),
      ...(owner && { owner }),
    });
    if (direction === 'in' && money) this.waiting.push(money);
    return true;
  }

  /** What gift cards paid goes back to them before anything else does. */
  settle(): void {
    for (const reservation of this.reservations) {
      for (const [card, share] of reservation.sharesOfCards()) {
        const cents = Math.min(share, reservation.owedCents);
        if (cents > 0) this.giveBack(reservation, 'gift_card', cents, { card });
      }
    }
  }
}

const isPixIn = ({ direction, method }: Entry) => direction === 'in' && method === 'pix';

/** What staff has recorded by hand of the same return. */
function typedReturn({ entries }: Reservation, { method }: BankMoney, cents: number): Entry | undefined {
  const isTyped = (one: Entry) => one.kind === 'refund' && one.byHand && counts(one) && !one.isClaimed;
  return entries.find((one) => isTyped(one) && one.method === method && one.cents === cents);
}

export const counts = ({ isReversed, kind }: Entry) => !isReversed && kind !== 'reversal';

/** Half a centavo and more is a centavo. */
export function halfUp(of: number, by: number): number {
  return Math.floor((2 * of + by) / (2 * by));
}
