import { id, meansPermille, offeredMeans } from '../fields.ts';
import { noMeansPermille } from '../means.ts';
import { pluck } from '../table.ts';
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

/** Settings of access. Idle minutes: without use until the screen locks; 0 is never. */
export const accessSettingTable = {
  requireConfirmedEmail: {
    label: 'Exigir e-mail confirmado para reservar',
    schema: z.boolean(),
    default: true as boolean,
  },
  requireTwoFactor: {
    label: 'Exigir verificação em duas etapas da equipe',
    schema: z.boolean(),
    default: false as boolean,
  },
  clientIdleMinutes: { label: 'Minutos até bloquear a tela de clientes', schema: idleMinutes, default: 0 },
  staffIdleMinutes: { label: 'Minutos até bloquear a tela da equipe', schema: idleMinutes, default: 30 },
};
export const accessSettings = z.strictObject(pluck(accessSettingTable, 'schema'));
export type AccessSettings = z.infer<typeof accessSettings>;

/** The operator's logo; `width` and `height` in pixels. */
export const operatorLogo = z.object({ id, width: z.int(), height: z.int() });
export type OperatorLogo = z.infer<typeof operatorLogo>;

/** What the operator says of itself. Phones are E.164; `*Html` is sanitised; unset values are empty. */
export const operatorProfile = z.object({
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
});

/** The operator's public data. */
export const publicSettings = operatorProfile.extend({
  /** Hours before departure at which the balance is due unless a trip says otherwise; null: no right to withdraw. */
  terms: z.object({ balanceDueHours: z.int(), withdrawalDays: z.int().nullable() }),
  /** Whether a Pix can be paid: by the operator's own key, or through its bank. */
  takesPix: z.boolean(),
  /** The means that a payer can choose. */
  means: offeredMeans.default([]),
  meansPermille: meansPermille.default(noMeansPermille),
  /** Whether anybody can buy a gift card. */
  sellsGiftCards: z.boolean().default(false),
  access: accessSettings,
  identity: identitySettings,
  /** Whether guests may confirm their e-mail by signing in to Google. */
  confirmsByGoogle: z.boolean().default(false),
  /** Whether notes of service are issued here. */
  issuesInvoices: z.boolean().default(false),
  /** Whether messages about reservations go by WhatsApp. */
  writesByWhatsApp: z.boolean().default(false),
  /** Address of the demonstration bank, where it runs. */
  demoBankUrl: z.string().nullable(),
});
export type PublicSettings = z.infer<typeof publicSettings>;
