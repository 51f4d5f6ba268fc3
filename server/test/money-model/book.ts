import { halfUp } from './proportions.ts';
import type { Account, BankMoney, Card, Code, Entry, Method, Reservation, Seller } from './reservation.ts';

/** Cash in a guide's hand, of which staff has not decided. */
export interface DoorCash {
  id: string;
  reservation: Reservation;
  cents: number;
}

/** All that a sequence has moved. */
export class Book {
  readonly reservations: Reservation[] = [];
  readonly cards: Card[] = [];
  readonly accounts: Account[] = [];
  readonly sellers: Seller[] = [];
  /** All that the bank and the provider of cards have moved to the operator for charges. */
  readonly money: BankMoney[] = [];
  /** What waits for staff, because it belongs to nobody that the server knows. */
  readonly waiting: BankMoney[] = [];
  /** What guides have in their hands. */
  readonly door: DoorCash[] = [];
  /** What came in and went out of the operator's hands. */
  readonly cash = { in: 0, out: 0 };

  holderOf(money: BankMoney): Reservation | undefined {
    return this.reservations.find(({ entries }) => entries.some((one) => one.money === money && counts(one)));
  }

  /** What guides took for a reservation, and staff has not decided about. */
  atDoor(reservation: Reservation): number {
    return this.door.reduce((sum, one) => sum + (one.reservation === reservation ? one.cents : 0), 0);
  }

  /** Whether somebody who has an account travels on a trip already. */
  hasPlace({ owner, trip }: Pick<Reservation, 'owner' | 'trip'>, except?: Reservation): boolean {
    return (
      owner !== null &&
      this.reservations.some(
        (one) => one !== except && one.isActive && one.owner?.id === owner.id && one.trip.id === trip.id,
      )
    );
  }

  /** Whether money or staff can bring an expired reservation back. */
  mayReturn(reservation: Reservation): boolean {
    return reservation.state === 'expired' && !reservation.trip.isCancelled && !this.hasPlace(reservation, reservation);
  }

  /** Money of the bank for a charge: once, whatever the reservation has become meanwhile. */
  receive(reservation: Reservation, money: BankMoney, code: Code): void {
    const slip = Math.max(100, halfUp(money.cents, 20));
    const mayBeSame = (one: Entry, index: number) => {
      const off = Math.abs(one.cents - money.cents);
      if (one.code === code) return true;
      if (one.money) return false;
      return (off === 0 && money.daysAgo < 5) || (!code.person && !one.code && index >= code.madeAfter && off <= slip);
    };
    const isTyped = reservation.entries.some(
      (one, index) => one.byHand && counts(one) && isPixIn(one) && mayBeSame(one, index),
    );
    if (money.method === 'pix' && isTyped) this.waiting.push(money);
    else this.take(reservation, { method: money.method, cents: money.cents, money, code });
  }

  /** Money that came, for which an expired reservation gets its places again. */
  take(reservation: Reservation, entry: Omit<Entry, 'kind' | 'direction'>): void {
    this.enter(reservation, { kind: 'in', direction: 'in', ...entry }, { mayReturn: this.mayReturn(reservation) });
  }

  /** What staff recorded by hand; money of the bank pays the charge of exactly its amount that has its own price. */
  takeByHand(reservation: Reservation, entry: Pick<Entry, 'method' | 'cents' | 'money' | 'code' | 'isOfGuide'>): void {
    const code = entry.code ?? (entry.method === 'pix' || entry.money ? chargeOf(reservation, entry.cents) : undefined);
    this.take(reservation, { ...entry, byHand: true, ...(code && { code }) });
  }

