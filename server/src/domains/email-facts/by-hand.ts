import type { ChatKind } from '@passeio/contract/messages/chat-templates';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { EmailAbout, EmailKind } from '../messages/index.ts';
import { balanceDue, dataDue } from '../reminders/index.ts';

/** A message about a reservation that follows from its state alone, not from something that happened. */
export type ByHand = { [Kind in ChatKind & EmailKind]: { kind: Kind; about: EmailAbout[Kind] } }[ChatKind & EmailKind];

/** The messages that staff may send about a reservation at any time; which are true now, their readers say. */
export async function messagesByHand(db: Database, reservationId: string): Promise<ByHand[]> {
  const day = (instant: unknown) => sql<string>`(${instant} at time zone operator.time_zone)::date`;
  const { rows } = await sql<{
    trip_id: string;
    hold_expires_at: Date | null;
    balance_day: string;
    data_day: string;
    departure_day: string;
    is_overdue: boolean;
  }>`
    select r.trip_id, r.hold_expires_at, ${day(balanceDue)} as balance_day, ${day(dataDue)} as data_day,
      ${day(sql`trips.departs_at`)} as departure_day, ${balanceDue} <= now() as is_overdue
    from reservations r join trips on trips.id = r.trip_id cross join operator
    where r.id = ${reservationId}`.execute(db);
  const [row] = rows;
  if (!row) return [];
  const ofReservation = { reservationId };
  const ofTrip = { reservationId, tripId: row.trip_id };
  const ofHold = { reservationId, holdExpiresAt: row.hold_expires_at?.toISOString() ?? '' };
  return [
    { kind: 'reservationReceived', about: ofHold },
    { kind: 'requestReceived', about: ofHold },
    { kind: 'holdEnding', about: ofHold },
    { kind: 'holdExpired', about: ofHold },
    { kind: 'reservationConfirmed', about: ofReservation },
    row.is_overdue
      ? { kind: 'balanceOverdue', about: { ...ofTrip, reminder: 'balance_overdue', day: row.balance_day } }
      : { kind: 'balanceDue', about: { ...ofTrip, reminder: 'balance_soon', day: row.balance_day } },
    { kind: 'dataMissing', about: { ...ofTrip, reminder: 'data_soon', day: row.data_day } },
    { kind: 'departureSoon', about: { ...ofTrip, reminder: 'departure', day: row.departure_day } },
    { kind: 'departureGuaranteed', about: ofTrip },
  ];
}
