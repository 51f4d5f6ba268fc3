import type { ChatKind } from '@passeio/contract/messages/chat-templates';
import type { Wording } from '@passeio/contract/messages/message-templates';
import type { ReservationState } from '@passeio/contract/reservation-states';
import type { JobCause, Queue } from '../../platform/jobs/jobs.ts';
import type { LinkRequest } from '../../ports/identity/port.ts';
import type { AccountEmailData } from './templates/account-emails.ts';
import { contentOf } from './templates/content.ts';
import type { EmailData, EmailKind } from './templates/emails.ts';
import type { Brand } from './templates/frame.ts';

/**
 * At least 27 hours of retries, to survive an outage of a day. 10 e-mails a second in each process: those of a rush of
 * reservations follow it instead of slowing it down.
 */
export const mailQueue: Queue = {
  name: 'emails',
  batchSize: 10,
  pause: 1,
  retryLimit: 36,
  retryDelay: 5,
  retryDelayMax: 3_600,
};

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

/** The link with which a person who waits for a date of a trip confirms or ends that. */
interface AlertLinkRequest {
  does: 'tripAlert';
  alertId: string;
}

/** The link that shows a gift card with its code. */
interface GiftCardLinkRequest {
  does: 'giftCard';
  giftCardId: string;
}

/** The link with which a colleague becomes staff. */
interface StaffInvitationLinkRequest {
  does: 'staffInvitation';
  invitationId: string;
}

/** The link to a copy of a person's data. */
interface DataExportLinkRequest {
  does: 'dataExport';
  exportId: string;
}

/** A link that is created when its e-mail is sent, so that the queue holds no token. */
export type EmailLinkRequest =
  | LinkRequest
  | ReviewLinkRequest
  | ChoiceLinkRequest
  | AlertLinkRequest
  | GiftCardLinkRequest
  | StaffInvitationLinkRequest
  | DataExportLinkRequest;

/** The data of an e-mail, with links that are yet to be created. */
type LinkedData<Kind extends EmailKind> = {
  [Key in keyof EmailData[Kind]]: EmailData[Kind][Key] | (Key extends 'link' ? EmailLinkRequest : never);
};

interface OfReservation {
  reservationId: string;
}

/** `holdMoved`: the deadline of the hold moved with the trip. */
interface OfNotice extends OfReservation {
  noticeId: string;
  holdMoved: boolean;
}

interface OfTrip extends OfReservation {
  tripId: string;
}

/** `holdExpiresAt`: the deadline that the e-mail is about, ISO 8601. */
interface OfHold extends OfReservation {
  holdExpiresAt: string;
}

/** `reminder`: its key; `day`: of the deadline or departure that it is about, as "2026-12-12". */
interface OfReminder extends OfTrip {
  reminder: string;
  day: string;
}

interface OfWaiting {
  waitingId: string;
}

/** A payment, and the state of its reservation once it came. */
interface OfPayment extends OfReservation {
  entryId: string;
  state: ReservationState;
}

interface OfReceipt extends OfReservation {
  receiptId: string;
  /** The state of the reservation when the receipt came or was reviewed. */
  reservationState: ReservationState;
}

/** What cannot be read again: what is known of an account at that moment. */
type AboutAccounts = { [Kind in keyof AccountEmailData]: LinkedData<Kind> };

/** What cannot be read again of a kind's data, because it was true at that moment. */
type Said<Kind extends EmailKind, Key extends keyof EmailData[Kind]> = OfReservation & Pick<EmailData[Kind], Key>;

