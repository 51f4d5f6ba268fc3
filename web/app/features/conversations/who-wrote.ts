import type { Conversation } from '@passeio/contract/conversations/conversations';
import { formatPhone } from '@passeio/contract/phone';

/** Where staff reads and answers conversations. */
export const CONVERSATIONS_PAGE = '/admin/conversas';

// Marks that turn the text around them, or stand in no sight; letters of any script and joined emoji stay.
const UNSEEN = /[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/gu;

/** How a contact is called: by the name of their profile, else by their telephone. */
export function contactName({ name, phone }: Pick<Conversation, 'name' | 'phone'>): string {
  return name.replace(UNSEEN, '').trim() || phoneLabel(phone) || 'Sem nome';
}

/** A telephone as it is shown; the end of it to staff who do not answer. */
export function phoneLabel(phone: string): string {
  return phone.startsWith('+') ? formatPhone(phone) : phone;
}

const kinds: Record<string, string> = {
  image: 'Foto',
  sticker: 'Figurinha',
  document: 'Documento',
  audio: 'Áudio',
  video: 'Vídeo',
  location: 'Localização',
  contacts: 'Contato',
  reaction: 'Reação',
  order_details: 'Pedido de pagamento',
  template: 'Mensagem aprovada',
};

const FILES = ['image', 'sticker', 'document', 'audio', 'video'];

/** Whether a message was a file, which is deleted after a month. */
export const isFile = (kind: string): boolean => FILES.includes(kind);

/** What a message without words is. */
export function kindLabel(kind: string): string {
  return kinds[kind] ?? 'Mensagem que só o aplicativo mostra';
}
