import type { ChatMessage, ChatReservation, Conversation } from '@passeio/contract/conversations/conversations';
import { type ConversationRow, type MessageRow, SHOWN_DIGITS } from './conversations.queries.ts';

/** Who reads a conversation. */
export interface Reader {
  id: string;
  seesNumbers: boolean;
}

export function presentConversation(row: ConversationRow, reader: Reader, now: Date): Conversation {
  const { typing_by: typist, typing_until: until } = row;
  const isTyping = typist !== null && typist !== reader.id && until !== null && until > now;
  return {
    id: row.id,
    name: row.name,
    phone: reader.seesNumbers ? (row.phone ?? '') : masked(row.phone),
    state: row.state as Conversation['state'],
    unread: row.unread,
    openUntil: row.open_until?.toISOString() ?? null,
    reservation: presentReservation(row),
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' },
    typing: isTyping ? (row.typist_name ?? '') : null,
    hasStopped: row.stopped_at !== null,
    last:
      row.last_at === null
        ? null
        : {
            text: row.last_text ?? '',
            kind: row.last_kind ?? '',
            isOurs: row.last_direction !== 'in',
            at: row.last_at.toISOString(),
          },
  };
}

/** As a telephone is shown to who does not answer. */
function masked(phone: string | null): string {
  return phone === null ? '' : `•••${phone.slice(-SHOWN_DIGITS)}`;
}

type ReservationColumns = Pick<
  ConversationRow,
  'reservation_id' | 'code' | 'payer_name' | 'trip_id' | 'title' | 'departs_at'
>;

export function presentReservation(row: ReservationColumns): ChatReservation | null {
  if (row.reservation_id === null || row.trip_id === null || row.departs_at === null) return null;
  return {
    id: row.reservation_id,
    code: row.code ?? '',
    payer: row.payer_name ?? '',
    trip: { id: row.trip_id, title: row.title ?? '', date: row.departs_at.toISOString() },
  };
}

export function presentMessage(row: MessageRow): ChatMessage {
  return {
    id: row.id,
    direction: row.direction as ChatMessage['direction'],
    kind: row.kind,
    text: row.text,
    at: row.at.toISOString(),
    status: row.status,
    by: row.author_name,
    fellBackTo: row.fell_back_to as ChatMessage['fellBackTo'],
    errorCode: row.error_code,
    media:
      row.media_id === null
        ? null
        : {
            id: row.media_id,
            contentType: row.content_type ?? '',
            name: row.file_name ?? '',
            state: row.state as 'wanted' | 'stored' | 'refused',
            isReceipt: row.receipt_id !== null,
          },
  };
}
