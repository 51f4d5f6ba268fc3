import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { channelOf } from './own-channel.ts';

/** A telephone without WhatsApp is tried again after so long. */
const UNREACHABLE_FOR = '30 days';

/** Whether Meta said lately that `contact` has no WhatsApp. */
export const isUnreachable = sql<boolean>`coalesce(
  contact.unreachable_at > now() - ${sql.lit(UNREACHABLE_FOR)}::interval, false)`;

/** The payer of a reservation, or somebody who waits for a date of a trip, as far as messages go. */
export interface Recipient {
  phone: string;
  bsuid: string | null;
  /** Theirs, or the operator's for those who have not said. */
  wish: 'whatsapp' | 'email';
  hasStopped: boolean;
  isUnreachable: boolean;
  openUntil: Date | null;
  /** The code of the reservation, if it is about one. */
  code: string;
  /** The reference of the charge that was sent in the chat and has been paid. */
  orderReference: string | null;
  operator: { name: string; pixKey: string };
}

export async function readRecipient(db: Database, reservationId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select payer.contact as phone, contact.bsuid, r.code,
      ${channelOf} as wish,
      contact.stopped_at is not null as "hasStopped",
      ${isUnreachable} as "isUnreachable",
      conversations.open_until as "openUntil",
      (select charges.reference from charges where charges.reservation_id = r.id and charges.state = 'paid'
        and exists (select from conversation_messages m where m.reservation_id = r.id and m.kind = 'order_details'
          and m.conversation_id = conversations.id and m.at > charges.created_at)
        order by charges.updated_at desc limit 1) as "orderReference",
      jsonb_build_object('name', operator.name, 'pixKey', operator.pix_key) as operator
    from reservations r join users payer on payer.id = r.user_id cross join operator
    left join whatsapp_settings settings on true
    left join chat_contacts contact on contact.phone = payer.contact
    left join conversations on conversations.contact_id = contact.id
    where r.id = ${reservationId} and payer.erased_at is null`.execute(db);
  return rows[0];
}

/** Somebody who asked for the next date of a trip by WhatsApp; undefined of all others. */
export async function readAlertRecipient(db: Database, alertId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.phone, contact.bsuid, '' as code, 'whatsapp' as wish, contact.stopped_at is not null as "hasStopped",
      ${isUnreachable} as "isUnreachable", conversations.open_until as "openUntil", null as "orderReference",
      jsonb_build_object('name', operator.name, 'pixKey', '') as operator
    from trip_alerts a cross join operator left join chat_contacts contact on contact.phone = a.phone
    left join conversations on conversations.contact_id = contact.id
    where a.id = ${alertId} and a.phone is not null and a.confirmed_at is not null`.execute(db);
  return rows[0];
}
