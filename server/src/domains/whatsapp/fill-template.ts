import {
  type ChatKind,
  chatTemplateOf,
  numbered,
  TEMPLATE_LANGUAGE,
  templateName,
} from '@passeio/contract/messages/chat-templates';
import type { ChatContent } from '../../ports/whatsapp/port.ts';

const MAX_PARAMETER = 200;

/** What stands for {{1}}, {{2}} … in a template, and how it reads then. */
export interface FilledTemplate {
  parameters: string[];
  text: string;
}

/** A kind's template with these values; undefined where one of its fields is empty, which Meta refuses. */
export function fillTemplate(kind: ChatKind, values: Record<string, string>): FilledTemplate | undefined {
  const { body, fields } = numbered(kind);
  const parameters = fields.map((name) => beginning(withoutDocuments(oneLine(values[name] ?? '')), MAX_PARAMETER));
  if (parameters.includes('')) return undefined;
  const text = body.replace(/\{\{(\d+)\}\}/g, (_, number) => parameters[Number(number) - 1] ?? '');
  return { parameters, text };
}

/** As it is sent, and as the conversation shows it; undefined where its button leads nowhere on the site. */
export function templateMessage(
  kind: ChatKind,
  { parameters, text }: FilledTemplate,
  { link = '', publicUrl }: { link: string | undefined; publicUrl: string },
): { content: ChatContent; text: string } | undefined {
  const site = `${publicUrl}/`;
  const template = { type: 'template', name: templateName(kind), language: TEMPLATE_LANGUAGE, parameters } as const;
  if (chatTemplateOf(kind).button === null) return { content: { ...template, button: null }, text };
  if (!link.startsWith(site)) return undefined;
  return { content: { ...template, button: { path: link.slice(site.length) } }, text: `${text}\n\n${link}` };
}

// Meta takes no line breaks in fields.
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** At most so many characters of a text: half an emoji at the end is nothing that the database takes. */
export const beginning = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

// As they are written out, or masked.
const DOCUMENTS = /[\d*•]{2,3}\.[\d*•]{3}\.[\d*•]{3}(?:\/[\d*•]{4})?-[\d*•]{2}/g;

/** A text without numbers of documents. */
export function withoutDocuments(text: string): string {
  return text.replace(DOCUMENTS, '•••');
}
