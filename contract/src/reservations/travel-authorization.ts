import { calendarDate } from '../fields.ts';
import { z } from '../zod.ts';

/** Younger people need a signed authorisation to travel without father, mother or guardian (CNJ Resolution 295/2019). */
export const AUTHORIZATION_AGE = 16;
/** For how many years an authorisation that names no day is valid, by the same resolution. */
export const AUTHORIZATION_YEARS = 2;

/**
 * The authorisation of somebody under 16 on the day of departure who travels without a parent. `validUntil`: the day
 * that the document names; `isValid`: the signed document was sent and is valid on the day of the return.
 */
export const travelAuthorization = z.object({
  hasFile: z.boolean(),
  validUntil: calendarDate.nullable(),
  isValid: z.boolean(),
});
export type TravelAuthorization = z.infer<typeof travelAuthorization>;

/** Body of PUT reservations/{id}/participants/{participantId}/authorization. What is sent goes with `withoutParents` false. */
export const travelAuthorizationChange = z.strictObject({
  withoutParents: z.boolean(),
  validUntil: calendarDate.nullable().default(null),
});
export type TravelAuthorizationChange = z.output<typeof travelAuthorizationChange>;

/** What is wrong, of somebody who travels without a parent and without a valid authorisation; undefined of all others. */
export function authorizationWarning(of: { authorization: TravelAuthorization | null }): string | undefined {
  if (of.authorization === null || of.authorization.isValid) return undefined;
  return of.authorization.hasFile ? 'Sem autorização: a anexada vence antes da volta' : 'Sem autorização de viagem';
}
