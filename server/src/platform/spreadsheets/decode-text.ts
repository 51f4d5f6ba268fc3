/**
 * The text of a file in UTF-8, UTF-16, Windows-1252 or Mac Roman; of one that mixes encodings, each line by itself.
 * Undefined for what is no text.
 */
export function decodeText(content: Uint8Array): string | undefined {
  const text = decode(content);
  return text && ungarbled(text);
}

function decode(content: Uint8Array): string | undefined {
  const wide = wideEncoding(content);
  if (wide) return new TextDecoder(wide).decode(content);
  if (content.includes(0)) return undefined;
  const old = new TextDecoder(isMacRoman(content) ? 'macintosh' : 'windows-1252');
  return (
    decodeUtf8(content) ??
    linesOf(content)
      .map((line) => decodeUtf8(line) ?? old.decode(line))
      .join('\n')
  );
}

const SAMPLE_BYTES = 2_000;

/** UTF-16 by its mark, or by zeros in every other byte. */
function wideEncoding(content: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le';
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be';
  const sample = content.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 1].map((from) => sample.filter((byte, at) => at % 2 === from && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  const isMost = (count: number, other: number) => other === 0 && count > sample.length * 0.4;
  if (isMost(even, odd)) return 'utf-16be';
  return isMost(odd, even) ? 'utf-16le' : undefined;
}

/**
 * Whether letters of Portuguese are where Mac Roman has them: in Windows-1252 they are from 0xC0 on, and the bytes
 * below 0xA0 are quotes and dashes, which do not stand between letters.
 */
function isMacRoman(content: Uint8Array): boolean {
  let [mac, windows] = [0, 0];
  for (const [at, byte] of content.entries()) {
    if (byte >= 0xc0) windows += 1;
    else if (byte >= 0x80 && byte < 0xa0 && isLetter(content[at - 1]) && isLetter(content[at + 1])) mac += 1;
  }
  return mac > windows;
}

const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

function decodeUtf8(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

function linesOf(content: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let from = 0, end = 0; end < content.length; from = end + 1) {
    const next = content.indexOf(10, from);
    end = next < 0 ? content.length : next;
    lines.push(content.subarray(from, end));
  }
  return lines;
}

// The characters that Windows-1252 has for the bytes from 0x80 to 0xbf, which continue a letter in UTF-8.
const CONTINUING = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const GARBLED = new RegExp(`[ÂÃ][${CONTINUING}]`, 'g');
const WINDOWS = new Map(
  Array.from({ length: 64 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at)), 0x80 + at]),
);

/** A text whose letters were read in another encoding and saved so, as "JOÃƒO": each pair is the letter that it was. */
function ungarbled(text: string): string {
  return text.replace(GARBLED, ([lead = '', next = '']) => {
    const byte = WINDOWS.get(next) ?? next.charCodeAt(0);
    return new TextDecoder().decode(Uint8Array.of(lead === 'Â' ? 0xc2 : 0xc3, byte));
  });
}
