import type { JSONContent } from '@tiptap/react';
import { allowedAddress, type Mark } from './marks';

// "[10:32, 20/11/2026] Ana Prado: " and "[20/11/2026 10:32:07] Ana: ", which WhatsApp puts before copied messages.
const MESSAGE_HEAD = /^\[[\d:]{4,8},? [\d/.]{6,10}\] [^:]{1,60}: |^\[[\d/.]{6,10},? [\d:]{4,8}\] [^:]{1,60}: /;
// Marks of direction and joints without width, which no one sees.
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
const ADDRESS = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

const signs: readonly { type: Mark['type']; sign: RegExp }[] = [
  { type: 'bold', sign: between('*') },
  { type: 'italic', sign: between('_') },
  { type: 'strike', sign: between('~') },
];

/** Words between two `sign`s, which stand against the first and the last letter and not inside a word. */
function between(sign: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d${sign}])[${sign}](?=\\S)(.*?\\S)[${sign}](?![\\p{L}\\d])`, 'u');
}

/** The lines of a message, with what WhatsApp shows for *negrito*, _itálico_ and ~riscado~, and with its links. */
export function messageLines(text: string): JSONContent[][] {
  return text
    .replaceAll('```', '')
    .split(/\r\n?|\n/)
    .map((line) => wordsOf(line.replace(INVISIBLE, '').replace(MESSAGE_HEAD, '')));
}

function wordsOf(line: string): JSONContent[] {
  const words: JSONContent[] = [];
  let end = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    const href = allowedAddress(address);
    if (!href) continue;
    words.push(...setText(line.slice(end, index), []), piece(address, [{ type: 'link', attrs: { href } }]));
    end = index + address.length;
  }
  return [...words, ...setText(line.slice(end), [])];
}

/** What stands between signs carries their marks, one inside another if need be. */
function setText(text: string, marks: readonly Mark[]): JSONContent[] {
  if (text === '') return [];
  const found = signs.flatMap(({ type, sign }) => {
    const match = sign.exec(text);
    return match ? [{ type, match }] : [];
  });
  const [first] = found.sort((one, other) => one.match.index - other.match.index);
  if (!first) return [piece(text, marks)];
  const { type, match } = first;
  return [
    ...setText(text.slice(0, match.index), marks),
    ...setText(match[1] ?? '', [...marks, { type }]),
    ...setText(text.slice(match.index + match[0].length), marks),
  ];
}

function piece(text: string, marks: readonly Mark[]): JSONContent {
  return { type: 'text', text, ...(marks.length > 0 ? { marks: [...marks] } : {}) };
}
