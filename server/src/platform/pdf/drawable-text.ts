import anyAscii from 'any-ascii';

// What the font has: other scripts, and the symbols and full-width letters beside them.
const LACKING =
  /(?:(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]).|[\u2e80-\uffef])+/gu;
const PICTURES =
  /[ \u00a0]?(?:(?![\u00a9\u00ae\u2122])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0f|\u200d|\u20e3)+/gu;

/**
 * A text in the letters that the font of PDFs has. Names in other scripts are written in Latin letters, as passports
 * write them too: a font for each script would weigh tens of megabytes, and few at a hotel's desk could read it.
 */
export function drawableText(text: string): string {
  return text.replace(PICTURES, '').replace(LACKING, (part) => anyAscii(part));
}

/** A document of pdfmake with drawable texts; what a QR code says stays. */
export function withDrawableText<Part>(part: Part): Part {
  return drawablePart(part) as Part;
}

function drawablePart(part: unknown): unknown {
  if (typeof part === 'string') return drawableText(part);
  if (Array.isArray(part)) return part.map(drawablePart);
  if (typeof part === 'function') return (...args: unknown[]) => drawablePart(part(...args));
  // Buffers of pictures stay.
  if (part === null || typeof part !== 'object' || Object.getPrototypeOf(part) !== Object.prototype) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, key === 'qr' ? value : drawablePart(value)]),
  );
}
