import type { Audience } from '@passeio/contract/messages/announcements';
import type { EmailState } from '@passeio/contract/messages/messages';
import type { Generated, JSONColumnType } from 'kysely';
import type { CalendarDate, Instant, InstantByDefault } from './column-types.ts';

interface TripRemindersTable {
  trip_id: string;
  /** A key of the reminders of `domains/reminders`. */
  kind: string;
  /** The day of the deadline or departure that it is about. */
  about: CalendarDate;
  moment: Instant;
  ends_at: Instant;
  /** The last reservation that was notified, in the order of ids. */
  told_until: Generated<string>;
  done_at: Date | null;
}

interface WhatsAppMessagesTable {
  /** In the order of time. */
  id: string;
  trip_id: string;
  reservation_id: string;
  participant_id: string | null;
  template_key: string;
  phone: string;
  opened_by: string;
  opened_at: InstantByDefault;
  undone_at: Date | null;
  announcement_id: string | null;
}

interface TripAnnouncementsTable {
  /** In the order of time. */
  id: string;
  trip_id: string;
  audience: Audience;
  unpaid_only: boolean;
  missing_data_only: boolean;
  boarding_point_id: string | null;
  /** Null: whoever is going. */
  participant_ids: Generated<string[] | null>;
  subject: string;
  text: string;
  send_at: Instant;
  sent_at: Date | null;
  cancelled_at: Date | null;
  /** Null until it is sent, like `emails`. */
  people: number | null;
  emails: number | null;
  created_by: string;
  created_at: InstantByDefault;
}

interface TripAlertsTable {
  id: string;
  series_id: string;
  /** On whose page it was asked for. */
  trip_id: string;
  name: string;
  email: string;
  asked_at: InstantByDefault;
  confirmed_at: Date | null;
  sent_at: Date | null;
}

interface TripAlertLinksTable {
  token_hash: string;
  alert_id: string;
}

interface PushDevicesTable {
  endpoint: string;
  user_id: string;
  p256dh: string;
  auth: string;
  created_at: InstantByDefault;
}

type LinkDevicesTable = Omit<PushDevicesTable, 'user_id'> & { reservation_id: string };

interface ReservationEmailsTable {
  /** In the order of time. */
  id: string;
  reservation_id: string;
  kind: string;
  recipient: string;
  /** Empty while `about` says more. */
  subject: string;
  /** What it is about, from which its subject is read until it is sent. */
  about: JSONColumnType<object> | null;
  state: Generated<EmailState>;
  created_at: InstantByDefault;
  /** Null while it is queued. */
  settled_at: Date | null;
}

interface MessageWordingsTable {
  key: string;
  /** Empty for WhatsApp. */
  subject: string;
  text: string;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: string | null;
}

/** Messages to people, and what is known of them. */
export interface MessagesSchema {
  trip_reminders: TripRemindersTable;
  reservation_emails: ReservationEmailsTable;
  message_wordings: MessageWordingsTable;
  whatsapp_messages: WhatsAppMessagesTable;
  trip_announcements: TripAnnouncementsTable;
  trip_alerts: TripAlertsTable;
  trip_alert_links: TripAlertLinksTable;
  push_devices: PushDevicesTable;
  reservation_link_devices: LinkDevicesTable;
}
