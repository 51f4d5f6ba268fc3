import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';

/**
 * How many things wait for staff. `bankChecks`: holds past their deadline about which the bank does not answer;
 * `doorPayments`: cash that guides took; `linkRequests`: what links of staff ask for.
 */
export const paymentsToDo = z.object({
  receipts: z.int(),
  refunds: z.int(),
  unmatched: z.int(),
  bankChecks: z.int(),
  doorPayments: z.int().default(0),
  linkRequests: z.int().default(0),
});
export type PaymentsToDo = z.infer<typeof paymentsToDo>;

/** What the navigation of every page counts: a table of its own, so that none waits for the schemas of payments. */
export const toDoRoutes = {
  count: route('GET', '/payments/to-do', {
    access: staffWith('see_money'),
    summary: 'How many receipts, refunds, payments without a reservation and payments to guides wait for staff',
    answer: paymentsToDo,
  }),
};
