import { chatFacts } from '../chat-facts.ts';
import { line, seenCents, signedCents } from '../fields.ts';
import { refund } from '../payments/payments.ts';
import { z } from '../zod.ts';
import { cancellingParties, leavingParticipants } from './cancellation.ts';
import { reservationNote, reservationTags } from './notes-and-tags.ts';
import { participant } from './participants.ts';
import { reservationDetails, touches } from './reservations.ts';

/**
 * A reservation as staff's page shows it. `cancellable`: staff may cancel now; `reinstatable`: staff may reinstate it.
 * `shareCents`: what a participant travels for, their part of discounts and extras included. `refunds`: but for those
 * recorded by mistake, the latest first. `chat`: what a WhatsApp message to its payer says. `notes`: the latest first.
 * `touches`: how whoever reserved it came; null where nothing says it.
 */
export const reservationForStaff = reservationDetails.extend({
  participants: z.array(participant.extend({ shareCents: signedCents })),
  payer: reservationDetails.shape.payer.extend({ hasAccount: z.boolean() }),
  trip: reservationDetails.shape.trip.extend({
    vehicle: z.string(),
    isArchived: z.boolean(),
    isCancelled: z.boolean(),
    hasDeparted: z.boolean(),
  }),
  reinstatable: z.boolean(),
  cancellationReason: z.string(),
  refunds: z.array(refund),
  chat: chatFacts,
  notes: z.array(reservationNote),
  tags: reservationTags.shape.data,
  touches: touches.nullable().default(null),
});
export type ReservationForStaff = z.infer<typeof reservationForStaff>;

/**
 * Body of POST reservations/{id}/cancellation. `by` operator: without a penalty. `refundCents`: of the quote that staff
 * has seen, if it must not have changed. `participants`: whom it is for; everybody without it.
 */
export const staffCancellation = z.strictObject({
  reason: line('Motivo', { min: 3, max: 300 }),
  by: z.enum(cancellingParties).default('operator'),
  refundCents: seenCents.optional(),
  participants: leavingParticipants,
  acceptsOccupancy: z.boolean().optional(),
});
export type StaffCancellation = z.output<typeof staffCancellation>;
