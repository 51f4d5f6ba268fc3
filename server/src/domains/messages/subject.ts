import type { Wording } from '@passeio/contract/messages/message-templates';
import type { QueuedEmail } from './queued-email.ts';
import { contentOf } from './templates/content.ts';
import type { EmailData, EmailKind } from './templates/emails.ts';

/**
 * The subject of a queued e-mail, without the operator's name. `own`: the operator's wording; the default without it.
 */
export function subjectOf({ kind, data }: Pick<QueuedEmail, 'kind' | 'data'>, own?: Wording): string {
  // Subjects contain no link and no way to reach the operator, so placeholders are enough.
  return oneLine(contentOf(kind, { ...data, link: '' } as EmailData[EmailKind], '', own).subject);
}

/** Prevents header injection. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
