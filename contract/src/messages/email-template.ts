// Without schemas: the settings' page shows them.
import { type EmailField, emailFields } from './email-fields.ts';
import type { MessageTemplate, TemplateField, Wording } from './message-templates.ts';

/** What stands around the text, for its preview: heading, button, and the heading of a box of facts. */
interface Surroundings {
  heading?: string;
  button: string;
  box?: string;
}

export interface EmailTemplate<Name extends string = string> extends MessageTemplate {
  channel: 'email';
  fields: Readonly<Record<Name, TemplateField>>;
  around: Required<Pick<Surroundings, 'heading' | 'button'>> & Pick<Surroundings, 'box'>;
}

/** A template with these fields, and how to reach the operator. `titles`: what {titulo} is, where it has one. */
export function email<Name extends EmailField>(
  about: { label: string; sentWhen: string; around: Surroundings; titles?: TemplateField },
  fields: readonly Name[],
  subject: string,
  paragraphs: readonly string[],
): EmailTemplate<Name | 'como_falar'> {
  const { label, sentWhen, around, titles } = about;
  const known: Record<EmailField, TemplateField> = { ...emailFields, ...(titles ? { titulo: titles } : {}) };
  const named = [...fields, 'como_falar' as const].map((name) => [name, known[name]]);
  const own: Record<Name | 'como_falar', TemplateField> = Object.fromEntries(named);
  const wording: Wording = { subject, text: paragraphs.join('\n\n') };
  return { channel: 'email', label, sentWhen, fields: own, wording, around: { heading: 'Olá, Ana!', ...around } };
}

/** Fields of every e-mail about a reservation. */
export const ofReservation = ['primeiro_nome', 'codigo', 'passeio'] as const;
