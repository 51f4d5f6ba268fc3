import { shownContract } from '../contracts/accepted-contract.ts';
import { cancellationQuote } from '../reservations/cancellation.ts';
import { affectedByChange, tripOccupants } from '../trips/trip-affected.ts';
import { z } from '../zod.ts';

/** Said by the API, and by the browser where the identity provider refuses. */
export const TOO_MANY_REQUESTS = 'Muitas tentativas em pouco tempo. Aguarde um pouco e tente de novo.';

/**
 * The body of every error. `fields` maps a field of the request to its own sentence; `quote` is what cancelling costs
 * now, with QUOTE_CHANGED; `amountCents` what goes back now, with REFUND_CHANGED; `totalCents` what reserving costs
 * now, with PRICE_CHANGED; `extraId` names the extra of EXTRA_SOLD_OUT and its like; `contract` is the text to accept,
 * with CONTRACT_TO_ACCEPT; `affected` comes with TRIP_CHANGE_AFFECTS_PEOPLE, `occupants` with CAPACITY_TAKEN.
 */
export const errorBody = z.object({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  quote: cancellationQuote.optional(),
  amountCents: z.int().optional(),
  totalCents: z.int().optional(),
  extraId: z.string().optional(),
  contract: shownContract.optional(),
  affected: affectedByChange.optional(),
  occupants: tripOccupants.optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
