import { dayAndTime, formatLongMoment } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { makeWaitingLink } from '../waiting-list/index.ts';
import { type Context, kind, ofPayer, type Readers } from './facts.ts';
import type { OfEmailCode } from './reservation-facts.queries.ts';

/** An entry of a waiting list with what e-mails to its person say. */
interface WaitingFacts {
  waiting_id: string;
  /** The reservation that was offered. */
  id: string | null;
  state: 'waiting' | 'offered' | 'taken' | 'lapsed' | 'left';
  places: number;
  people: number;
  /** 1 is asked next; null: it no longer waits. */
  position: number | null;
  payer_name: string;
  has_account: boolean;
  slug: string;
  title: string;
  departs_at: Date;
  code: string | null;
  deposit_cents: number | null;
  hold_expires_at: Date | null;
  /** The token of a link for a payer without an account, made when the e-mail is sent. */
  payer_link?: string;
  /** What staff wrote when the day of the trip changed last. */
  message: string | null;
}

async function readEntry(db: Database, { waitingId }: { waitingId: string }): Promise<WaitingFacts | undefined> {
  const { rows } = await sql<WaitingFacts>`
    select w.id as waiting_id, r.id, w.state, w.places, u.name as payer_name, u.subject is not null as has_account, t.slug, t.title, t.departs_at, r.code,
      r.deposit_cents, r.hold_expires_at,
      (select coalesce(sum((fare->>'count')::integer), 0)::integer from jsonb_array_elements(w.party) fare) as people,
      case when w.state = 'waiting' then (select count(*)::integer from waiting_list_entries ahead
        where ahead.trip_id = w.trip_id and ahead.state = 'waiting'
          and (ahead.queue_position, ahead.id) <= (w.queue_position, w.id)) end as position,
      (select n.message from trip_notices n where n.trip_id = t.id and n.changes @> '[{"field": "date"}]'
        order by n.id desc limit 1) as message
    from waiting_list_entries w join users u on u.id = w.user_id join trips t on t.id = w.trip_id
    left join reservations r on r.id = w.reservation_id
    where w.id = ${waitingId}`.execute(db);
  return rows[0];
}

const waits = ({ state }: WaitingFacts) => state === 'waiting';
const hasEnded = ({ state }: WaitingFacts) => state === 'lapsed';

/** The code that was sent to an address of somebody who waits without an account. */
export async function readWaitingCode(
  db: Database,
  { waitingId }: { waitingId: string },
): Promise<(OfEmailCode & { id: string; title: string }) | undefined> {
  const { rows } = await sql<OfEmailCode & { id: string; title: string }>`
    select w.id, t.title, (select json_build_object('email', c.email, 'code', null, 'createdAt', c.created_at)
      from waiting_email_codes c where c.entry_id = w.id) as sent
    from waiting_list_entries w join trips t on t.id = w.trip_id
    where w.id = ${waitingId} and w.state = 'waiting'`.execute(db);
  return rows[0];
}

/** The place in the line is told by a link: an account sees it on the trip's page, others by a link. */
async function ofTrip(row: WaitingFacts, { db, publicUrl }: Context) {
  const { payer_name: name, title: trip, slug, has_account, waiting_id: entryId } = row;
  const isLinked = !has_account && waits(row);
  const page = isLinked ? pagePaths.waitingLink(await makeWaitingLink(db, { entryId })) : pagePaths.trip(slug);
  return { name, trip, link: publicUrl + page };
}

function ofEnded({ payer_name: name, title: trip, people }: WaitingFacts, { publicUrl }: Context) {
  return { name, trip, people, link: publicUrl + pagePaths.schedule };
}

/** E-mails to people on a waiting list. */
export const waitingEmails: Readers<
  'waitingJoined' | 'waitingOffer' | 'waitingEnded' | 'waitingCancelled' | 'waitingTripChanged'
> = {
  waitingJoined: kind({
    read: readEntry,
    applies: waits,
    data: async (row, context) => ({
      ...(await ofTrip(row, context)),
      ...{ people: row.people, position: row.position ?? 1, hasAccount: row.has_account },
    }),
  }),
  waitingOffer: kind({
    read: readEntry,
    // Its places are held as well.
    applies: (row, { state }) =>
      row.state === state && (row.hold_expires_at === null || row.hold_expires_at > new Date()),
    data: (row, context) => ({
      ...ofPayer({ ...row, code: row.code ?? '' }, context),
      ...{ people: row.people, places: row.places, depositCents: row.deposit_cents ?? 0 },
      deadline: row.hold_expires_at ? dayAndTime(row.hold_expires_at, context.timeZone) : null,
    }),
  }),
  waitingEnded: kind({ read: readEntry, applies: hasEnded, data: ofEnded }),
  waitingCancelled: kind({ read: readEntry, applies: hasEnded, data: ofEnded }),
  waitingTripChanged: kind({
    read: readEntry,
    // The trip departs when the e-mail was to say.
    applies: (row, { departsAt }) =>
      waits(row) && row.departs_at.toISOString() === departsAt && row.departs_at > new Date(),
    data: async (row, context) => ({
      ...{ ...(await ofTrip(row, context)), message: row.message ?? '', hasAccount: row.has_account },
      departure: formatLongMoment(row.departs_at.toISOString(), context.timeZone),
    }),
  }),
};
