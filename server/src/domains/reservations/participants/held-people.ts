import { depositOf } from '@passeio/contract/trips/pricing';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { fareCents, type ParticipantRow } from '../reservation/participants.queries.ts';
import type { ReservationRow } from '../reservation/reservations.queries.ts';

/**
 * People whom the payer added to a booked reservation and has not paid the deposit for: until `held_until` their places
 * are a hold. In a reservation that is held itself nobody is.
 */
type Held = Pick<ParticipantRow, 'held_until' | 'held_deposit_cents' | 'price_cents' | 'removed_at'>;

export function heldAmong<Person extends Held>(people: readonly Person[]): Person[] {
  return people
    .filter((one) => one.removed_at === null && one.held_until !== null)
    .toSorted((one, other) => Number(one.held_until) - Number(other.held_until));
}

/** The part of a reservation's deposit that is theirs, in centavos. */
export function heldDeposit(people: readonly Held[]): number {
  return heldAmong(people).reduce((sum, one) => sum + (one.held_deposit_cents ?? 0), 0);
}

interface PartyMoney {
  received_cents: number;
  total_cents: number;
  deposit_cents: number;
}

/**
 * The deposit of a booked reservation whose people or total changed, of which some are held in `before` or `staying`:
 * that of the firm people, which is covered or was waived, with that of the held ones, up to the total.
 */
export function depositWithHeld(
  before: PartyMoney & { people: readonly Held[] },
  after: { total_cents: number; staying: readonly Held[] },
  depositPercent: number,
): number {
  const firmTotal = (total: number, people: readonly Held[]) =>
    total - heldAmong(people).reduce((sum, one) => sum + one.price_cents, 0);
  const total = firmTotal(after.total_cents, after.staying);
  const isSame = total === firmTotal(before.total_cents, before.people);
  const firm = isSame
    ? before.deposit_cents - heldDeposit(before.people)
    : depositOf(Math.max(total, 0), depositPercent);
  // A discount of a payment may be more than the deposit of the firm people.
  const covered = Math.max(Math.min(firm, before.received_cents), 0);
  return Math.min(covered + heldDeposit(after.staying), Math.max(after.total_cents, 0));
}

/** The held people whose deposit is covered, the earliest deadline first. */
export function coveredAmong<Person extends Held>(
  people: readonly Person[],
  { deposit_cents, received_cents }: Pick<PartyMoney, 'deposit_cents' | 'received_cents'>,
): Person[] {
  let rest = received_cents - (deposit_cents - heldDeposit(people));
  const held = heldAmong(people);
  const uncovered = held.findIndex((one) => {
    rest -= one.held_deposit_cents ?? 0;
    return rest < 0;
  });
  return uncovered < 0 ? held : held.slice(0, uncovered);
}

/** The held people of a reservation, the earliest deadline first. */
export async function readHeldPeople(db: Database, reservationId: string) {
  const rows = await db
    .selectFrom('participants')
    .select(['id', 'held_until', 'held_deposit_cents', 'removed_at'])
    .select(fareCents.as('price_cents'))
    .where('reservation_id', '=', reservationId)
    .where('removed_at', 'is', null)
    .where('held_until', 'is not', null)
    .orderBy('position')
    .execute();
  return heldAmong(rows);
}

/**
 * Books those of the held people of a locked, booked reservation whose deposit is covered, or all of them. Returns how
 * many, and what is to be written of the reservation: with the last of them the address goes by which they counted.
 */
export async function bookHeldPeople(
  trx: DatabaseTransaction,
  { id, deposit_cents, received_cents }: Pick<ReservationRow, 'id' | 'deposit_cents' | 'received_cents'>,
  who: 'covered' | 'everybody' = 'covered',
): Promise<{ count: number; change: { client_network?: null } }> {
  const held = await readHeldPeople(trx, id);
  const booked = who === 'everybody' ? held : coveredAmong(held, { deposit_cents, received_cents });
  if (booked.length === 0) return { count: 0, change: {} };
  await trx
    .updateTable('participants')
    .set({ held_until: null, held_deposit_cents: null, updated_at: new Date() })
    .where(
      'id',
      'in',
      booked.map((one) => one.id),
    )
    .execute();
  return { count: booked.length, change: booked.length === held.length ? { client_network: null } : {} };
}

/** Gives the held people of a locked reservation at least until `deadline`. Returns the earliest before and after. */
export async function prolongHeldPeople(
  trx: DatabaseTransaction,
  reservationId: string,
  deadline: Date,
): Promise<[string, string] | undefined> {
  const before = (await readHeldPeople(trx, reservationId))[0]?.held_until;
  if (!before || before >= deadline) return undefined;
  await trx
    .updateTable('participants')
    .set({ held_until: deadline })
    .where('reservation_id', '=', reservationId)
    .where('removed_at', 'is', null)
    .where('held_until', '<', deadline)
    .execute();
  return [before.toISOString(), deadline.toISOString()];
}

/**
 * The people of a reservation who let go of an unpaid place since `since`, by leaving or, at the deadline of before, on
 * a lap: the earliest of their deadlines, and the last time of those whose deadline has passed.
 */
export function lastLetGo(db: Database, reservationId: string, since: Date) {
  const until = sql<Date>`coalesce(held_until, let_go_until)`;
  const leftAt = sql<Date>`case when held_until is null then let_go_until else removed_at end`;
  return db
    .selectFrom('participants')
    .select([
      sql<Date | null>`max(${leftAt}) filter (where ${until} <= now())`.as('left_at'),
      sql<Date>`min(${until})`.as('held_until'),
    ])
    .where('reservation_id', '=', reservationId)
    .where(leftAt, '>', since)
    .groupBy('reservation_id')
    .executeTakeFirst();
}
