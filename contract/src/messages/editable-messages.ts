import { emailTemplates } from './email-templates.ts';
import type { MessageTemplate } from './message-templates.ts';
import { whatsAppTemplates } from './whatsapp-templates.ts';

/** Every message whose wording the operator may change, by key, in the order of the settings' page. */
export const editableMessages: Readonly<Record<string, MessageTemplate>> = { ...emailTemplates, ...whatsAppTemplates };

/** The template with this key; undefined if there is none. */
export function templateOf(key: string): MessageTemplate | undefined {
  return Object.hasOwn(editableMessages, key) ? editableMessages[key] : undefined;
}
