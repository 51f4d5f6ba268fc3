import { LINK_DAYS_AFTER_RETURN } from '@passeio/contract/reservations/reservation-link-routes';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { eraseCounted } from '../../../platform/database/erased-counts.ts';

/** Days for which another code may be sent to an address that was not confirmed. */
const DAYS_OF_CODES = 7;

const linksEnd = sql<Date>`(trips.returns_at + interval '1 day' * ${sql.lit(LINK_DAYS_AFTER_RETURN)})`;
const hasEnded = sql<boolean>`${linksEnd} <= `;

/** Stores a link. `madeBy`: of staff; null: made for the payer, so by who wrote down where it is sent. */
export async function storePayerLink(
  db: Database,
  { reservationId, tokenHash, madeBy }: { reservationId: string; tokenHash: string; madeBy: string | null },
): Promise<void> {
  await db
    .insertInto('reservation_links')
    .values((eb) => ({
      reservation_id: reservationId,
      token_hash: tokenHash,
      made_by:
        madeBy ??
        eb
          .selectFrom('reservations')
          .innerJoin('users', 'users.id', 'reservations.user_id')
          .select('users.email_written_by')
          .where('reservations.id', '=', reservationId),
    }))
    .execute();
}

/** What ends with the links of a reservation. */
const ofLinks = [
  'reservation_link_attempts',
  'reservation_link_devices',
  'reservation_link_proofs',
  'reservation_email_codes',
  'trip_choice_links',
  'review_links',
] as const;

/** Deletes the links of a reservation and what is stored with them or waits for staff; false if there is none. */
export async function endPayerLinks(trx: DatabaseTransaction, reservationId: string): Promise<boolean> {
  for (const table of ofLinks) await trx.deleteFrom(table).where('reservation_id', '=', reservationId).execute();
  await trx
    .deleteFrom('link_requests')
    .where('reservation_id', '=', reservationId)
    .where('decided_at', 'is', null)
    .execute();
  const ended = trx.deleteFrom('reservation_links').where('reservation_id', '=', reservationId);
  return (await ended.executeTakeFirst()).numDeletedRows > 0n;
}

/** Gives a reservation of somebody without an account another payer; false if its payer has an account. */
export async function changePayer(
  trx: DatabaseTransaction,
  { reservationId, from, to }: { reservationId: string; from: string; to: string },
): Promise<boolean> {
  const guests = trx.selectFrom('users').select('id').where('id', '=', from).where('issuer', 'is', null);
  const { numUpdatedRows } = await trx
    .updateTable('reservations')
    .set({ user_id: to })
    .where('id', '=', reservationId)
    .where('user_id', 'in', guests)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx
    .updateTable('participants')
    .set({ user_id: to })
    .where('reservation_id', '=', reservationId)
    .where('user_id', '=', from)
    .execute();
  return true;
}

/** A reservation of a payer, by default the latest, and when its links end. */
export function findOfPayer(
  db: Database,
  { personId, reservationId }: { personId: string; reservationId: string | undefined },
) {
  const ofPayer = db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .select(['reservations.id', linksEnd.as('links_end')])
    .where('reservations.user_id', '=', personId);
  const asked = reservationId === undefined ? ofPayer : ofPayer.where('reservations.id', '=', reservationId);
  return asked.orderBy('reservations.created_at', 'desc').limit(1).executeTakeFirst();
}

/** How many reservations a payer has. */
export async function countOfPayer(db: Database, personId: string): Promise<number> {
  const count = db.selectFrom('reservations').select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await count.where('user_id', '=', personId).executeTakeFirstOrThrow()).count);
}

export type LinkedRow = NonNullable<Awaited<ReturnType<typeof findByPayerLink>>>;

/** Which reservation and payer a link opens, until {@link LINK_DAYS_AFTER_RETURN} days after the return. */
export function findByPayerLink(db: Database, tokenHash: string, now: Date) {
  return db
    .selectFrom('reservation_links')
    .innerJoin('reservations', 'reservations.id', 'reservation_links.reservation_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .leftJoin('users as maker', 'maker.id', 'reservation_links.made_by')
    .select(['reservation_links.reservation_id', 'reservations.user_id', 'reservations.received_cents'])
    .select(['users.name', 'users.contact', 'users.email', 'users.email_written_by'])
    .select(['reservation_links.made_by', 'maker.name as maker_name'])
    .where('reservation_links.token_hash', '=', tokenHash)
    .where('users.is_disabled', '=', false)
    .where(sql<boolean>`not (${hasEnded} ${now})`)
    .executeTakeFirst();
}

interface Attempts {
  /** Wrong digits since the last right ones. */
  failures: number;
  locked_until: Date | null;
}

/** The attempts at the phone's digits of a reservation, locked; undefined if its links end meanwhile. */
export async function lockAttempts(trx: DatabaseTransaction, reservationId: string): Promise<Attempts | undefined> {
  await trx
    .insertInto('reservation_link_attempts')
    .values({ reservation_id: reservationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('reservation_link_attempts')
    .select(['failures', 'locked_until'])
    .where('reservation_id', '=', reservationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function writeAttempts(trx: DatabaseTransaction, reservationId: string, to: Attempts): Promise<void> {
  await trx.updateTable('reservation_link_attempts').set(to).where('reservation_id', '=', reservationId).execute();
}

/** Stores the code that proves from now on. */
export async function storeProof(
  trx: DatabaseTransaction,
  sent: { reservation_id: string; email: string },
): Promise<void> {
  const row = { ...sent, code: null, failures: 0, created_at: new Date() };
  await trx
    .insertInto('reservation_link_proofs')
    .values(row)
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(row))
    .execute();
}

/** The code that was sent last. */
export function lockProof(trx: DatabaseTransaction, reservationId: string) {
  const sent = trx.selectFrom('reservation_link_proofs').selectAll().where('reservation_id', '=', reservationId);
  return sent.forUpdate().executeTakeFirst();
}

export async function writeProofFailures(trx: DatabaseTransaction, id: string, failures: number): Promise<void> {
  await trx.updateTable('reservation_link_proofs').set({ failures }).where('reservation_id', '=', id).execute();
}

/** Deletes what opens nothing any more, and codes with the addresses that nobody confirmed. */
export async function deleteEndedPayerLinks(db: Database): Promise<void> {
  for (const table of ['reservation_links', 'link_requests', ...ofLinks] as const) {
    await eraseCounted(db, 'payerLinks', async (trx) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} using reservations join trips on trips.id = reservations.trip_id
        where reservations.id = ${sql.table(table)}.reservation_id and ${hasEnded} now()`.execute(trx);
      return table === 'reservation_links' ? Number(numAffectedRows ?? 0) : 0;
    });
  }
  await eraseCounted(db, 'sessions', async (trx) => {
    const { numAffectedRows } = await sql`
      delete from reservation_email_codes where created_at < now() - make_interval(days => ${DAYS_OF_CODES})`.execute(
      trx,
    );
    return Number(numAffectedRows ?? 0);
  });
}
