// Not from @react-email/components, which also loads a style compiler and a code highlighter: 0.4 s and 40 MB.

import type { Wording } from '@passeio/contract/messages/message-templates';
import { render } from '@react-email/render';
import { contentOf } from './content.ts';
import type { EmailData, EmailKind } from './emails.ts';
import { type Brand, type EmailContent, endingLines, type Facts, frame, waysToTalk } from './frame.ts';

/**
 * Renders subject, HTML and plain text. The text is written from the content: deriving it from the HTML would take as
 * long as rendering that. `own`: the operator's wording; the default without it. `subject` is without the operator's
 * name.
 */
export async function renderEmail<Kind extends EmailKind>(
  kind: Kind,
  data: EmailData[Kind],
  brand: Brand,
  own?: Wording,
): Promise<{ subject: string; html: string; text: string }> {
  return renderContent(contentOf(kind, data, waysToTalk(brand), own), brand);
}

/** Renders an e-mail. */
export async function renderContent(
  content: EmailContent,
  brand: Brand,
): Promise<{ subject: string; html: string; text: string }> {
  return {
    subject: content.subject,
    html: await render(frame(content, brand)),
    text: plainText(content, brand.name, endingLines(brand)),
  };
}

/** The plain text of an e-mail, for programs that show no HTML; the `closing` lines end it. */
function plainText(content: EmailContent, brandName: string, closing: readonly string[]): string {
  const { heading, paragraphs, facts, action, note } = content;
  return [
    brandName,
    heading,
    ...paragraphs,
    ...(facts ? [factsText(facts)] : []),
    ...(action ? [`${action.label}\n${action.link}`] : []),
    ...(note ? [note] : []),
    '--',
    ...closing,
  ].join('\n\n');
}

function factsText({ heading, rows }: Facts): string {
  return [heading, ...rows.map(([label, lines]) => [`${label}:`, ...lines].join('\n'))].join('\n\n');
}
