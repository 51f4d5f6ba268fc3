import type { GiftCard } from '@passeio/contract/payments/gift-cards';
import { formatMoney } from '~/lib/formats';
import { newDrawing } from '~/ui/sharing/drawn-picture';

const MESSAGE_LINES = 4;

/** A picture of an active gift card with its code, and its link as a QR code. Throws where the browser cannot draw. */
export function drawGiftCard(
  { valueCents, code, recipientName, buyerName, message }: GiftCard,
  { operator, link }: { operator: string; link: string },
): Promise<File> {
  const { write, skip, finish, save } = newDrawing();
  write(operator, 44, { weight: 600 });
  skip(48);
  write('Vale-presente', 60);
  write(formatMoney(valueCents), 148, { weight: 700 });
  if (recipientName) write(`Para ${recipientName}, de ${buyerName}`, 44, { weight: 600, lines: 2 });
  skip(16);
  write(message, 40, { lines: MESSAGE_LINES });
  finish(link, [
    { text: 'Código', size: 36, y: 96 },
    { text: code ?? '', size: 56, y: 148, isCode: true },
    { text: 'Use ao pagar um passeio', size: 36, y: 236 },
  ]);
  return save('vale-presente.png');
}
