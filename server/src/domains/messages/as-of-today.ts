import type { QueuedEmail } from './queued-email.ts';
import type { EmailData } from './templates/emails.ts';

/**
 * An e-mail's data as they are on the day of `now`: one that was held up overnight must not say that it is tomorrow.
 */
export function asOfToday({ data }: QueuedEmail, now: Date, timeZone: string): QueuedEmail['data'] {
  if (!('saidOn' in data)) return data;
  const { when: _, leaves: __, ...others } = data as EmailData['departureSoon'];
  return data.saidOn === now.toLocaleDateString('sv-SE', { timeZone }) ? data : (others as QueuedEmail['data']);
}
