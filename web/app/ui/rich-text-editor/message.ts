// "[10:32, 20/11/2026] Ana Prado: " and "[20/11/2026 10:32:07] Ana: ", which WhatsApp puts before copied messages.
const MESSAGE_HEAD = /^\[[\d:]{4,8},? [\d/.]{6,10}\] [^:]{1,60}: |^\[[\d/.]{6,10},? [\d:]{4,8}\] [^:]{1,60}: /;
// Marks of direction and joints without width, which no one sees.
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g;
const ADDRESS = /(\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/;
const BULLET = '[•●▪◦‣·∙✓✔✅▶➤►]\\uFE0F?\\s*';

// What people type before the lines of a list or a quotation.
const blocks: readonly { name: 'ul' | 'ol' | 'blockquote'; sign: RegExp }[] = [
  { name: 'ul', sign: lineStart(`${BULLET}|[-–—*]\\s+`) },
  { name: 'ol', sign: lineStart('\\d{1,2}[.)ºª]?[.)-]\\s+') },
  { name: 'blockquote', sign: lineStart('&gt;\\s*') },
];

const marks = [
  { name: 'strong', sign: between('*') },
  { name: 'em', sign: between('_') },
  { name: 's', sign: between('~') },
];

/** A sign where a line of HTML begins, whatever mark stands around it. */
function lineStart(sign: string): RegExp {
  return new RegExp(`^((?:<[^>]*>)*)\\s*(?:${sign})`, 'u');
}

/** Words between two `sign`s, which stand against the first and the last letter and not inside a word. */
function between(sign: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d${sign}])[${sign}](?=\\S)(.*?\\S)[${sign}](?![\\p{L}\\d])`, 'gu');
}

/** The HTML of a message, with what WhatsApp shows for *negrito*, _itálico_ and ~riscado~, its lists and its links. */
export function messageHtml(text: string): string {
  return linesHtml(
    text
      .replaceAll('```', '')
      .split(/\r\n?|\n/)
      .map(lineHtml),
  );
}

/** Whether somebody has set this text by typing signs. */
export function isTyped(text: string): boolean {
  return /<(?:strong|em|s|ul|ol|blockquote)>/.test(messageHtml(text));
}

/** `html` as `htmlOf` writes it, with lists where somebody has typed bullets before the lines of a paragraph. */
export function bulletsMended(html: string): string {
  return html.replace(/<p>(.*?)<\/p>/gs, (paragraph, words: string) => {
    const lines = words.split('<br />');
    return lines.some((line) => lineStart(BULLET).test(line)) ? linesHtml(lines) : paragraph;
  });
}

/**
 * Lists and quotations of the lines that begin with their signs; the other lines are paragraphs up to an empty line.
 */
function linesHtml(lines: readonly string[]): string {
  const groups: { name: string; lines: string[] }[] = [];
  for (const line of lines) {
    const block = blocks.find(({ sign }) => sign.test(line));
    const name = line.trim() === '' ? '' : (block?.name ?? 'p');
    if (groups.at(-1)?.name !== name) groups.push({ name, lines: [] });
    groups.at(-1)?.lines.push(block ? line.replace(block.sign, '$1') : line);
  }
  return groups.map(groupHtml).join('');
}

function groupHtml({ name, lines }: { name: string; lines: string[] }): string {
  if (name === '') return '';
  const isList = name === 'ul' || name === 'ol';
  const inner = isList ? lines.map((line) => `<li>${line}</li>`).join('') : lines.join('<br>');
  return `<${name}>${inner}</${name}>`;
}

function lineHtml(line: string): string {
  const parts = line.replace(INVISIBLE, '').replace(MESSAGE_HEAD, '').split(ADDRESS);
  return parts
    .map(escaped)
    .map((part, index) => (index % 2 === 1 ? `<a href="${part}">${part}</a>` : marked(part)))
    .join('');
}

/** What stands between signs carries their marks, one inside another if need be. */
function marked(html: string): string {
  return marks.reduce((before, { name, sign }) => before.replace(sign, `<${name}>$1</${name}>`), html);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
