import { z } from './zod.ts';

/** The operator's own data, as everybody may see it. Phones are E.164; `*Html` is sanitised. */
export const publicSettings = z.object({
  name: z.string(),
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
export type PublicSettings = z.infer<typeof publicSettings>;
