// Apart from the texts, which only staff's pages load.
import { calendarDate, cents, id, instant } from './fields.ts';
import { z } from './zod.ts';

/**
 * What the text of a WhatsApp message to the payer of a reservation follows from; for staff. Money in centavos.
 * `status`: key of its status. `boarding`: where its people board, the earliest first. `missing`: who lacks which
 * data. `depositCents`, `dueCents`: what is missing of the deposit, of the price. `until`: deadline of the next step.
 * `refund`: what goes back, null without a promise.
 */
export const chatFacts = z.object({
  id,
  code: z.string(),
  state: z.string(),
  status: z.string(),
  payer: z.object({ name: z.string(), contact: z.string(), hasAccount: z.boolean() }),
  trip: z.object({ id, title: z.string(), date: instant }),
  boarding: z.array(z.object({ at: instant, place: z.string() })),
  missing: z.array(z.object({ id, name: z.string(), isPayer: z.boolean(), fields: z.array(z.string()) })),
  depositCents: cents,
  dueCents: cents,
  until: instant.nullable(),
  refund: z.object({ amountCents: cents, promisedFor: calendarDate }).nullable(),
});
export type ChatFacts = z.infer<typeof chatFacts>;
