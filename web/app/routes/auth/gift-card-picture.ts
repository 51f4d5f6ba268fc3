import type { GiftCard } from '@passeio/contract/payments/gift-cards';
import { encode } from 'uqr';
import { formatMoney } from '~/lib/formats';

// Portrait, as chats show pictures whole.
const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const QR_SIZE = 360;
const MESSAGE_LINES = 4;
const FONT = 'system-ui, sans-serif';

/** A picture of an active gift card with its code, and its link as a QR code. Throws where the browser cannot draw. */
export async function drawGiftCard(
  { valueCents, code, recipientName, buyerName, message }: GiftCard,
  { operator, link }: { operator: string; link: string },
): Promise<File> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  const { paper, ink } = accentColours();
  pen.fillStyle = paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = ink;
  pen.textBaseline = 'top';
  let y = MARGIN;
  const write = (text: string, size: number, { weight = 400, lines = 1 } = {}) => {
    pen.font = `${weight} ${size}px ${FONT}`;
    for (const line of wrap(text, lines, (part) => pen.measureText(part).width <= INNER)) {
      pen.fillText(line, MARGIN, y, INNER);
      y += size * 1.3;
    }
  };
  write(operator, 44, { weight: 600 });
  y += 48;
  write('Vale-presente', 60);
  write(formatMoney(valueCents), 148, { weight: 700 });
  if (recipientName) write(`Para ${recipientName}, de ${buyerName}`, 44, { weight: 600, lines: 2 });
  y += 16;
  write(message, 40, { lines: MESSAGE_LINES });

  const top = HEIGHT - MARGIN - QR_SIZE;
  drawQrCode(pen, link, { x: MARGIN, y: top });
  const left = MARGIN + QR_SIZE + 40;
  pen.fillStyle = ink;
  const beside = WIDTH - MARGIN - left;
  pen.font = `400 36px ${FONT}`;
  pen.fillText('Código', left, top + 96, beside);
  pen.font = `700 56px ui-monospace, monospace`;
  pen.fillText(code ?? '', left, top + 148, beside);
  pen.font = `400 36px ${FONT}`;
  pen.fillText('Use ao pagar um passeio', left, top + 236, beside);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new File([blob], 'vale-presente.png', { type: 'image/png' });
}

// A canvas knows no variables: an element says what they are.
function accentColours(): { paper: string; ink: string } {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.cssText = 'background-color: var(--accent-day); color: var(--on-accent-day)';
  const { backgroundColor: paper, color: ink } = getComputedStyle(probe);
  const colours = { paper, ink };
  probe.remove();
  return colours;
}

function drawQrCode(pen: OffscreenCanvasRenderingContext2D, text: string, { x, y }: { x: number; y: number }): void {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const module = Math.floor(QR_SIZE / size);
  const inset = Math.floor((QR_SIZE - module * size) / 2);
  pen.fillStyle = '#fff';
  pen.fillRect(x, y, QR_SIZE, QR_SIZE);
  pen.fillStyle = '#000';
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) pen.fillRect(x + inset + column * module, y + inset + row * module, module, module);
    }
  }
}

/** The text in at most so many lines, with an ellipsis where more is left; a word that is wider stands alone. */
function wrap(text: string, most: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : '';
    if (longer && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most);
  return lines.length > most ? [...shown.slice(0, -1), `${shown.at(-1)}…`] : shown;
}
