import { growing, instant } from '../fields.ts';
import { z } from '../zod.ts';

/** In requests: which text was read and accepted. */
export const acceptedText = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/, 'Abra o contrato de novo.');

/** A contract as somebody reads it before accepting it, with its fields filled in. `shown` names this text. */
export const shownContract = z.object({ text: z.string(), shown: z.string() });
export type ShownContract = z.infer<typeof shownContract>;

/** Body of POST reservations/{id}/contract. */
export const contractAcceptance = z.strictObject({ shown: acceptedText });

/** Whether a reservation has a contract, and whether it was accepted. */
export const contractState = growing(['none', 'pending', 'accepted']);
export type ContractState = z.infer<typeof contractState>;

/** How a contract was accepted, as it reads after "Aceito". */
export const acceptanceChannels = {
  account: 'pela conta',
  link: 'pelo link da reserva',
  phone: 'por telefone, registrado pela equipe',
} as const;
export type AcceptanceChannel = keyof typeof acceptanceChannels;

/**
 * The contract of a reservation, null where there is none. `accepted`: null until somebody accepts, else as a sentence.
 */
export const reservationContract = z.object({
  contract: shownContract.extend({ accepted: z.object({ at: instant, text: z.string() }).nullable() }).nullable(),
});
export type ReservationContract = z.infer<typeof reservationContract>;
