import type { ConnectionKind } from '@passeio/contract/connections/connection-kinds';
import { cardConnection } from './cards.ts';
import { googleConnection } from './google.ts';
import { mailConnection } from './mail.ts';
import { pixConnection } from './pix.ts';
import type { ConnectionAdapter } from './port.ts';
import { whatsAppConnection } from './whatsapp.ts';

/** The adapter of every kind of connection. */
export const connectionAdapters: Record<ConnectionKind, ConnectionAdapter> = {
  pix: pixConnection,
  cards: cardConnection,
  mail: mailConnection,
  google: googleConnection,
  whatsapp: whatsAppConnection,
};
