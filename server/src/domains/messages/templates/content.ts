import { type EditableEmail, emailTemplates } from '@passeio/contract/messages/email-templates';
import { fillFields, fillParagraphs, type Wording } from '@passeio/contract/messages/message-templates';
import { type EmailData, type EmailKind, emails } from './emails.ts';
import type { EmailContent, WordedEmail } from './frame.ts';

/** What is filled into the wording of an e-mail; undefined of one with a text of its own. */
export function valuesOf<Kind extends EmailKind>(
  kind: Kind,
  data: EmailData[Kind],
  talk: string,
): Record<string, string> | undefined {
  const written: EmailContent | WordedEmail<EditableEmail> = emails[kind](data, talk);
  return 'values' in written ? written.values : undefined;
}

/**
 * The content of an e-mail. `talk`: how to reach the operator, as in "responda este e-mail". `own`: the operator's
 * wording; the default without it.
 */
export function contentOf<Kind extends EmailKind>(
  kind: Kind,
  data: EmailData[Kind],
  talk: string,
  own?: Wording,
): EmailContent {
  const written: EmailContent | WordedEmail<EditableEmail> = emails[kind](data, talk);
  if (!('values' in written)) return written;
  const { values, ...around } = written;
  const standard = emailTemplates[kind as EditableEmail].wording;
  const wording = own ?? standard;
  // A subject of fields that happen to be empty says nothing.
  const subject = fillFields(wording.subject, values) || fillFields(standard.subject, values);
  return { ...around, subject, paragraphs: fillParagraphs(wording.text, values) };
}
