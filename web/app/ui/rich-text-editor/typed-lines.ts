import type { JSONContent } from '@tiptap/react';
import { listItem } from './document';
import { inlineRun } from './inline-run';

/** The words of one line. */
type Line = JSONContent[];

interface LineKind {
  type: 'bulletList' | 'orderedList' | 'blockquote';
  sign: RegExp;
}

const SIGN_OF_BULLET = /^\s*[•●▪◦‣·∙✓✔✅▶➤►]\uFE0F?\s*/u;

// What people type before the lines of a list or a quotation.
const kinds: readonly LineKind[] = [
  { type: 'bulletList', sign: SIGN_OF_BULLET },
  { type: 'bulletList', sign: /^\s*[-–—*]\s+/ },
  { type: 'orderedList', sign: /^\s*\d{1,2}[.)ºª]?[.)-]\s+/ },
  { type: 'blockquote', sign: /^\s*>\s*/ },
];

/** Whether a line begins with a sign that nobody types for anything but a list. */
export function isBulletLine(line: Line): boolean {
  return SIGN_OF_BULLET.test(line[0]?.text ?? '');
}

/** Whether somebody has set this line by typing signs. */
export function isTypedLine(line: string): boolean {
  return kinds.some(({ sign }) => sign.test(line)) || /[*_~][^\s*_~][^*_~]*[*_~]/.test(line);
}

/** Lists and quotations of the lines that begin with their signs; the other lines are paragraphs up to an empty line. */
export function blocksOfLines(lines: Line[]): JSONContent[] {
  const blocks: JSONContent[] = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at]);
    let next = at + 1;
    while (next < lines.length && kindOf(lines[next])?.type === kind?.type && !isGap(lines, next, kind)) next += 1;
    blocks.push(...blockOf(lines.slice(at, next), kind));
    at = next;
  }
  return blocks;
}

function isGap(lines: Line[], at: number, kind: LineKind | undefined): boolean {
  const isEmpty = (line: Line | undefined) => inlineRun(line ?? []).length === 0;
  return kind === undefined && (isEmpty(lines[at]) || isEmpty(lines[at - 1]));
}

function kindOf(line: Line | undefined): LineKind | undefined {
  const first = line?.[0]?.text ?? '';
  return kinds.find(({ sign }) => sign.test(first));
}

function blockOf(lines: Line[], kind: LineKind | undefined): JSONContent[] {
  if (!kind || kind.type === 'blockquote') {
    const content = inlineRun(lines.flatMap((line) => [...withoutSign(line), { type: 'hardBreak' }]));
    if (content.length === 0) return [];
    const paragraph = { type: 'paragraph', content };
    return kind ? [{ type: kind.type, content: [paragraph] }] : [paragraph];
  }
  const items = lines
    .map((line) => inlineRun(withoutSign(line)))
    .filter((content) => content.length > 0)
    .map((content) => listItem([{ type: 'paragraph', content }]));
  return items.length > 0 ? [{ type: kind.type, content: items }] : [];
}

function withoutSign(line: Line): Line {
  const sign = kindOf(line)?.sign;
  const [first, ...rest] = line;
  return sign && first ? [{ ...first, text: first.text?.replace(sign, '') }, ...rest] : line;
}
