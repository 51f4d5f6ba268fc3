import { whatsAppLink } from './formats';
import type { Brand } from './settings';

/** `external` opens in a new tab. */
export interface ContactLink {
  label: string;
  href: string;
  external: boolean;
}

/** WhatsApp, else e-mail, else telephone of the operator, with `text` as the first message; undefined without any. */
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
