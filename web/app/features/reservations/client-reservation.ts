import { passenger, passengerList, passengerTotals } from '@passeio/contract/boarding/passengers';
import { chatFacts } from '@passeio/contract/chat-facts';
import { overviewReservationList } from '@passeio/contract/overview';
import { charge, ledger, receipt, refund } from '@passeio/contract/payments/payments';
import { participant } from '@passeio/contract/reservations/participants';
import { reservationStates } from '@passeio/contract/reservations/reservation-states';
import {
  reservationStatus,
  reservationStatusKeys,
  statusTones,
} from '@passeio/contract/reservations/reservation-status';
import {
  adjustment,
  personReservationList,
  reservation,
  reservationDetails,
} from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';

// A tab may be older than the server: it must survive states, statuses and fields that it does not know.
const clientParticipant = participant.extend({
  documentType: z.string(),
  minor: z.string().nullable(),
  missing: z.array(z.string()),
});

export const clientCharge = charge.extend({ purpose: z.string(), method: z.string(), state: z.string() });
export const clientReceipt = receipt.extend({ state: z.string(), contentType: z.string() });
export const clientLedger = ledger.extend({ receipts: z.array(clientReceipt) });
export type ClientLedger = z.infer<typeof clientLedger>;
export const clientRefund = refund.extend({
  reason: z.string(),
  state: z.string(),
  // A server that is older than the page does not tell.
  pixKey: z.string().default(''),
  throughProvider: z.boolean().default(false),
  asCredit: z.boolean().default(false),
});

const lenientStatus = {
  state: z.string(),
  status: reservationStatus.extend({ key: z.string(), tone: z.enum(statusTones).catch('quiet') }),
};

// A list saved by an older version does not tell.
const clientChat = chatFacts.nullable().default(null);

// A server that is older than the page does not tell.
const untold = {
  retainedCents: reservation.shape.retainedCents.default(0),
  changeableUntil: reservation.shape.changeableUntil.nullable().default(null),
  adjustments: z.array(adjustment.extend({ isPenalty: z.boolean().default(false) })),
};

const lenient = {
  ...lenientStatus,
  ...untold,
  channel: z.string(),
  participants: z.array(clientParticipant),
  charge: clientCharge.nullable(),
  receipt: clientReceipt.nullable(),
  refund: clientRefund.nullable(),
};

/** A reservation as the browser reads it: values that this version does not know are kept. */
export const clientReservation = reservation.extend(lenient);
export type ClientReservation = z.infer<typeof clientReservation>;
export type ClientParticipant = z.infer<typeof clientParticipant>;
export type ClientCharge = z.infer<typeof clientCharge>;
export type ClientReceipt = z.infer<typeof clientReceipt>;
export type ClientRefund = z.infer<typeof clientRefund>;

export const clientReservationList = z.object({ data: z.array(clientReservation) });

export const clientReservationDetails = reservationDetails.extend(lenient);
export type ClientReservationDetails = z.infer<typeof clientReservationDetails>;

const clientPassenger = passenger.extend({
  reservation: passenger.shape.reservation.extend({
    ...lenientStatus,
    channel: z.string(),
    // A server that is older than the page does not tell.
    reinstatable: z.boolean().default(false),
    chat: clientChat,
  }),
});
export type ClientPassenger = z.infer<typeof clientPassenger>;

const clientPassengerTotals = passengerTotals.extend({ byState: z.record(z.string(), z.int()) });
export type ClientPassengerTotals = z.infer<typeof clientPassengerTotals>;

/** A trip's passenger list as the browser reads it. */
export const clientPassengerList = passengerList.extend({
  data: z.array(clientPassenger),
  totals: clientPassengerTotals,
});
export type ClientPassengerList = z.infer<typeof clientPassengerList>;

const clientOverviewReservation = overviewReservationList.shape.data.element.extend({
  ...lenientStatus,
  chat: clientChat,
});
export type ClientOverviewReservation = z.infer<typeof clientOverviewReservation>;

/** A list of the operator's overview as the browser reads it. */
export const clientOverviewReservationList = overviewReservationList.extend({
  data: z.array(clientOverviewReservation),
});
export type ClientOverviewReservationList = z.infer<typeof clientOverviewReservationList>;

const clientPersonReservation = personReservationList.shape.data.element.extend({
  ...lenientStatus,
  retainedCents: untold.retainedCents,
  channel: z.string(),
  chat: clientChat,
});
export type ClientPersonReservation = z.infer<typeof clientPersonReservation>;

/** A person's reservations as staff's browser reads them. */
export const clientPersonReservationList = personReservationList.extend({ data: z.array(clientPersonReservation) });
export type ClientPersonReservationList = z.infer<typeof clientPersonReservationList>;

/** Whether the reservation holds its places. An unknown state counts as one that does. */
export function isActive({ state }: { state: string }): boolean {
  const known: Readonly<Record<string, { holdsPlaces: boolean }>> = reservationStates;
  return known[state]?.holdsPlaces ?? true;
}

/** Whether it holds places that were offered from the waiting list. */
export function isOffer({ state, channel }: Pick<ClientReservation, 'state' | 'channel'>): boolean {
  return state === 'held' && channel === 'waiting_list';
}

/** Whether this version of the page knows the reservation's state and status. */
export function isKnown({ state, status }: Pick<ClientReservation, 'state' | 'status'>): boolean {
  return state in reservationStates && isKnownStatus(status);
}

export function isKnownStatus({ key }: { key: string }): boolean {
  return reservationStatusKeys.some((known) => known === key);
}
