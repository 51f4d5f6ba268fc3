import { id, instant } from './fields.ts';
import { z } from './zod.ts';

/** Failed e-mails per list, and per retry call. */
export const FAILED_EMAILS_LISTED = 100;

/**
 * An e-mail whose retries are exhausted. `reason` is for people, `response` the last one of the mail server or the
 * connection error.
 */
export const failedEmail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  askedAt: instant,
  failedAt: instant,
  reason: z.string(),
  response: z.string(),
});
export type FailedEmail = z.infer<typeof failedEmail>;

/** The latest first; `total` counts all, listed or not. */
export const failedEmailList = z.object({ data: z.array(failedEmail), total: z.int() });
export type FailedEmailList = z.infer<typeof failedEmailList>;

export const emailRetries = z.strictObject({ ids: z.array(id).min(1).max(FAILED_EMAILS_LISTED) });
export type EmailRetries = z.infer<typeof emailRetries>;
