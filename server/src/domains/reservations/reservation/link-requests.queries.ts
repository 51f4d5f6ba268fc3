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
