import type { ConversationFilters } from '@passeio/contract/conversations/conversations';
import type { PageInfo } from '@passeio/contract/pages';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import { arrivalOf, isUnreachable } from '../whatsapp/index.ts';

/** Messages of a conversation that are read at once. */
export const MESSAGES_READ = 50;
const PROPOSALS = 5;
/** As many digits of a telephone as anybody of staff sees. */
export const SHOWN_DIGITS = 4;

export type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>['executeTakeFirstOrThrow']>>;

function selectConversations(db: Database) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('chat_contacts as contact', 'contact.id', 'c.contact_id')
    .leftJoin('reservations as r', 'r.id', 'c.reservation_id')
    .leftJoin('trips', 'trips.id', 'r.trip_id')
    .leftJoin('users as payer', 'payer.id', 'r.user_id')
    .leftJoin('users as assignee', 'assignee.id', 'c.assignee_id')
    .leftJoin('users as typist', 'typist.id', 'c.typing_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('conversation_messages as m')
          .select(['m.text', 'm.kind', 'm.direction', 'm.at'])
          .whereRef('m.conversation_id', '=', 'c.id')
          .orderBy('m.at', 'desc')
          .orderBy(arrivalOf('m'), 'desc')
          .orderBy('m.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['c.id', 'c.state', 'c.open_until', 'c.assignee_id', 'c.typing_by', 'c.typing_until', 'c.reservation_id'])
    .select(['contact.name', 'contact.phone', 'contact.stopped_at', 'assignee.name as assignee_name'])
    .select(isUnreachable.as('is_unreachable'))
    .select(['r.code', 'payer.name as payer_name', 'payer.contact as payer_contact'])
    .select(['trips.id as trip_id', 'trips.title', 'trips.departs_at', 'typist.name as typist_name'])
    .select([
      'last.text as last_text',
      'last.kind as last_kind',
      'last.direction as last_direction',
      'last.at as last_at',
    ])
    .select(
      sql<number>`(select count(*)::integer from conversation_messages unread
        where unread.conversation_id = c.id and unread.direction = 'in'
          and unread.at > coalesce(c.seen_at, '-infinity'))`.as('unread'),
    );
}

/** A page of conversations: those that wait from the earliest on, all others from the latest. */
export async function listConversations(
  db: Database,
  callerId: string,
  { list, reservationId, q, page, size, seesNumbers }: ConversationFilters & { seesNumbers: boolean },
): Promise<{ rows: ConversationRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const listed = selectConversations(db)
    .where('c.last_message_at', 'is not', null)
    .$if(reservationId !== undefined, (all) => all.where('c.reservation_id', '=', reservationId ?? null))
    .$if(reservationId === undefined && list === 'waiting', (all) => all.where('c.state', '=', sql.lit('waiting')))
    .$if(reservationId === undefined && list === 'closed', (all) => all.where('c.state', '=', 'closed'))
    .$if(reservationId === undefined && list === 'open', (all) => all.where('c.state', '<>', 'closed'))
    .$if(reservationId === undefined && list === 'mine', (all) =>
      all.where('c.assignee_id', '=', callerId).where('c.state', '<>', 'closed'),
    )
    .$if(reservationId === undefined && list === 'unlinked', (all) =>
      all.where('c.reservation_id', 'is', null).where('c.state', '<>', 'closed'),
    )
    .$if(q !== undefined, (all) => all.where(matches(q ?? '', seesNumbers)));
  const isWaiting = list === 'waiting' && reservationId === undefined;
  const [rows, count] = await Promise.all([
    listed
      .orderBy('c.last_message_at', isWaiting ? 'asc' : 'desc')
      .orderBy('c.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, db.selectFrom('conversations').where('id', 'in', listed.clearSelect().select('c.id'))),
  ]);
  return { rows, ...count };
}

// Digits find the telephone, by its end alone for those who see no more of it; words find names, codes find theirs.
function matches(q: string, seesNumbers: boolean) {
  const digits = q.replace(/\D/g, '');
  const text = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const byPhone = seesNumbers ? `%${digits}%` : `%${digits}`;
  const isNumber =
    /^[\d\s().+-]+$/.test(q) && (seesNumbers ? digits.length >= SHOWN_DIGITS : digits.length === SHOWN_DIGITS);
  return sql<boolean>`(searchable(contact.name) like searchable(${text}) or searchable(coalesce(payer.name, '')) like searchable(${text})
    or r.code = ${q.replace(/[\s-]/g, '').toUpperCase()} or (${isNumber} and coalesce(contact.phone like ${byPhone}, false)))`;
}

export function findConversation(db: Database, id: string): Promise<ConversationRow | undefined> {
  return selectConversations(db).where('c.id', '=', id).executeTakeFirst();
}

/** Locks a conversation for the transaction. */
export function lockConversation(db: Database, id: string) {
  return db.selectFrom('conversations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>;

function selectMessages(db: Database) {
  return db
    .selectFrom('conversation_messages as m')
    .leftJoin('users as author', 'author.id', 'm.sent_by')
    .leftJoin('conversation_media as media', 'media.message_id', 'm.id')
    .select([
      'm.id',
      'm.direction',
      'm.kind',
      'm.text',
      'm.at',
      'm.status',
      'm.fell_back_to',
      'm.error_code',
      'author.name as author_name',
    ])
    .select(['media.id as media_id', 'media.content_type', 'media.file_name', 'media.state', 'media.receipt_id']);
}

/** The latest messages of a conversation, or those before one of them; the newest first, and one too many. */
export function listMessages(db: Database, conversationId: string, before?: string): Promise<MessageRow[]> {
  return selectMessages(db)
    .where('m.conversation_id', '=', conversationId)
    .$if(before !== undefined, (all) =>
      all.where(
        sql<boolean>`(m.at, ${arrivalOf('m')}, m.id) < (select b.at, ${arrivalOf('b')}, b.id
          from conversation_messages b where b.id = ${before} and b.conversation_id = ${conversationId})`,
      ),
    )
    .orderBy('m.at', 'desc')
    .orderBy(arrivalOf('m'), 'desc')
    .orderBy('m.id', 'desc')
    .limit(MESSAGES_READ + 1)
    .execute();
}

export function findMessage(db: Database, id: string): Promise<MessageRow> {
  return selectMessages(db).where('m.id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Reservations that a conversation may be about: whose code was written in it, whose payer has its telephone, or its
 * name. Those still to travel come first.
 */
export function proposeReservations(db: Database, conversationId: string) {
  const codes = sql`(select upper(code[1]) from conversation_messages m,
    regexp_matches(m.text, '\\m[A-Za-z0-9]{6}\\M', 'g') code
    where m.conversation_id = ${conversationId} and m.direction = 'in' limit 50)`;
  return db
    .selectFrom('reservations as r')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .innerJoin('conversations as c', (join) => join.on('c.id', '=', conversationId))
    .innerJoin('chat_contacts as contact', 'contact.id', 'c.contact_id')
    .select(['r.id as reservation_id', 'r.code', 'payer.name as payer_name'])
    .select(['trips.id as trip_id', 'trips.title', 'trips.departs_at'])
    .where(
      sql<boolean>`(r.code in ${codes} or r.user_id in (
        select id from users where erased_at is null and (users.contact = contact.phone
          or (char_length(contact.name) > 5 and users.sort_name = searchable(contact.name)))
        limit 20))`,
    )
    .orderBy(sql`r.code in ${codes}`, 'desc')
    .orderBy(sql`payer.contact = contact.phone`, (order) => order.desc().nullsLast())
    .orderBy(sql`trips.departs_at > now()`, 'desc')
    .orderBy(sql`abs(extract(epoch from trips.departs_at - now()))`)
    .limit(PROPOSALS)
    .execute();
}

/** A file of a message, of this conversation alone. */
export function findMedia(db: Database, { conversationId, mediaId }: { conversationId: string; mediaId: string }) {
  return db
    .selectFrom('conversation_media as media')
    .innerJoin('conversation_messages as m', 'm.id', 'media.message_id')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['media.id', 'media.content_type', 'media.state', 'media.storage_key', 'media.receipt_id'])
    .select('c.reservation_id')
    .where('media.id', '=', mediaId)
    .where('m.conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** Who of staff may answer, by name. */
export function listTeam(db: Database): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', ['ADMIN', 'OPERATOR'])
    .where('is_disabled', '=', false)
    .where(sql<boolean>`(role = 'ADMIN' or permissions is null or 'answer_chats' = any(permissions))`)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(200)
    .execute();
}
