import { dayAndTime } from '@passeio/contract/format-moments';
import { type AnnouncementFacts, type Audience, announcementValues } from '@passeio/contract/messages/announcements';
import { fillFields } from '@passeio/contract/messages/message-templates';
import { BOARDING_TO_BE_AGREED } from '@passeio/contract/reservations/voucher-texts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { missingFields } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';

/** Whom an announcement is for. */
export interface Narrowing {
  audience: Audience;
  unpaid: boolean;
  missingData: boolean;
  boardingPointId: string | null;
  participantIds: readonly string[] | null;
}

/** Somebody whom an announcement is for. `participantId`: null for the payer. */
export interface Recipient {
  reservation: { id: string; code: string; payer: string };
  participantId: string | null;
  name: string;
  email: string | null;
  contact: string;
  facts: AnnouncementFacts;
}

/** A participant of an active reservation, with its payer. */
interface PassengerRow {
  id: string;
  name: string;
  contact: string | null;
  user_id: string | null;
  email: string | null;
  boarding_point_id: string | null;
  is_missing_data: boolean;
  reservation_id: string;
  code: string;
  is_unpaid: boolean;
  due_cents: number;
  payer_id: string;
  payer_name: string;
  payer_email: string | null;
  payer_contact: string;
  title: string;
  departs_at: Date;
  boarding_points: { id: string; time: string; place: string }[];
}

async function listPassengers(db: Database, condition: RawBuilder<boolean>): Promise<PassengerRow[]> {
  const { rows } = await sql<PassengerRow>`
    select participants.id, participants.name, coalesce(participants.contact, person.contact) as contact,
      participants.user_id, person.email, participants.boarding_point_id,
      ${missingFields(sql`operator.time_zone`)} <> '{}' as is_missing_data,
      r.id as reservation_id, r.code, r.state <> 'requested' and r.received_cents < r.total_cents as is_unpaid,
      greatest(r.total_cents - r.received_cents, 0) as due_cents,
      payer.id as payer_id, payer.name as payer_name, payer.email as payer_email, payer.contact as payer_contact,
      trips.title, trips.departs_at, trips.boarding_points
    from reservations r join trips on trips.id = r.trip_id cross join operator
    join users payer on payer.id = r.user_id
    join participants on participants.reservation_id = r.id and participants.removed_at is null
    left join users person on person.id = participants.user_id
    where ${condition} and r.is_active
    order by payer.sort_name, r.id, participants.position`.execute(db);
  return rows;
}

/**
 * Whom an announcement of a trip is for now, each person once: by account, e-mail address, or the telephone of a
 * passenger without an account.
 */
export async function recipientsOf(db: Database, tripId: string, narrowing: Narrowing): Promise<Recipient[]> {
  const [rows, timeZone] = await Promise.all([listPassengers(db, sql`r.trip_id = ${tripId}`), readTimeZone(db)]);
  const { audience, unpaid, missingData, boardingPointId } = narrowing;
  const ids = narrowing.participantIds && new Set(narrowing.participantIds.map((id) => id.toLowerCase()));
  const chosen = rows.filter(
    (row) =>
      (!ids || ids.has(row.id)) &&
      (!unpaid || row.is_unpaid) &&
      (!missingData || row.is_missing_data) &&
      (!boardingPointId || row.boarding_point_id === boardingPointId),
  );
  const people = chosen.map((row) => {
    const isReached = audience === 'passengers' && reachesPassenger(row);
    return recipientOf(
      isReached ? row : null,
      rows.filter((one) => one.reservation_id === row.reservation_id),
      timeZone,
    );
  });
  // People with accounts first: a telephone that is also an account's belongs to that person.
  const known = new Set<string>();
  return [...people.filter(({ personId }) => personId), ...people.filter(({ personId }) => !personId)].filter((one) => {
    const keys = [one.personId ?? one.contact, ...(one.email ? [one.email.toLowerCase()] : [])];
    const isNew = keys.every((key) => !known.has(key));
    if (isNew) for (const key of [...keys, one.contact]) known.add(key);
    return isNew;
  });
}

/** What an announcement says to a participant, or to the payer, of a reservation; undefined once they have left. */
export async function factsFor(
  db: Database,
  { reservationId, participantId }: { reservationId: string; participantId: string | null },
): Promise<{ facts: AnnouncementFacts; isUnpaid: boolean } | undefined> {
  const [party, timeZone] = await Promise.all([listPassengers(db, sql`r.id = ${reservationId}`), readTimeZone(db)]);
  const [first] = party;
  const passenger = participantId === null ? null : party.find(({ id }) => id === participantId);
  if (!first || passenger === undefined) return undefined;
  return { facts: recipientOf(passenger, party, timeZone).facts, isUnpaid: first.is_unpaid };
}

/** How a recipient reads a text. */
export function textFor({ facts }: Pick<Recipient, 'facts'>, text: string): string {
  // Intl separates the currency by a space that does not break, which some telephones show as a box.
  return fillFields(text, announcementValues(facts)).replaceAll('\u00a0', ' ');
}

function reachesPassenger({ user_id, payer_id, name, contact }: PassengerRow): boolean {
  return user_id !== payer_id && name !== '' && contact !== null;
}

/** A passenger as a recipient, or the payer of the party. */
function recipientOf(
  passenger: PassengerRow | null,
  party: PassengerRow[],
  timeZone: string,
): Recipient & { personId: string | null } {
  const row = passenger ?? party[0];
  if (!row) throw new Error('a reservation without people has no recipients');
  const name = passenger?.name ?? row.payer_name;
  return {
    personId: passenger ? passenger.user_id : row.payer_id,
    reservation: { id: row.reservation_id, code: row.code, payer: row.payer_name },
    participantId: passenger?.id ?? null,
    name,
    email: passenger ? passenger.email : row.payer_email,
    contact: passenger?.contact ?? row.payer_contact,
    facts: {
      name,
      code: row.code,
      trip: row.title,
      departure: dayAndTime(row.departs_at, timeZone),
      boarding: boardingOf(passenger ? [passenger] : party, row),
      dueCents: passenger ? null : row.due_cents,
    },
  };
}

function boardingOf(people: PassengerRow[], { boarding_points }: PassengerRow): string {
  const places = boarding_points
    .filter(({ id }) => people.some((one) => one.boarding_point_id === id))
    .map(({ time, place }) => `${time} – ${place}`);
  return places.join('; ') || BOARDING_TO_BE_AGREED;
}