  enter(
    reservation: Reservation,
    entry: Entry,
    { mayReturn = false, keepsState = false, ends }: { mayReturn?: boolean; keepsState?: boolean; ends?: Entry } = {},
  ): void {
    const price = entry.kind === 'in' ? reservation.priceBy(entry) : null;
    const [received, deposit] = [reservation.receivedCents, reservation.depositCents];
    if (ends) reservation.unprice(ends, entry.cents);
    reservation.entries.push(entry);
    // The price of an expired reservation changes only if the money brings it back.
    if (price && (reservation.state !== 'expired' || mayReturn)) reservation.changePrice(price, received);
    const [was, is] = [received >= deposit, reservation.receivedCents >= reservation.depositCents];
    if (mayReturn) reservation.state = is ? 'booked' : 'held';
    else if (!keepsState && reservation.state === 'held' && is) reservation.state = 'booked';
    else if (!keepsState && reservation.state === 'booked' && was && !is) reservation.state = 'held';
    if (entry.method !== 'credit' && entry.method !== 'gift_card') this.cash[entry.direction] += entry.cents;
    if (entry.card) moveCard(entry.card, entry);
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
  takenBack(money: BankMoney, holder: Reservation, { cents: disputed, isWhole }: { cents: number; isWhole: boolean }) {
    const cents = Math.min(disputed, holder.receivedCents);
    const ends = isWhole ? holder.entries.find((one) => one.money === money && counts(one)) : undefined;
    const entry = { kind: 'chargeback', direction: 'out', method: money.method, cents, isOfBank: true } as const;
    if (cents > 0) this.enter(holder, entry, { keepsState: true, ...(ends && { ends }) });
  }

  /** Whatever went back of the payment of a gift card, or once staff revoked it, nothing that it has is worth anything. */
  end(card: Card): void {
    card.endedCents += card.balanceCents;
    card.balanceCents = 0;
    card.isActive = false;
  }

  /** Staff gives it another code, with all that the former one had. */
  reissue(card: Card): void {
    card.balanceCents += card.endedCents;
    card.endedCents = 0;
    card.isActive = true;
  }

  /** Staff puts an entry right; false: it may not. */
  reverse(reservation: Reservation, entry: Entry): boolean {
    const { kind, direction, method, cents, card, owner, money, isOfBank } = entry;
    // What the bank did stays.
    if (kind === 'chargeback' || (kind === 'refund' && isOfBank)) return false;
    if (direction === 'in' && method !== 'gift_card' && cents > reservation.returnableCents) return false;
    if (direction === 'out' && card && cents > card.balanceCents) return false;
    if (direction === 'in' && card && (reservation.sharesOfCards().get(card) ?? 0) < cents) return false;
    if (direction === 'out' && owner && cents > owner.creditCents) return false;
    entry.isReversed = true;
    const opposite = direction === 'in' ? ('out' as const) : ('in' as const);
    const more = { ...(card && { card }), ...(owner && { owner }) };
    this.enter(reservation, { kind: 'reversal', direction: opposite, method, cents, ...more }, { ends: entry });
    if (direction === 'in' && money && !money.isUnreported) this.waiting.push(money);
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

function moveCard(card: Card, { direction, cents }: Entry): void {
  if (direction === 'in') card.balanceCents -= cents;
  else if (card.isActive) card.balanceCents += cents;
  else card.endedCents += cents;
}

const isPixIn = ({ direction, method }: Entry) => direction === 'in' && method === 'pix';

/** The charge by Pix of exactly this amount, with a price of its own, that nothing has paid: the latest. */
export function chargeOf({ codes, entries }: Reservation, cents: number): Code | undefined {
  const isUnpaid = (code: Code) => !entries.some((one) => one.code === code && counts(one));
  return codes.findLast(
    (code) => code.means === 'pix' && code.cents === cents && code.adjustmentCents !== 0 && isUnpaid(code),
  );
}

/** What staff has recorded by hand of the same return. */
function typedReturn({ entries }: Reservation, { method }: BankMoney, cents: number): Entry | undefined {
  const isTyped = (one: Entry) => one.kind === 'refund' && one.byHand && counts(one) && !one.isClaimed;
  return entries.find((one) => isTyped(one) && one.method === method && one.cents === cents);
}

export const counts = ({ isReversed, kind }: Entry) => !isReversed && kind !== 'reversal';
