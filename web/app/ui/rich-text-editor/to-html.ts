import type { JSONContent } from '@tiptap/react';
import { documentOf, type RichDocument } from './document';
import type { Mark } from './marks';

const blockTags: Record<string, string> = { blockquote: 'blockquote', bulletList: 'ul', orderedList: 'ol' };
const markTags: Record<Mark['type'], string> = { link: 'a', bold: 'strong', italic: 'em', underline: 'u', strike: 's' };

/**
 * The HTML of a text: elements of the contract's `richTextTags` and nothing else, without empty paragraphs. The same
 * text is always the same HTML, so that two can be compared.
 */
export function htmlOf({ content }: RichDocument): string {
  return content.map(blockHtml).join('');
}

/** `html` as the editor would write it; safe to show, whoever wrote it. */
export function canonicalHtml(html: string): string {
  return htmlOf(documentOf(html));
}

function blockHtml(block: JSONContent): string {
  const { type, content = [], attrs } = block;
  if (type === 'horizontalRule') return '<hr>';
  if (type === 'paragraph') return element('p', inlineHtml(content));
  if (type === 'heading') return element(`h${attrs?.level}`, inlineHtml(content));
  if (type === 'listItem') return element('li', itemHtml(content));
  const tag = blockTags[type ?? ''];
  return tag ? element(tag, content.map(blockHtml).join('')) : '';
}

// The words of an item need no paragraph around them, unless another one follows.
function itemHtml(blocks: JSONContent[]): string {
  const [first, ...rest] = blocks;
  const words = inlineHtml(first?.content ?? []);
  const hasParagraphs = rest.some(({ type }) => type === 'paragraph');
  return (hasParagraphs ? element('p', words) : words) + rest.map(blockHtml).join('');
}

function element(tag: string, inner: string): string {
  return inner === '' ? '' : `<${tag}>${inner}</${tag}>`;
}

function inlineHtml(nodes: JSONContent[]): string {
  let html = '';
  let open: Mark[] = [];
  const move = (wanted: Mark[]) => {
    let shared = 0;
    while (shared < open.length && sameMark(open[shared], wanted[shared])) shared += 1;
    for (const mark of open.slice(shared).reverse()) html += `</${markTags[mark.type]}>`;
    for (const mark of wanted.slice(shared)) html += openingTag(mark);
    open = wanted;
  };
  for (const node of nodes) {
    const marks = (node.marks ?? []) as Mark[];
    move(ordered(marks));
    html += node.type === 'hardBreak' ? '<br>' : escaped(node.text ?? '');
  }
  move([]);
  return html;
}

function ordered(marks: Mark[]): Mark[] {
  return Object.keys(markTags).flatMap((type) => marks.filter((mark) => mark.type === type));
}

function sameMark(one: Mark | undefined, other: Mark | undefined): boolean {
  return one?.type === other?.type && one?.attrs?.href === other?.attrs?.href;
}

function openingTag({ type, attrs }: Mark): string {
  return type === 'link' ? `<a href="${escaped(attrs?.href ?? '')}">` : `<${markTags[type]}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