/** What the queue holds of each kind of e-mail: what it is about, from which its data are read when it is sent. */
export interface EmailAbout extends AboutAccounts {
  reservationReceived: OfHold;
  /** `email`: to confirm; another one may be sent a code since. */
  /** `proves`: that the holder of a link is the payer; else it confirms the address. */
  emailCode: (OfReservation & { email: string; proves?: true }) | (OfWaiting & { email: string });
  /** `isImported`: it may have been paid before. */
  reservationConfirmed: OfReservation & { isImported?: boolean };
  /** After the reservation was confirmed; accepted before, the contract goes with the voucher. */
  contractAccepted: OfReservation;
  requestReceived: OfHold;
  requestArrived: OfHold;
  /** Null: booked, because no deposit was due. */
  requestAccepted: OfReservation & { holdExpiresAt: string | null };
  requestRefused: OfReservation;
  requestLapsed: OfHold;
  requestUnanswered: OfHold;
  holdEnding: OfHold;
  holdExpired: OfHold;
  offerLapsed: OfHold;
  /** The people have left the reservation. */
  addedPeopleExpired: Said<'addedPeopleExpired', 'people' | 'deadline'>;
  /** `deadline`: until when somebody may still share. */
  shareAlone: Said<'shareAlone', 'room' | 'deadline' | 'supplementCents'>;
  /** `deadline`: until when cancelling is free of charge. */
  shareBecameSingle: Said<'shareBecameSingle', 'room' | 'deadline' | 'supplementCents'>;
  balanceDue: OfReminder;
  balanceOverdue: OfReminder;
  /** `day`: of the instalment, as "2026-12-12". */
  instalmentDue: OfReservation & { day: string };
  instalmentOverdue: OfReservation & { day: string };
  dataMissing: OfReminder;
  departureSoon: OfReminder;
  tripThanks: OfReminder;
  /** The quote that was accepted, by its later payments no longer to be computed. */
  reservationCancelled: Said<
    'reservationCancelled',
    | 'by'
    | 'people'
    | 'contractedCents'
    | 'receivedCents'
    | 'penaltyCents'
    | 'refundCents'
    | 'rule'
    | 'promisedFor'
    | 'parts'
  >;
  /** `participantId`: null for the payer. */
  announcement: OfReservation & { announcementId: string; participantId: string | null };
  alertAsked: { alertId: string };
  giftCardBought: { giftCardId: string };
  giftCardArrived: { giftCardId: string };
  giftCardRefunded: { giftCardId: string; transferId: string; leftCents: number };
  alertNewDate: { alertId: string; tripId: string };
  departureGuaranteed: OfTrip;
  departureCancelled: OfTrip;
  departureChoice: OfTrip;
  /** `tripId`: to which it was moved. */
  departureMoved: OfTrip;
  /** `others`: of the payer's other reservations, which the same change concerns. */
  tripChanged: OfNotice & { others?: OfNotice[] };
  /** `departsAt`: as the e-mail says, ISO 8601. */
  waitingTripChanged: OfWaiting & { departsAt: string };
  waitingJoined: OfWaiting;
  waitingOffer: OfWaiting & OfReservation & { state: 'offered' | 'taken' };
  waitingEnded: OfWaiting;
  waitingCancelled: OfWaiting;
  receiptReceived: OfReceipt;
  receiptRejected: OfReceipt;
  /** `withVoucher`: it is the payment that books the reservation, whose voucher is sent once. */
  paymentConfirmed: OfPayment & { withVoucher: boolean };
  paymentForEnded: OfPayment;
  refundPaid: OfReservation & { entryId: string };
  invoiceIssued: OfReservation & { invoiceId: string };
  chargeback: OfReservation & { entryId: string };
  cardRefused: Said<'cardRefused', 'amountCents'>;
  chargebackForStaff: Said<'chargebackForStaff', 'why' | 'amountCents' | 'answerBy'>;
  /** The refund at that moment; keys are masked. */
  refundKeyChanged: Said<'refundKeyChanged', 'amountCents' | 'before' | 'after' | 'byPayer'>;
}

/** What became of an e-mail in the queue so far. */
interface Progress {
  /** The request that it goes back to, where another moment queues it. */
  cause?: JobCause;
  /** Its entry in the log of e-mails about reservations; chosen when it is queued, unless it is given. */
  logId?: string;
  /** When it was first postponed for its recipient's sake, ISO 8601. */
  waitsSince?: string;
  /** It could not be delivered by WhatsApp. */
  byEmail?: true;
  /** Attempts of which the mail server did not say whether it took the text, and the mail's id in all of them. */
  uncertain?: { attempts: number; mailId: string };
}

/** Kinds of which the payer's devices are notified too. */
export type NotifiedKind = 'waitingOffer' | 'paymentConfirmed' | 'tripChanged' | 'departureSoon';

/**
 * A queued e-mail: kind, recipient and what it is about. Nothing is rendered before it is sent. `to`: null for a payer
 * without an address, who may get it by WhatsApp or on a device.
 */
export type QueuedEmail<Kind extends EmailKind = EmailKind> = {
  [Each in Kind]: Progress & {
    kind: Each;
    to: string | (Each extends ChatKind ? null : never);
    about: EmailAbout[Each];
  };
}[Kind];

/** Files of a reservation that go with an e-mail. */
export interface Attached {
  file: 'voucher' | 'contract';
  reservationId: string;
  /** Where the payer sees it. */
  page?: string | undefined;
}

/** What an e-mail says now. */
export interface EmailFacts<Kind extends EmailKind = EmailKind> {
  /** Whether what it is about is still so; it is not sent otherwise. */
  applies: boolean;
  data: LinkedData<Kind>;
  attached?: Attached | undefined;
}

/** When and for which operator an e-mail is read. `isPreview`: nothing is made for it, as a payer's link. */
export interface Surroundings {
  now: Date;
  timeZone: string;
  isPreview?: boolean;
  brand: Pick<Brand, 'phone' | 'whatsapp' | 'email'>;
}

/** Reads what a queued e-mail says; undefined if what it is about no longer exists. */
export type ReadEmail = (
  email: Pick<QueuedEmail, 'kind' | 'about'>,
  surroundings: Surroundings,
) => Promise<EmailFacts | undefined>;

/** The subject of an e-mail, without the operator's name. `own`: the operator's wording; the default without it. */
export function subjectOf(kind: EmailKind, { data }: EmailFacts, own?: Wording): string {
  // Subjects contain no link and no way to reach the operator, so placeholders are enough.
  return oneLine(contentOf(kind, { ...data, link: '' } as EmailData[EmailKind], '', own).subject);
}

/** Prevents header injection. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
