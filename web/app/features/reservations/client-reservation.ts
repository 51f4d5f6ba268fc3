import { participant } from '@passeio/contract/participants';
import { charge, receipt, refund } from '@passeio/contract/payments';
import { reservationStates } from '@passeio/contract/reservation-states';
import { reservationStatus, reservationStatusKeys, statusTones } from '@passeio/contract/reservation-status';
import { reservation, reservationDetails } from '@passeio/contract/reservations';
import { z } from '@passeio/contract/zod';

// A tab may be older than the server: it must survive states, statuses and fields that it does not know.
const clientParticipant = participant.extend({
  documentType: z.string(),
  minor: z.string().nullable(),
  missing: z.array(z.string()),
});

export const clientCharge = charge.extend({ purpose: z.string(), method: z.string(), state: z.string() });
export const clientReceipt = receipt.extend({ state: z.string(), contentType: z.string() });
const clientRefund = refund.extend({ reason: z.string(), state: z.string() });

const lenient = {
  state: z.string(),
  status: reservationStatus.extend({ key: z.string(), tone: z.enum(statusTones).catch('quiet') }),
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

/** Whether the reservation holds its places. An unknown state counts as one that does. */
export function isActive({ state }: { state: string }): boolean {
  const known: Readonly<Record<string, { holdsPlaces: boolean }>> = reservationStates;
  return known[state]?.holdsPlaces ?? true;
}

/** Whether this version of the page knows the reservation's state and status. */
export function isKnown({ state, status }: Pick<ClientReservation, 'state' | 'status'>): boolean {
  return state in reservationStates && reservationStatusKeys.some((key) => key === status.key);
}
