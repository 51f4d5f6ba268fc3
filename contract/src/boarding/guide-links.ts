import { id, instant, line } from '../fields.ts';
import { z } from '../zod.ts';
import { boardingTaps } from './boarding.ts';

/** How many wrong PINs in a row lock a link, and for how long. */
export const GUIDE_PIN_ATTEMPTS = 5;
export const GUIDE_LOCK_MINUTES = 15;
/** How long a guide's phone reaches the boarding before the PIN is asked for again. */
export const GUIDE_SESSION_HOURS = 12;

/** Body of POST trips/{id}/guide-links: whose link it is. */
export const guideLinkDraft = z.strictObject({ name: line('Nome de quem guia', { min: 2, max: 60 }) });
export type GuideLinkDraft = z.output<typeof guideLinkDraft>;

/** A guide's link, as staff sees it. `lockedUntil`: after wrong PINs. */
export const guideLink = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lockedUntil: instant.nullable(),
});
export type GuideLink = z.infer<typeof guideLink>;

/** Response of GET trips/{id}/guide-links: those that were not revoked, and from when until when they work. */
export const guideLinkList = z.object({ data: z.array(guideLink), opensAt: instant, endsAt: instant });
export type GuideLinkList = z.infer<typeof guideLinkList>;

/** A new link; address and PIN are only in this response. */
export const newGuideLink = guideLink.extend({ url: z.string(), pin: z.string() });
export type NewGuideLink = z.infer<typeof newGuideLink>;

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Link inválido.');

/** Body of POST guide/session. */
export const guidePin = z.strictObject({
  token,
  pin: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'O PIN tem 6 números.'),
});

/** A guide's session of one departure. */
export const guideSession = z.object({ session: token, expiresAt: instant, name: z.string() });
export type GuideSession = z.infer<typeof guideSession>;

/** Body of POST guide/boarding. */
export const guideReading = z.strictObject({ session: token });

/** Body of POST guide/boarding/authorization. */
export const guideAuthorizationReading = guideReading.extend({ participantId: id });

/** Body of POST guide/boarding/taps. */
export const guideTaps = boardingTaps.extend({ session: token });
