import type { Wording } from '@passeio/contract/messages/message-templates';
import type { ReservationState } from '@passeio/contract/reservations/reservation-states';
import type { WaitingState } from '@passeio/contract/reservations/waiting-list';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { LinkRequest } from '../../ports/identity/port.ts';
import { contentOf } from './templates/content.ts';
import type { EmailData, EmailKind } from './templates/emails.ts';

/** The link with which a reservation is reviewed. */
interface ReviewLinkRequest {
  does: 'review';
  reservationId: string;
}

/** The link with which a payer chooses after the operator cancelled the departure. */
interface ChoiceLinkRequest {
  does: 'departureChoice';
  reservationId: string;
  tripId: string;
}

/** A link that is created when its e-mail is sent. */
export type EmailLinkRequest = LinkRequest | ReviewLinkRequest | ChoiceLinkRequest;

/** A queued e-mail. */
export interface QueuedEmail<Kind extends EmailKind = EmailKind> {
  kind: Kind;
  to: string;
  /** Links are requested here and created when the e-mail is sent, so that the queue holds no token. */
  data: { [Key in keyof EmailData[Kind]]: EmailData[Kind][Key] | (Key extends 'link' ? EmailLinkRequest : never) };
  /** Checked when the e-mail is sent: it is not if this no longer holds. */
  reason?: SendCondition;
  /** The reservation whose voucher is attached, as it is when the e-mail is sent. */
  voucherOf?: string;
  /** Its entry in the log of e-mails about reservations; chosen when it is queued, unless it is given. */
  logId?: string;
  /** When it was first postponed for its recipient's sake, ISO 8601. */
  waitsSince?: string;
  /** Attempts of which the mail server did not say whether it took the text, and the mail's id in all of them. */
  uncertain?: { attempts: number; mailId: string };
}

/** That a reservation is in a state, and has a deadline (ISO 8601). */
export interface HoldCondition {
  reservationId: string;
  state: 'requested' | 'held' | 'expired';
  holdExpiresAt: string;
}

/** That a receipt is its reservation's latest and in a state, the reservation itself being in another. */
export interface ReceiptCondition {
  receiptId: string;
  state: 'submitted' | 'rejected';
  reservationState: ReservationState;
}

/** That a payment or refund was not put right, and its reservation is in a state, unless that does not matter. */
export interface PaymentCondition {
  entryId: string;
  state?: ReservationState;
}

/** That an entry of a waiting list is in a state. */
export interface WaitingCondition {
  waitingId: string;
  state: WaitingState;
}

/** That the refund of a cancellation, if there is one, was not yet made. */
export interface CancellationCondition {
  reservationId: string;
  refundCents: number;
}

/** That a notice of a changed trip is the latest of an active reservation, whose trip is still to depart. */
export interface NoticeCondition {
  noticeId: string;
  reservationId: string;
}

/** That somebody still waits for a trip, which departs then (ISO 8601). */
export interface WaitingNoticeCondition {
  waitingId: string;
  departsAt: string;
}

/** That an active reservation's trip is guaranteed. */
export interface GuaranteeCondition {
  reservationId: string;
  guaranteed: string;
}

export type ReminderKind = Selectable<Schema['trip_reminders']>['kind'];

/**
 * That a reservation is still booked for a trip of which it is reminded, on the same day (`about`, as "2026-12-12"),
 * and lacks what it is reminded of. `confirmed`: it is still booked, and nothing was paid.
 */
export interface ReminderCondition {
  reservationId: string;
  reminder: ReminderKind | 'confirmed';
  tripId: string;
  about: string;
}

export type SendCondition =
  | HoldCondition
  | ReceiptCondition
  | PaymentCondition
  | WaitingCondition
  | CancellationCondition
  | ReminderCondition
  | NoticeCondition
  | WaitingNoticeCondition
  | GuaranteeCondition;

/**
 * The subject of a queued e-mail, without the operator's name. `own`: the operator's wording; the default without it.
 */
export function subjectOf({ kind, data }: Pick<QueuedEmail, 'kind' | 'data'>, own?: Wording): string {
  // Subjects contain no link and no way to reach the operator, so placeholders are enough.
  return oneLine(contentOf(kind, { ...data, link: '' } as EmailData[EmailKind], '', own).subject);
}

/** Prevents header injection. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
