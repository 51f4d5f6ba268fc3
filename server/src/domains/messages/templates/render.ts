import { render } from '@react-email/components';
import { type EmailData, type EmailKind, emails } from './emails.ts';
import { type Brand, frame } from './frame.ts';

/** Renders subject, HTML and plain text. */
export async function renderEmail<Kind extends EmailKind>(
  kind: Kind,
  data: EmailData[Kind],
  brand: Brand,
): Promise<{ subject: string; html: string; text: string }> {
  const content = emails[kind](data);
  const element = frame(content, brand);
  const [html, text] = await Promise.all([render(element), render(element, { plainText: true })]);
  return { subject: `${content.subject} – ${brand.name}`, html, text };
}
