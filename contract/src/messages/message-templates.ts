import { line, optional, text } from '../fields.ts';
import { z } from '../zod.ts';

/** Where a message goes: an e-mail that the system sends, or a WhatsApp chat that staff opens with the text typed. */
export const messageChannels = ['email', 'whatsapp'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const MAX_TEMPLATE_KEY = 50;
export const MAX_TEMPLATE_SUBJECT = 150;
export const MAX_TEMPLATE_TEXT = 3_000;

/** A field of a template: what staff reads about it, and a value for the preview. */
export interface TemplateField {
  label: string;
  example: string;
  /** A sentence, too long for a subject. */
  onlyInText?: true;
}

/**
 * The wording of a message, with fields as in "Olá, {primeiro_nome}!"; paragraphs are separated by an empty line.
 * `subject` is of e-mails only; empty for WhatsApp.
 */
export interface Wording {
  subject: string;
  text: string;
}

/** A kind of message whose wording the operator may change. `sentWhen`: a sentence for staff. */
export interface MessageTemplate {
  channel: MessageChannel;
  label: string;
  sentWhen: string;
  fields: Readonly<Record<string, TemplateField>>;
  wording: Wording;
}

const FIELD = /\{([a-z_0-9]+)\}/g;

/** What is wrong with a wording of a template, by part; empty if nothing is. */
export function wordingErrors(
  { channel, fields }: Pick<MessageTemplate, 'channel' | 'fields'>,
  { subject, text }: Wording,
): Partial<Record<keyof Wording, string>> {
  const inSubject = subjectError(channel, fields, subject);
  const [unknown] = unknownFields(text, fields);
  return {
    ...(inSubject ? { subject: inSubject } : {}),
    ...(unknown ? { text: noSuchField(unknown) } : {}),
  };
}

function subjectError(channel: MessageChannel, fields: MessageTemplate['fields'], subject: string): string | undefined {
  if (channel === 'whatsapp') return subject === '' ? undefined : 'Mensagens de WhatsApp não têm assunto.';
  if (subject.trim() === '') return 'Escreva o assunto do e-mail.';
  const [unknown] = unknownFields(subject, fields);
  if (unknown) return noSuchField(unknown);
  const long = usedFields(subject).find((name) => fields[name]?.onlyInText);
  return long && `O campo {${long}} é uma frase: use-o no texto, não no assunto.`;
}

const noSuchField = (name: string) => `O campo {${name}} não existe nesta mensagem.`;

/** Fields of a text that the template does not have, in order and once each. */
export function unknownFields(text: string, fields: MessageTemplate['fields']): string[] {
  return usedFields(text).filter((name) => !Object.hasOwn(fields, name));
}

function usedFields(text: string): string[] {
  return [...new Set([...text.matchAll(FIELD)].map(([, name = '']) => name))];
}

/**
 * The paragraphs of a text with its fields filled in. An empty field leaves no gap: its space goes, and so does a line
 * or a paragraph in which nothing but empty fields stood.
 */
export function fillParagraphs(text: string, values: Readonly<Record<string, string>>): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => fillLine(line, values))
        .filter((line) => line !== '')
        .join('\n'),
    )
    .filter((paragraph) => paragraph !== '');
}

/** The same as one text, with an empty line between paragraphs. */
export function fillFields(text: string, values: Readonly<Record<string, string>>): string {
  return fillParagraphs(text, values).join('\n\n');
}

/** Values go in as they are: one that holds braces or doubled spaces is not looked at again. */
function fillLine(line: string, values: Readonly<Record<string, string>>): string {
  // Words of the line and names of its fields take turns.
  const parts = line.split(FIELD);
  let filled = '';
  let wasEmpty = false;
  let hasContent = false;
  for (const [index, part] of parts.entries()) {
    const isField = index % 2 === 1;
    const value = isField ? (Object.hasOwn(values, part) ? (values[part] ?? '') : `{${part}}`) : part;
    if (isField && value === '') {
      wasEmpty = true;
      continue;
    }
    hasContent ||= isField || /[\p{L}\p{N}\p{S}]/u.test(value);
    filled = wasEmpty && !isField ? closeGap(filled, value) : filled + value;
    if (value !== '') wasEmpty = false;
  }
  return hasContent || parts.length === 1 ? filled.trim() : '';
}

/** Joins what stood before and after an empty field. */
function closeGap(before: string, after: string): string {
  if (/^[.,;:!?]/.test(after)) return before.trimEnd() + after;
  return before === '' || before.endsWith(' ') ? before + after.trimStart() : before + after;
}

/** The values of a template's examples, for its preview. */
export function exampleValues({ fields }: Pick<MessageTemplate, 'fields'>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}

/**
 * Body of PUT settings/messages/{key}; `version` is that of the wording which was edited, 0 of the default. What fits a
 * template is {@link wordingErrors}' to say.
 */
export const wordingUpdate = z.strictObject({
  subject: optional(line('Assunto', { max: MAX_TEMPLATE_SUBJECT })),
  text: text('Texto', { max: MAX_TEMPLATE_TEXT }).min(1, 'Escreva o texto da mensagem.'),
  version: z.int().min(0),
});
export type WordingUpdate = z.output<typeof wordingUpdate>;

/** An operator's own wording of a message; messages without one have the default. Each saving has a higher version. */
export const ownWording = z.object({ key: z.string(), subject: z.string(), text: z.string(), version: z.int().min(1) });
export type OwnWording = z.infer<typeof ownWording>;

/** Response of GET settings/messages. */
export const ownWordings = z.object({ data: z.array(ownWording) });
export type OwnWordings = z.infer<typeof ownWordings>;
