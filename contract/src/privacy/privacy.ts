import { line, optional } from '../fields.ts';
import { admin, route } from '../route.ts';
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

/** Body of PUT privacy/settings. Without a controller it is the operator's legal name. */
export const privacySettings = z.strictObject({
  controller: optional(line('Responsável', { max: 120 })),
  contact: line('Canal de contato', { min: 5, max: 160, whenEmpty: 'Informe o canal de contato.' }),
});
export type PrivacySettings = z.output<typeof privacySettings>;

/** What the settings page shows; unset values are empty. */
const privacyState = z.object({ controller: z.string(), contact: z.string() });
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
    summary: 'Who answers for personal data',
    answer: privacyState,
  }),
  changeSettings: route('PUT', '/privacy/settings', {
    access: admin,
    summary: 'Change who answers for personal data',
    body: privacySettings,
    answer: privacyState,
  }),
};
