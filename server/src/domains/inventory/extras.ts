import type { ErrorCode } from '@passeio/contract/api/errors';
import { agesLabel } from '@passeio/contract/fare-labels';
import { dayAndTime } from '@passeio/contract/format-moments';
import type { ChosenExtra, ExtraShare } from '@passeio/contract/reservations/quote';
import {
  type ExtraTaker,
  fullCount,
  isMeantFor,
  leastOf,
  mayTake,
  requiredOf,
} from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';

const HOUR_MS = 3_600_000;

/** What choosing extras is checked against: those of a trip, and the people of the party. */
interface ExtraRules {
  extras: readonly TripExtra[];
  people: readonly ExtraTaker[];
  departsAt: Date;
  timeZone: string;
  now: Date;
  /** Staff sells until the departure. */
  isStaff?: boolean;
}

/**
 * Checks that a trip offers the chosen extras, still sells them to clients, for people of the party, of their ages, in
 * these quantities, and has so many left; and that no required one is missing. What it throws names the extra.
 */
export function requireExtras(rules: ExtraRules, chosen: readonly ChosenExtra[], shares: readonly ExtraShare[]): void {
  for (const { extraId, participantIndex, count } of chosen) {
    if (count === 0) continue;
    const extra = rules.extras.find(({ id }) => id === extraId.toLowerCase());
    if (!extra) throw new AppError('EXTRA_UNKNOWN', undefined, { extraId });
    requireOnSale(extra, rules);
    if (extra.per === 'participant' && participantIndex !== undefined && participantIndex >= rules.people.length)
      throw refusal('EXTRA_QUANTITY', extra, 'não há essa pessoa no grupo.');
  }
  for (const { extra, participantIndex, quantity } of shares) {
    const person = participantIndex === null ? undefined : rules.people[participantIndex];
    if (person) requireAge(extra, person);
    requireQuantity(extra, quantity);
  }
  requireStock(shares.map(({ extra, quantity }) => ({ extra, quantity })));
  for (const extra of rules.extras) if (extra.choice === 'required') requirePresent(extra, rules.people, shares);
}

/** Throws EXTRA_AGE where an extra is not for people of that age, or of that fare. */
export function requireAge(extra: TripExtra, person: ExtraTaker): void {
  if (extra.per === 'participant' && !mayTake(extra, person))
    throw refusal('EXTRA_AGE', extra, `só ${agesLabel(extra)}.`);
}

// A required one of which too few are left is sold out, whether it was chosen or not.
function requirePresent(extra: TripExtra, people: readonly ExtraTaker[], shares: readonly ExtraShare[]): void {
  const ofPerson = (index: number | null) =>
    shares.find((one) => one.extra.id === extra.id && one.participantIndex === index)?.quantity ?? 0;
  const lacks = (index: number | null) => ofPerson(index) < leastOf(extra);
  const isMissing =
    extra.per === 'reservation' ? lacks(null) : people.some((one, index) => isMeantFor(extra, one) && lacks(index));
  if (!isMissing) return;
  if (extra.stockLeft !== null && fullCount(extra, people) > extra.stockLeft) throw soldOut(extra);
  throw missing(extra);
}

/** The refusal of a reservation without an extra that belongs to it. */
export function missing(extra: TripExtra): AppError {
  const scope = extra.per === 'participant' ? 'por pessoa' : 'por reserva';
  const ages = extra.per === 'participant' ? agesLabel(extra) : '';
  return refusal('EXTRA_REQUIRED', extra, `obrigatório, ${leastOf(extra)} ${scope}${ages && ` ${ages}`}.`);
}

/** The required extras of a party as somebody chooses who takes the least of each, as far as they are left. */
export function requiredExtras(extras: readonly TripExtra[], people: readonly ExtraTaker[]): ChosenExtra[] {
  return requiredOf(extras, people).flatMap(({ extra, quantity, isSoldOut }) =>
    isSoldOut ? [] : [{ extraId: extra.id, count: quantity }],
  );
}

/** Throws EXTRA_CLOSED once clients cannot choose an extra any more. */
export function requireOnSale(
  extra: TripExtra,
  { departsAt, timeZone, now, isStaff }: Omit<ExtraRules, 'extras' | 'people'>,
) {
  if (isStaff || isOnSale(extra, departsAt, now)) return;
  throw refusal('EXTRA_CLOSED', extra, `vendido até ${dayAndTime(soldUntil(extra, departsAt), timeZone)}.`);
}

/** Whether clients can still choose an extra; a required one as long as there is a departure to reserve. */
export function isOnSale(extra: TripExtra, departsAt: Date, now: Date): boolean {
  return extra.choice === 'required' || now < soldUntil(extra, departsAt);
}

function soldUntil({ soldUntilHours }: TripExtra, departsAt: Date): Date {
  return new Date(departsAt.getTime() - soldUntilHours * HOUR_MS);
}

/** Throws EXTRA_QUANTITY where a participant or a reservation has less or more of an extra than it is sold in. */
export function requireQuantity(extra: TripExtra, quantity: number): void {
  const { minQuantity, maxQuantity, per } = extra;
  if (quantity >= minQuantity && quantity <= maxQuantity) return;
  const scope = per === 'participant' ? 'por pessoa' : 'por reserva';
  const range = minQuantity > 1 ? `de ${minQuantity} a ${maxQuantity}` : `até ${maxQuantity}`;
  throw refusal('EXTRA_QUANTITY', extra, `${range} ${scope}.`);
}

/**
 * Checks that so many of each extra are left. Every path that takes some locks the trip, asks this, and writes the
 * lines, by which the database counts them. Throws EXTRA_SOLD_OUT.
 */
export function requireStock(wanted: readonly { extra: TripExtra; quantity: number }[]): void {
  const byExtra = Map.groupBy(wanted, ({ extra }) => extra.id);
  for (const [first, ...others] of byExtra.values()) {
    if (!first || first.extra.stockLeft === null) continue;
    const quantity = others.reduce((sum, one) => sum + one.quantity, first.quantity);
    if (quantity > first.extra.stockLeft) throw soldOut(first.extra);
  }
}

/**
 * Checks that an ended reservation of a locked trip can have its extras again. Throws EXTRA_SOLD_OUT.
 */
export async function requireStockAgain(trx: DatabaseTransaction, reservationId: string): Promise<void> {
  const { rows } = await sql<Pick<TripExtra, 'id' | 'label' | 'stockLeft'>>`
    select e.id, e.label, e.stock - e.taken as "stockLeft"
    from reservation_lines l join trip_extras e on e.id = l.source_id
    where l.reservation_id = ${reservationId} and l.kind = 'extra' and l.ended_at is null
    group by e.id having e.taken + sum(l.quantity) > e.stock
    order by e.position limit 1`.execute(trx);
  if (rows[0]) throw soldOut(rows[0]);
}

/** The refusal of an extra of which fewer are left than were asked for. */
function soldOut(extra: Pick<TripExtra, 'id' | 'label' | 'stockLeft'>): AppError {
  const left = extra.stockLeft ?? 0;
  return refusal('EXTRA_SOLD_OUT', extra, left <= 0 ? 'esgotado.' : left === 1 ? 'resta 1.' : `restam ${left}.`);
}

function refusal(code: ErrorCode, { id, label }: Pick<TripExtra, 'id' | 'label'>, sentence: string): AppError {
  return new AppError(code, { extras: `${label}: ${sentence}` }, { extraId: id });
}
