import { chatFacts } from '../chat-facts.ts';
import { cents, growing, id, instant, line } from '../fields.ts';
import { pageInfo, pageNumber } from '../pages.ts';
import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';

const doorPaymentStates = ['waiting', 'confirmed', 'refused'] as const;
export type DoorPaymentState = (typeof doorPaymentStates)[number];

/**
 * Cash that a guide took at the boarding point, as staff decides about it. `dueCents`: of the reservation; `note`: why
 * it came late.
 */
const doorPaymentToReview = z.object({
  id,
  amountCents: cents,
  guide: z.string(),
  takenAt: instant,
  state: growing(doorPaymentStates),
  note: z.string().default(''),
  reservation: z.object({ id, code: z.string(), payer: z.string(), chat: chatFacts, dueCents: cents }),
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type DoorPaymentToReview = z.infer<typeof doorPaymentToReview>;

const doorPaymentList = z.object({ data: z.array(doorPaymentToReview), page: pageInfo });
export type DoorPaymentList = z.infer<typeof doorPaymentList>;

/** Body of POST payments/door-payments/{id}/refusal; the payer reads the reason. */
export const doorPaymentRefusal = z.strictObject({ reason: line('Motivo', { min: 3, max: 200 }) });
export type DoorPaymentRefusal = z.output<typeof doorPaymentRefusal>;

/** What staff decides about guides' cash; phones take it by boarding-routes.ts. */
export const doorPaymentRoutes = {
  listDoorPayments: route('GET', '/payments/door-payments', {
    access: staffWith('see_money'),
    summary: 'Cash that guides took and that waits for staff, the oldest first',
    query: z.strictObject({ page: pageNumber.default(1) }),
    answer: doorPaymentList,
  }),
  confirmDoorPayment: route('POST', '/payments/door-payments/:doorPaymentId/confirmation', {
    access: staffWith('confirm_money'),
    summary: 'Confirm that cash which a guide took has arrived: it is recorded as a payment',
    answer: doorPaymentToReview,
    once: true,
  }),
  refuseDoorPayment: route('POST', '/payments/door-payments/:doorPaymentId/refusal', {
    access: staffWith('confirm_money'),
    summary: 'Refuse cash which a guide said to have taken: it does not count',
    body: doorPaymentRefusal,
    answer: doorPaymentToReview,
    once: true,
  }),
};
