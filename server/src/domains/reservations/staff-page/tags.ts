import { randomUUIDv7 } from 'node:crypto';
import {
  MAX_TAGS,
  type ReservationTags,
  type TagDraft,
  type TagsInUse,
} from '@passeio/contract/reservations/notes-and-tags';
import { sql } from 'kysely';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { findReservation, lockReservation } from '../reservation/reservations.queries.ts';

/** The tags of a reservation, in the order in which they were added. */
export async function listTags(db: Database, reservationId: string): Promise<ReservationTags['data']> {
  const tags = await tagsOf(db, reservationId).orderBy('id').execute();
  return tags.map(({ id, label }) => ({ id, label }));
}

/**
 * Adds a tag, spelled as where it is in use; one that the reservation has changes nothing. Throws RESERVATION_NOT_FOUND
 * or TOO_MANY_TAGS.
 */
export async function addTag(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { label: typed }: TagDraft,
): Promise<ReservationTags> {
  // Two colleagues take turns.
  if (!(await lockReservation(trx, reservationId))) throw new AppError('RESERVATION_NOT_FOUND');
  const tags = await tagsOf(trx, reservationId).execute();
  const sameTag = trx
    .selectFrom('reservation_tags')
    .select(['key', 'label'])
    .where('key', '=', sql<string>`searchable(${typed})`);
  const { key, label = typed } = (await sameTag.limit(1).executeTakeFirst()) ?? { key: undefined };
  if (!tags.some((tag) => tag.key === key)) {
    if (tags.length >= MAX_TAGS) throw new AppError('TOO_MANY_TAGS');
    const taken = new Set(tags.map((tag) => tag.position));
    const position = Array.from({ length: MAX_TAGS }, (_, index) => index + 1).find((free) => !taken.has(free)) ?? 1;
    const id = randomUUIDv7();
    const created_by = callerOfActor(actor).id;
    await trx
      .insertInto('reservation_tags')
      .values({ id, reservation_id: reservationId, position, label, created_by })
      .execute();
    await record(trx, actor, reservationId, [null, label]);
  }
  return { data: await listTags(trx, reservationId) };
}

/** Removes a tag. Throws TAG_NOT_FOUND. */
export async function removeTag(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, tagId }: { reservationId: string; tagId: string },
): Promise<ReservationTags> {
  const removed = await trx
    .deleteFrom('reservation_tags')
    .where('reservation_id', '=', reservationId)
    .where('id', '=', tagId)
    .returning('label')
    .executeTakeFirst();
  if (!removed) throw new AppError('TAG_NOT_FOUND');
  await record(trx, actor, reservationId, [removed.label, null]);
  return { data: await listTags(trx, reservationId) };
}

const TAGS_LISTED = 200;

/** The tags in use, the most frequent first. */
export async function listTagsInUse(db: Database): Promise<TagsInUse> {
  const data = await db
    .selectFrom('reservation_tags')
    .select([sql<string>`min(label)`.as('label'), sql<number>`count(*)::integer`.as('reservations')])
    .groupBy('key')
    .orderBy('reservations', 'desc')
    .orderBy('key')
    .limit(TAGS_LISTED)
    .execute();
  return { data };
}

function tagsOf(db: Database, reservationId: string) {
  return db
    .selectFrom('reservation_tags')
    .select(['id', 'position', 'label', 'key'])
    .where('reservation_id', '=', reservationId);
}

async function record(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  tag: [string | null, string | null],
): Promise<void> {
  const reservation = await findReservation(trx, reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  const action = tag[0] === null ? 'reservation.tag_added' : 'reservation.tag_removed';
  await recordReservationAudit(trx, actor, { reservation, trip: reservation }, { action, changes: { tag } });
}
