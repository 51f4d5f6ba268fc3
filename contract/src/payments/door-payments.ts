import { boardingTap } from '../boarding/boarding.ts';
import { guideReading } from '../boarding/guide-links.ts';
import { chatFacts } from '../chat-facts.ts';
import { cents, growing, id, instant, line } from '../fields.ts';
import { pageInfo, pageNumber } from '../pages.ts';
import { reservationCode } from '../reservations/reservations.ts';
import { z } from '../zod.ts';
import { amountCents } from './payments.ts';

/** Cash taken at the boarding point: staff's counts at once, a guide's waits until staff confirms or refuses it. */
export const doorPaymentStates = ['waiting', 'confirmed', 'refused'] as const;
export type DoorPaymentState = (typeof doorPaymentStates)[number];

/**
 * Body of POST trips/{id}/door-payments: cash for the reservation with this code. `id` is made by the phone, so that cash
 * counts once however often it is sent; its time is as a tap's.
 */
export const doorPayment = boardingTap
  .pick({ id: true, tappedAt: true, clockOffsetMs: true })
  .extend({ code: reservationCode, amountCents });
export type DoorPayment = z.infer<typeof doorPayment>;
/** Body of POST guide/door-payments. */
export const guideDoorPayment = doorPayment.extend(guideReading.shape);

/**
 * What is due of a reservation at the door: `dueCents` by the ledger, of which guides took `guideCents` that staff has not
 * confirmed yet; `guides`: their names.
 */
export const doorDue = z.object({ dueCents: cents, guideCents: cents, guides: z.string() });
export type DoorDue = z.infer<typeof doorDue>;

/** Body of POST trips/{id}/door-charges. */
export const doorCharge = z.strictObject({ code: reservationCode });
/** Body of POST guide/door-charges. */
export const guideDoorCharge = doorCharge.extend(guideReading.shape);

/** Cash that a guide took, as staff decides about it. `dueCents`: of the reservation. */
export const doorPaymentToReview = z.object({
  id,
  amountCents: cents,
  guide: z.string(),
  takenAt: instant,
  state: growing(doorPaymentStates),
  reservation: z.object({ id, code: z.string(), payer: z.string(), chat: chatFacts, dueCents: cents }),
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type DoorPaymentToReview = z.infer<typeof doorPaymentToReview>;

/** Query of GET payments/door-payments. */
export const doorPaymentFilters = z.strictObject({ page: pageNumber.default(1) });
/** Response of GET payments/door-payments: what waits, the oldest first. */
export const doorPaymentList = z.object({ data: z.array(doorPaymentToReview), page: pageInfo });
export type DoorPaymentList = z.infer<typeof doorPaymentList>;

/** Body of POST payments/door-payments/{id}/refusal. */
export const doorPaymentRefusal = z.strictObject({ reason: line('Motivo', { min: 3, max: 200 }) });
export type DoorPaymentRefusal = z.output<typeof doorPaymentRefusal>;
