import { id } from '../fields.ts';
import { z } from '../zod.ts';

/** Settings of the identity provider for the browser. Firebase's values are public by design. */
export const identitySettings = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('embedded') }),
  z.object({
    provider: z.literal('firebase'),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** URL of Google's Auth emulator, as in "http://127.0.0.1:9099"; null outside tests. */
    emulatorUrl: z.string().nullable(),
  }),
]);
export type IdentitySettings = z.infer<typeof identitySettings>;

const MAX_IDLE_MINUTES = 24 * 60;
const idleMinutes = z
  .int('Informe um número inteiro de minutos.')
  .min(0, 'Use 0 para desligar.')
  .max(MAX_IDLE_MINUTES, 'Use no máximo 1440 minutos (um dia).');

/** Settings of access. `idleMinutes`: minutes without use until the screen locks; 0 is never. */
export const accessSettings = z.strictObject({
  requireConfirmedEmail: z.boolean(),
  clientIdleMinutes: idleMinutes,
  staffIdleMinutes: idleMinutes,
});
export type AccessSettings = z.infer<typeof accessSettings>;

const MAX_MINUTES = 60 * 24 * 365;
const from1 = (unit: string, max: number) =>
  z.int(`Informe um número inteiro de ${unit}.`).min(1, 'Use 1 ou mais.').max(max, `Use no máximo ${max}.`);

/**
 * Settings of reservations. `holdMinutes`: how long places are held without money; `shortestHoldMinutes`: at least so
 * long; `lastMomentMinutes`: holds end this long before departure; `balanceDueHours`: the balance is due, and
 * `transferHours`: clients may change participants, until this long before departure. `offerMinutes`: how long an offer
 * of the waiting list stands; `requestMinutes`: how long the operator has to answer a request. `bankCheckMinutes`: how
 * long a hold waits past its deadline for a bank that does not answer, before staff decides. `withdrawalRight`:
 * clients withdraw without a penalty in the `withdrawalDays` after contracting. Refunds are promised for `refundDays`
 * later. Clients hold and wait for at most `unpaidPlaces` without money over all trips; who lets go of unpaid places of
 * a trip holds places of it again after `pauseMinutes`. Files of receipts are deleted `receiptDays`, people of closed
 * lists, guides' names and notes `listDays` after the trip.
 */
export const reservationSettings = z.strictObject({
  holdMinutes: from1('minutos', MAX_MINUTES),
  shortestHoldMinutes: from1('minutos', MAX_MINUTES),
  lastMomentMinutes: from1('minutos', MAX_MINUTES),
  offerMinutes: from1('minutos', MAX_MINUTES),
  requestMinutes: from1('minutos', MAX_MINUTES),
  bankCheckMinutes: from1('minutos', MAX_MINUTES),
  balanceDueHours: from1('horas', 24 * 365),
  transferHours: from1('horas', 24 * 365),
  withdrawalDays: from1('dias', 365),
  refundDays: from1('dias', 365),
  receiptDays: from1('dias', 365),
  listDays: from1('dias', 365),
  unpaidPlaces: from1('vagas', 10_000),
  pauseMinutes: from1('minutos', MAX_MINUTES),
  withdrawalRight: z.boolean('Informe sim ou não.'),
});
export type ReservationSettings = z.infer<typeof reservationSettings>;

/** Days in which consumers may withdraw from what they contract at a distance (Código de Defesa do Consumidor, art. 49). */
export const LAWFUL_WITHDRAWAL_DAYS = 7;

/** Whether clients are promised less than the law gives them. */
export function promisesLessThanLaw({
  withdrawalRight,
  withdrawalDays,
}: Pick<ReservationSettings, 'withdrawalRight' | 'withdrawalDays'>): boolean {
  return !withdrawalRight || withdrawalDays < LAWFUL_WITHDRAWAL_DAYS;
}

/** Renditions of the logo, and a square one for the favicon. */
export const logoRenditions = ['logo.webp', 'logo.png', 'icon.png'] as const;
export type LogoRendition = (typeof logoRenditions)[number];

/** The operator's logo; `width` and `height` in pixels. */
export const operatorLogo = z.object({ id, width: z.int(), height: z.int() });
export type OperatorLogo = z.infer<typeof operatorLogo>;

/** The operator's public data. Phones are E.164; `*Html` is sanitised; unset values are empty. */
export const publicSettings = z.object({
  name: z.string(),
  logo: operatorLogo.nullable(),
  legalName: z.string(),
  cnpj: z.string(),
  cadastur: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  email: z.string(),
  phone: z.string(),
  whatsapp: z.string(),
  socialUrl: z.string(),
  socialLabel: z.string(),
  openingHours: z.string(),
  timeZone: z.string(),
  accentColor: z.string(),
  tagline: z.string(),
  heroText: z.string(),
  contactHtml: z.string(),
  cancellationPolicyHtml: z.string(),
  /** Hours before departure at which the balance is due unless a trip says otherwise; null: no right to withdraw. */
  terms: z.object({ balanceDueHours: z.int(), withdrawalDays: z.int().nullable() }),
  access: accessSettings,
  identity: identitySettings,
  /** Address of the demonstration bank, where it runs. */
  demoBankUrl: z.string().nullable(),
});
export type PublicSettings = z.infer<typeof publicSettings>;
