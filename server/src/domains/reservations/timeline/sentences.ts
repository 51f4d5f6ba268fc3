import { type AuditAction, auditActionLabel, type staffActions } from '@passeio/contract/audit';
import type { TimelineAudience } from '@passeio/contract/reservations/timeline';
import * as money from './money-sentences.ts';
import * as people from './people-sentences.ts';
import * as reservation from './reservation-sentences.ts';
import { type Describe, type Entry, textAfter } from './sentence-parts.ts';

/** The audited actions of which a reservation is the subject, and which its payer reads. */
export type ReservationAction = Exclude<Extract<AuditAction, `reservation.${string}`>, keyof typeof staffActions>;

const says =
  (sentence: string): Describe =>
  () => ({ sentence });

/** What the payer reads of each action. */
export const payerTexts: Record<ReservationAction, Describe> = {
  'reservation.created': reservation.created,
  'reservation.requested': reservation.requested,
  'reservation.request_accepted': reservation.requestAccepted,
  'reservation.request_refused': reservation.requestRefused,
  'reservation.request_expired': says('Não conseguimos responder ao pedido a tempo, e as vagas ficaram livres'),
  'reservation.offered': reservation.offered,
  'reservation.changed': reservation.changed,
  'reservation.seats_changed': people.seatsChanged,
  'reservation.contract_accepted': reservation.contractAccepted,
  'reservation.reviewed': says('Você avaliou o passeio'),
  'reservation.extra_added': people.extraAdded,
  'reservation.extra_removed': people.extraRemoved,
  'reservation.minors_stated': reservation.minorsStated,
  'reservation.authorization_changed': people.authorizationChanged,
  'reservation.authorization_sent': people.authorizationSent,
  'reservation.answers_changed': reservation.answersChanged,
  'reservation.participant_added': people.personAdded,
  'reservation.participant_changed': people.personChanged,
  'reservation.participant_replaced': people.personReplaced,
  'reservation.participant_removed': reservation.personRemoved,
  'reservation.added_people_expired': people.addedPeopleExpired,
  'reservation.link_created': people.linkCreated,
  'reservation.link_revoked': people.linkRevoked,
  'reservation.split_changed': money.splitChanged,
  'reservation.adjusted': money.adjusted,
  'reservation.hold_changed': reservation.holdChanged,
  'reservation.trip_changed': reservation.tripChanged,
  'reservation.confirmed': says('Confirmamos a sua reserva'),
  'reservation.moved': reservation.moved,
  'reservation.expired': says('A reserva expirou: o sinal não chegou até o prazo'),
  'reservation.reinstated': says('Reativamos a sua reserva: ela está confirmada'),
  'reservation.payment_recorded': money.paymentRecorded,
  'reservation.refund_recorded': money.refundRecorded,
  'reservation.payment_received': money.paymentReceived,
  'reservation.charged_back': money.chargedBack,
  'reservation.entry_reversed': money.entryReversed,
  'reservation.charge_created': money.chargeCreated,
  'reservation.cash_taken': money.cashTaken,
  'reservation.cash_refused': money.cashRefused,
  'reservation.receipt_submitted': money.receiptSubmitted,
  'reservation.receipt_accepted': money.receiptAccepted,
  'reservation.receipt_rejected': money.receiptRejected,
  'reservation.announced': reservation.announced,
  'reservation.invoice_authorised': says('A nota fiscal foi emitida'),
  'reservation.invoice_replaced': says('A nota fiscal foi substituída por outra'),
  'reservation.invoice_cancelled': says('A nota fiscal foi cancelada'),
  'reservation.boarded': people.boarded,
  'reservation.missed': people.missed,
  'reservation.attendance_undone': people.attendanceUndone,
  'reservation.attendance_corrected': people.attendanceCorrected,
  'reservation.refund_sent': money.refundSent,
  'reservation.refund_changed': money.refundChanged,
  'reservation.cancelled': reservation.cancelled,
  'reservation.departure_cancelled': reservation.departureCancelled,
  'reservation.link_requested': says('Pedido recebido pelo link: a nossa equipe vai confirmar'),
  'reservation.link_request_confirmed': says('Confirmamos o que foi pedido pelo link'),
  'reservation.link_request_refused': says('Não confirmamos o que foi pedido pelo link'),
  'reservation.adopted': says('A reserva foi guardada em uma conta'),
  'reservation.choice_made': reservation.choiceMade,
};

/**
 * An audit entry as text: for staff the act, for the payer the sentence with its details, or null if it is not theirs
 * to see.
 */
export function describeEntry(
  audience: TimelineAudience,
  action: AuditAction,
  entry: Entry,
): { sentence: string; details: string[] } | null {
  if (audience === 'staff') return { sentence: forStaff(action, entry), details: [] };
  const text = isOfReservation(action) ? payerTexts[action](entry) : null;
  return text && { sentence: text.sentence, details: (text.details ?? []).filter((line) => line !== undefined) };
}

function forStaff(action: AuditAction, entry: Entry): string {
  const topic = textAfter(entry, 'message');
  return action === 'reservation.message_opened' && topic ? `Mensagem no WhatsApp: ${topic}` : auditActionLabel(action);
}

function isOfReservation(action: AuditAction): action is ReservationAction {
  return action in payerTexts;
}
