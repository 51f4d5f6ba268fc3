import { encode } from 'uqr';

// Portrait, as chats show pictures whole.
const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 72;
const INNER = WIDTH - 2 * MARGIN;
const QR_SIZE = 360;
const FONT = 'system-ui, sans-serif';

/** A line beside the QR code, so far below its upper edge. */
interface BesideCode {
  text: string;
  size: number;
  y: number;
  isCode?: boolean;
}

interface Drawing {
  /** Writes a text in at most so many lines below what was written before. */
  write: (text: string, size: number, style?: { weight?: number; lines?: number }) => void;
  /** Leaves room below what was written. */
  skip: (height: number) => void;
  /** Fills the width from the top with a photo, cropped to so much height; what is written goes below. */
  fillTop: (photo: ImageBitmap, height: number) => void;
  /** Draws a QR code at the foot with lines beside it. */
  finish: (link: string, beside: readonly BesideCode[]) => void;
  save: (name: string) => Promise<File>;
}

/** A picture to share, in the operator's colour. Throws where the browser cannot draw. */
export function newDrawing(): Drawing {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  const { paper, ink } = accentColours();
  pen.fillStyle = paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = ink;
  pen.textBaseline = 'top';
  let y = MARGIN;
  return {
    write(text, size, { weight = 400, lines = 1 } = {}) {
      pen.font = `${weight} ${size}px ${FONT}`;
      for (const line of wrap(text, lines, (part) => pen.measureText(part).width <= INNER)) {
        pen.fillText(line, MARGIN, y, INNER);
        y += size * 1.3;
      }
    },
    skip(height) {
      y += height;
    },
    fillTop(photo, height) {
      const part = Math.min(photo.width / WIDTH, photo.height / height);
      const [width, tall] = [WIDTH * part, height * part];
      const from = { x: (photo.width - width) / 2, y: (photo.height - tall) / 2 };
      pen.drawImage(photo, from.x, from.y, width, tall, 0, 0, WIDTH, height);
      y = height + MARGIN / 2;
    },
    finish(link, beside) {
      const top = HEIGHT - MARGIN - QR_SIZE;
      drawQrCode(pen, link, { x: MARGIN, y: top });
      pen.fillStyle = ink;
      const left = MARGIN + QR_SIZE + 40;
      for (const line of beside) {
        pen.font = line.isCode ? `700 ${line.size}px ui-monospace, monospace` : `400 ${line.size}px ${FONT}`;
        pen.fillText(line.text, left, top + line.y, WIDTH - MARGIN - left);
      }
    },
    async save(name) {
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      return new File([blob], name, { type: 'image/png' });
    },
  };
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
