import { LINK_DAYS_AFTER_RETURN } from '@passeio/contract/reservations/reservation-link-routes';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { eraseCounted } from '../../platform/database/erased-counts.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';

type WaitingCodeRow = Selectable<Schema['waiting_email_codes']>;

/** Days for which another code may be sent to an address that was not confirmed. */
const DAYS_OF_CODES = 7;

interface NewLink {
  entryId: string;
  /** The hash of the request that it answers. */
  requestHash?: string | null;
  /** The member of staff who made it; without one it is made by the person who wrote down where it is sent. */
  madeBy?: string | null;
}

/** The token of another link to a place in the line. */
export async function makeWaitingLink(
  db: Database,
  { entryId, requestHash = null, madeBy = null }: NewLink,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('waiting_list_links')
    .values((eb) => ({
      ...{ token_hash: hashToken(token), entry_id: entryId, request_hash: requestHash },
      made_by:
        madeBy ??
        eb
          .selectFrom('waiting_list_entries as w')
          .innerJoin('users', 'users.id', 'w.user_id')
          .select('users.email_written_by')
          .where('w.id', '=', entryId),
    }))
    .execute();
  return token;
}

/** Which entry and person a link leads to, until {@link LINK_DAYS_AFTER_RETURN} days after the return, and who made it. */
export function findByWaitingLink(db: Database, token: string) {
  return db
    .selectFrom('waiting_list_links as l')
    .innerJoin('waiting_list_entries as w', 'w.id', 'l.entry_id')
    .innerJoin('trips', 'trips.id', 'w.trip_id')
    .innerJoin('users', 'users.id', 'w.user_id')
    .select(['l.entry_id', 'l.made_by', 'w.user_id', 'users.subject'])
    .where('l.token_hash', '=', hashToken(token))
    .where(sql<boolean>`trips.returns_at + interval '1 day' * ${sql.lit(LINK_DAYS_AFTER_RETURN)} > now()`)
    .executeTakeFirst();
}

/** The open entry that the same request has made before. */
export async function findRequested(
  db: Database,
  { tripId, personId, requestHash }: { tripId: string; personId: string; requestHash: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('waiting_list_entries as w')
    .innerJoin('waiting_list_links as l', 'l.entry_id', 'w.id')
    .select('w.id')
    .where('w.trip_id', '=', tripId)
    .where('w.user_id', '=', personId)
    .where('w.state', 'in', ['waiting', 'offered'])
    .where('l.request_hash', '=', requestHash)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Ends all links to a place in the line. */
export async function endWaitingLinks(trx: DatabaseTransaction, entryId: string): Promise<void> {
  await trx.deleteFrom('waiting_list_links').where('entry_id', '=', entryId).execute();
}

/** Whether a person is known by more than one place in a line: by another one, or a reservation. */
export async function isKnownOtherwise(db: Database, { personId, entryId }: { personId: string; entryId: string }) {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from reservations where user_id = ${personId})
      or exists (select from participants where user_id = ${personId})
      or exists (select from waiting_list_entries where user_id = ${personId} and id <> ${entryId}) as known`.execute(
    db,
  );
  return rows[0]?.known === true;
}

/** Gives a waiting entry of a locked trip to another person. */
export async function changeWaiter(
  trx: DatabaseTransaction,
  { entryId, personId }: { entryId: string; personId: string },
): Promise<void> {
  await trx
    .updateTable('waiting_list_entries')
    .set({ user_id: personId, updated_at: new Date() })
    .where('id', '=', entryId)
    .execute();
}

const codes = (db: Database, entryId: string) =>
  db.selectFrom('waiting_email_codes').selectAll().where('entry_id', '=', entryId);

/** The code that was sent last. */
export function findWaitingCode(db: Database, entryId: string): Promise<WaitingCodeRow | undefined> {
  return codes(db, entryId).executeTakeFirst();
}

export function lockWaitingCode(trx: DatabaseTransaction, entryId: string): Promise<WaitingCodeRow | undefined> {
  return codes(trx, entryId).forUpdate().executeTakeFirst();
}

/** Begins a code, which counts from now on. */
export async function storeWaitingCode(
  trx: DatabaseTransaction,
  sent: Pick<WaitingCodeRow, 'entry_id' | 'email'>,
): Promise<void> {
  const row = { ...sent, failures: 0, created_at: new Date() };
  await trx
    .insertInto('waiting_email_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
    .execute();
}

export async function writeCodeFailures(trx: DatabaseTransaction, entryId: string, failures: number): Promise<void> {
  await trx.updateTable('waiting_email_codes').set({ failures }).where('entry_id', '=', entryId).execute();
}

export async function deleteWaitingCode(trx: DatabaseTransaction, entryId: string): Promise<void> {
  await trx.deleteFrom('waiting_email_codes').where('entry_id', '=', entryId).execute();
}

/** Deletes links of trips that are long over, and addresses that were not confirmed. */
export async function deleteEndedWaitingLinks(db: Database): Promise<void> {
  await eraseCounted(db, 'payerLinks', async (trx) => {
    const { numAffectedRows } = await sql`
      delete from waiting_list_links l using waiting_list_entries w join trips on trips.id = w.trip_id
      where w.id = l.entry_id
        and trips.returns_at + interval '1 day' * ${sql.lit(LINK_DAYS_AFTER_RETURN)} <= now()`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
  await eraseCounted(db, 'sessions', async (trx) => {
    const { numAffectedRows } = await sql`
      delete from waiting_email_codes where created_at < now() - make_interval(days => ${DAYS_OF_CODES})`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
