import type { LinkRequestName, OwnLinkRequest } from '@passeio/contract/reservations/link-requests';
import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

const SHOWN = 5;

type RequestRow = Selectable<Schema['link_requests']>;
type OwnRequestRow = Pick<RequestRow, 'name' | 'asked_at' | 'is_confirmed'>;

/** What was asked for by links of a reservation, the latest first. */
export function listOwnRequests(db: Database, reservationId: string): Promise<OwnRequestRow[]> {
  return db
    .selectFrom('link_requests')
    .select(['name', 'asked_at', 'is_confirmed'])
    .where('reservation_id', '=', reservationId)
    .orderBy('asked_at', 'desc')
    .limit(SHOWN)
    .execute();
}

export function presentOwnRequest({ name, asked_at, is_confirmed }: OwnRequestRow): OwnLinkRequest {
  return { name: name as LinkRequestName, askedAt: asked_at.toISOString(), isConfirmed: is_confirmed };
}

/** Stores a request; it replaces the one of the same kind that waits. */
export async function storeRequest(
  trx: DatabaseTransaction,
  request: Insertable<Schema['link_requests']>,
): Promise<void> {
  const { input, person_id, made_by } = request;
  await trx
    .insertInto('link_requests')
    .values(request)
    .onConflict((conflict) =>
      conflict
        .columns(['reservation_id', 'name'])
        .where('decided_at', 'is', null)
        .doUpdateSet({ input, person_id, made_by, asked_at: new Date() }),
    )
    .execute();
}

/** A request with who made its link, locked until it is decided. */
export function lockRequest(trx: DatabaseTransaction, id: string) {
  return trx
    .selectFrom('link_requests')
    .innerJoin('users as maker', 'maker.id', 'link_requests.made_by')
    .selectAll('link_requests')
    .select('maker.name as maker_name')
    .where('link_requests.id', '=', id)
    .forUpdate('link_requests')
    .executeTakeFirst();
}

/** Writes a decision; what was asked for is needed no more. */
export async function markDecided(
  trx: DatabaseTransaction,
  id: string,
  { by, isConfirmed }: { by: string; isConfirmed: boolean },
): Promise<void> {
  const decided = { decided_at: new Date(), decided_by: by, is_confirmed: isConfirmed, input: null };
  await trx.updateTable('link_requests').set(decided).where('id', '=', id).execute();
}
