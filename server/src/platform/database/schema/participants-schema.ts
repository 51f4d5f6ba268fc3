import type { DocumentType } from '@passeio/contract/reservations/participants';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CalendarDate, InstantByDefault } from './column-types.ts';

export interface ParticipantsTable {
  id: string;
  reservation_id: string;
  /** Repeats the reservation's, like `is_active`; a foreign key carries changes over. */
  trip_id: string;
  is_active: boolean;
  position: number;
  fare_id: string;
  fare_label: string;
  price_cents: number;
  takes_place: boolean;
  name: Generated<string>;
  birthdate: CalendarDate | null;
  document_type: Generated<DocumentType>;
  document_number: string | null;
  document_issuer: string | null;
  cpf: string | null;
  contact: string | null;
  boarding_point_id: string | null;
  notes: string | null;
  companion_id: string | null;
  user_id: string | null;
  /** The seat, of a vehicle of the trip; a trigger takes it away from who stops travelling. */
  trip_vehicle_id: Generated<string | null>;
  seat: Generated<string | null>;
  /** Staff let them stand up when the system had seated everybody: it does not seat them again. */
  stands: Generated<boolean>;
  /** Of somebody whom the payer added and has not paid for: until when their place is held, and their deposit. */
  held_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  held_deposit_cents: Generated<number | null>;
  /** Of somebody who was held and is held for no deposit now, as on a lap: until when they were. */
  let_go_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  removed_at: ColumnType<Date | null, undefined, Date | string | null>;
  boarded_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  missed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  created_at: InstantByDefault;
  updated_at: InstantByDefault;
  sort_name: GeneratedAlways<string>;
  search_text: GeneratedAlways<string>;
}

export interface ParticipantLinksTable {
  participant_id: string;
  token_hash: string;
  created_at: InstantByDefault;
}
