import { growing } from '../fields.ts';
import { admin, everyRole, route } from '../route.ts';
import { z } from '../zod.ts';

/** The page of administrators about messages by the API of WhatsApp. */
export const WHATSAPP_PAGE = '/admin/whatsapp';

const hundredths = (label: string) =>
  z.int(`${label}: use um valor em reais, como 0,04.`).min(0).max(1_000_000, `${label}: use no máximo R$ 100,00.`);

/** Prices in hundredths of a centavo, the budget in centavos. */
export const whatsAppSettings = z.strictObject({
  sendsUnasked: z.boolean(),
  /** Whether what clients ask of departures is answered without a person, where the engine knows the answer. */
  firstAnswers: z.boolean().default(false),
  monthlyBudgetCents: z
    .int('Orçamento do mês: use um valor em reais, como 50,00.')
    .min(0)
    .max(100_000_000, 'Orçamento do mês: use no máximo R$ 1.000.000,00.')
    .nullable(),
  utilityHundredths: hundredths('Preço de uma mensagem de serviço'),
  marketingHundredths: hundredths('Preço de uma mensagem de marketing'),
});
export type WhatsAppSettings = z.output<typeof whatsAppSettings>;

/** Labels of what changed, in audit entries. */
export const whatsAppLabels: Record<keyof WhatsAppSettings, string> = {
  sendsUnasked: 'WhatsApp a quem ainda não escolheu',
  firstAnswers: 'Responder sozinho sobre as saídas',
  monthlyBudgetCents: 'Orçamento do mês (centavos)',
  utilityHundredths: 'Preço de uma mensagem de serviço (centésimos de centavo)',
  marketingHundredths: 'Preço de uma mensagem de marketing (centésimos de centavo)',
};

export const usualWhatsAppSettings: WhatsAppSettings = {
  sendsUnasked: false,
  firstAnswers: false,
  monthlyBudgetCents: null,
  utilityHundredths: 400,
  marketingHundredths: 3_500,
};

/** What left in a month of the operator's, as "2026-12". `byEmail`: could not be delivered, and left as an e-mail. */
const chatMonth = z.object({
  month: z.string(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  byEmail: z.int(),
  received: z.int(),
  costHundredths: z.int(),
});
export type ChatMonth = z.infer<typeof chatMonth>;

/** `demonstrationUrl`: the page on which one is the client, of the demonstration alone. */
const whatsAppState = z.object({
  isConnected: z.boolean(),
  demonstrationUrl: z.string().nullable(),
  settings: whatsAppSettings,
  /** The latest first. */
  months: z.array(chatMonth),
});
export type WhatsAppState = z.infer<typeof whatsAppState>;

/** As Meta names them; `NONE`: not submitted; `CHANGED`: approved with another text or address. */
export const templateStates = {
  NONE: 'Não enviado',
  CHANGED: 'Mudou: envie de novo',
  PENDING: 'Em análise',
  IN_APPEAL: 'Em recurso',
  APPROVED: 'Aprovado',
  REJECTED: 'Recusado',
  PAUSED: 'Pausado pela Meta',
  FLAGGED: 'Sob observação',
  DISABLED: 'Desativado pela Meta',
  PENDING_DELETION: 'Sendo apagado',
  DELETED: 'Apagado',
  LIMIT_EXCEEDED: 'Limite de modelos atingido',
} as const;

const chatTemplateState = z.object({
  /** The kind of the e-mail in whose place it stands, if it does. */
  kind: z.string(),
  label: z.string(),
  name: z.string(),
  /** Its text, with examples for fields. */
  text: z.string(),
  /** Null: it has none. */
  button: z.string().nullable(),
  category: z.string(),
  state: growing(Object.keys(templateStates) as (keyof typeof templateStates)[]),
  /** Why Meta does not accept it. */
  reason: z.string(),
});
export type ChatTemplateState = z.infer<typeof chatTemplateState>;

/** Whether somebody gets the messages about their reservations by WhatsApp; otherwise by e-mail. */
const ownChannel = z.strictObject({ byWhatsApp: z.boolean() });

const templateList = z.object({ data: z.array(chatTemplateState) });

export const whatsAppRoutes = {
  readState: route('GET', '/whatsapp', {
    access: admin,
    summary: 'Messages by WhatsApp: settings, and what left and cost by month',
    answer: whatsAppState,
  }),
  changeSettings: route('PUT', '/whatsapp/settings', {
    access: admin,
    summary: 'Decide who gets messages by WhatsApp, and what they may cost',
    body: whatsAppSettings,
    answer: whatsAppState,
  }),
  readOwnChannel: route('GET', '/whatsapp/own', {
    access: everyRole,
    summary: 'Whether the caller gets messages about reservations by WhatsApp',
    answer: ownChannel,
  }),
  changeOwnChannel: route('PUT', '/whatsapp/own', {
    access: everyRole,
    summary: 'Choose between WhatsApp and e-mail for messages about the own reservations',
    body: ownChannel,
    answer: ownChannel,
  }),
  listTemplates: route('GET', '/whatsapp/templates', {
    access: admin,
    summary: 'Templates of messages, and what Meta says of each',
    answer: templateList,
  }),
  submitTemplates: route('POST', '/whatsapp/templates', {
    access: admin,
    summary: 'Submit to Meta the templates that it does not have, and ask for the state of the others',
    answer: templateList,
  }),
};
