import { id, instant, line, optional } from '../fields.ts';
import { linkToken } from '../reservations/participants.ts';
import { linkAccess } from '../reservations/reservation-link-routes.ts';
import { admin, everyRole, route } from '../route.ts';
import { PASSWORD_LENGTH } from '../users/passwords.ts';
import { z } from '../zod.ts';

/** What a purpose takes of whom, and until when. */
const noticeEntry = z.object({
  purpose: z.string(),
  basis: z.string(),
  data: z.array(z.object({ whose: z.string(), what: z.array(z.string()), until: z.string() })),
});

/** The privacy notice. `version` is a hash of what it says; `contact`: where people write. */
export const privacyNotice = z.object({
  version: z.string(),
  controller: z.string(),
  contact: z.string(),
  entries: z.array(noticeEntry),
});
export type PrivacyNotice = z.infer<typeof privacyNotice>;

/** Years without a trip after which people may be erased. */
export const IDLE_YEARS = { min: 2, max: 10 };

/**
 * Body of PUT privacy/settings. Without a controller it is the operator's legal name; without `eraseIdleYears`, as
 * pages of an earlier release send it, that stays, and null switches it off.
 */
export const privacySettings = z.strictObject({
  controller: optional(line('Responsável', { max: 120 })),
  contact: line('Canal de contato', { min: 5, max: 160, whenEmpty: 'Informe o canal de contato.' }),
  eraseIdleYears: z.int().min(IDLE_YEARS.min).max(IDLE_YEARS.max).nullable().optional(),
});
export type PrivacySettings = z.output<typeof privacySettings>;

/** Body of POST privacy/exports. `withHealth`: what is about health too. */
const dataExportDraft = z.strictObject({ withHealth: z.boolean().default(false) });

/** Body of POST data-exports/link/file. */
const dataExportOpening = z.strictObject({
  token: linkToken,
  password: z.string().min(1, 'Senha: preencha este campo.').max(PASSWORD_LENGTH.max),
});

/** Body of POST privacy/erasure. */
export const erasureDraft = z.strictObject({
  password: z.string().min(1, 'Senha: preencha este campo.').max(PASSWORD_LENGTH.max),
});

/** Hours for which the link of a copy works. */
export const EXPORT_HOURS = 24;

/** What time has erased: when at night last, and in 30 days. `kept`: people who stayed because something is open. */
const erasedSummary = z.object({
  lastAt: instant.nullable(),
  counts: z.array(z.object({ label: z.string(), count: z.int() })),
  kept: z.int(),
});
export type ErasedSummary = z.infer<typeof erasedSummary>;

/** What the settings page shows; unset values are empty. */
const privacyState = z.object({
  controller: z.string(),
  contact: z.string(),
  eraseIdleYears: z.int().nullable().default(null),
  erased: erasedSummary.default({ lastAt: null, counts: [], kept: 0 }),
});
export type PrivacyState = z.infer<typeof privacyState>;

export const privacyNoticeRoutes = {
  readNotice: route('GET', '/privacy', {
    access: 'anyone',
    summary: 'The privacy notice, made from the register of personal data',
    answer: privacyNotice,
  }),
};

export const privacyRoutes = {
  readState: route('GET', '/privacy/settings', {
    access: admin,
    summary: 'Who answers for personal data, and what time has erased',
    answer: privacyState,
  }),
  changeSettings: route('PUT', '/privacy/settings', {
    access: admin,
    summary: 'Change who answers for personal data, and how long people are kept',
    body: privacySettings,
    answer: privacyState,
  }),
  exportOwn: route('POST', '/privacy/exports', {
    access: everyRole,
    summary: 'Ask for a copy of the own data; its link comes by e-mail',
    body: dataExportDraft,
    answer: z.object({}),
    once: true,
  }),
  exportOfPerson: route('POST', '/users/:userId/exports', {
    access: admin,
    summary: "Ask for a copy of a person's data; its link goes to them by e-mail",
    params: { userId: id },
    body: dataExportDraft,
    answer: z.object({}),
    once: true,
  }),
  eraseOwn: route('POST', '/privacy/erasure', {
    access: everyRole,
    summary: 'Erase the own account and data, for the password',
    body: erasureDraft,
    answer: z.object({}),
  }),
  erasePerson: route('POST', '/users/:userId/erasure', {
    access: admin,
    summary: "Erase a person's account and data",
    params: { userId: id },
    answer: z.object({}),
  }),
};

/** Erases people without an account, who act by their links. */
export const erasureLinkRoutes = {
  erasePayer: route('POST', '/reservation-links/erasure', {
    access: 'anyone',
    summary: 'Erase the data of a payer without an account, by their link and the last digits of their telephone',
    body: linkAccess,
    answer: z.object({}),
  }),
  eraseWaiting: route('POST', '/waiting-links/erasure', {
    access: 'anyone',
    summary: 'Erase the data of somebody without an account who waited for places and has nothing else, by their link',
    body: z.strictObject({ token: linkToken }),
    answer: z.object({}),
  }),
  eraseParticipant: route('POST', '/participants/link/erasure', {
    access: 'anyone',
    summary: 'Erase the data of a participant without an account, once the trip is over',
    body: z.strictObject({ token: linkToken }),
    answer: z.object({}),
  }),
};

export const dataExportLinkRoutes = {
  download: route('POST', '/data-exports/link/file', {
    access: 'anyone',
    summary: 'The copy of the data as a ZIP, by the link and the password',
    body: dataExportOpening,
  }),
};
