import { whatsAppLink } from './formats';
import type { Brand } from './settings';

/** A link in words; `external` opens beside the page. */
export interface ContactLink {
  label: string;
  href: string;
  external: boolean;
}

/** The quickest way to talk to the operator, with `text` already typed; undefined where they have told none. */
export function contactLink({ whatsapp, email, phone, shown }: Brand, text: string): ContactLink | undefined {
  if (whatsapp) return { label: 'Chamar no WhatsApp', href: whatsAppLink(whatsapp, text), external: true };
  if (email) {
    return {
      label: `Escrever para ${email}`,
      href: `mailto:${email}?body=${encodeURIComponent(text)}`,
      external: false,
    };
  }
  return phone ? { label: `Ligar para ${shown.phone}`, href: `tel:${phone}`, external: false } : undefined;
}
