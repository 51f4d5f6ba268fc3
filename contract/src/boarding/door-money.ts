import { amountCents, cents, reservationCode } from '../fields.ts';
import { z } from '../zod.ts';
import { boardingTap } from './boarding.ts';
import { guideReading } from './guide-links.ts';

/**
 * Body of POST trips/{id}/door-payments: cash for the reservation with this code. `id` is made by the phone, so that
 * cash counts once however often it is sent; its time is as a tap's.
 */
export const doorPayment = boardingTap
  .pick({ id: true, tappedAt: true, clockOffsetMs: true })
  .extend({ code: reservationCode, amountCents });
export type DoorPayment = z.infer<typeof doorPayment>;
/** Body of POST guide/door-payments. */
export const guideDoorPayment = doorPayment.extend(guideReading.shape);

/** Days for which a phone may send cash that a guide took before they lost access to the boarding. */
export const LATE_CASH_DAYS = 7;

/**
 * What is due of a reservation at the door: `dueCents` by the ledger; guides took `guideCents`, which may be more, that
 * staff has not confirmed yet; `guides`: their names.
 */
export const doorDue = z.object({ dueCents: cents, guideCents: cents, guides: z.string() });
export type DoorDue = z.infer<typeof doorDue>;

/** The answer to cash: what is due since then, and nothing but that it is kept where the caller may not see that. */
export const keptCash = doorDue.partial();
export type KeptCash = z.infer<typeof keptCash>;

/** Body of POST trips/{id}/door-charges. */
export const doorChargeDraft = z.strictObject({ code: reservationCode });
/** Body of POST guide/door-charges. */
export const guideDoorCharge = doorChargeDraft.extend(guideReading.shape);
/** What the payer is shown to pay, of a charge as in payments.ts. */
export const doorCharge = z.object({
  amountCents: cents,
  payload: z.string().nullable(),
  address: z.string().nullish(),
  confirmsItself: z.boolean(),
});
export type DoorCharge = z.infer<typeof doorCharge>;
