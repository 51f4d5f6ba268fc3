import type { JSONContent } from '@tiptap/react';
import { type HtmlElement, type HtmlNode, isElement, parseHtml } from './html-tree';
import { inlineRun } from './inline-run';
import { type Mark, marksIn } from './marks';

/** A text as the editor holds it: a tree of the nodes of extensions.ts. */
export interface RichDocument {
  type: 'doc';
  content: JSONContent[];
}

/** Headings begin below the page's own title, and three levels are enough. */
const headings: Record<string, number> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 };

const unseen = new Set(
  'head style script title template noscript object iframe svg math select textarea xml'.split(' '),
);

const inline = new Set(
  'a abbr b big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);

/** The text of `html` in the elements that the editor knows; every other element loses its tag and keeps its words. */
export function documentOf(html: string): RichDocument {
  return documentOfNodes(parseHtml(html));
}

export function documentOfNodes(nodes: HtmlNode[]): RichDocument {
  return documentOfBlocks(blocksOf(nodes, []));
}

export function documentOfBlocks(blocks: JSONContent[]): RichDocument {
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}

/** Words between blocks become paragraphs of their own. */
function blocksOf(nodes: HtmlNode[], marks: readonly Mark[]): JSONContent[] {
  const blocks: JSONContent[] = [];
  let loose: JSONContent[] = [];
  const flush = () => {
    const content = inlineRun(loose);
    if (content.length > 0) blocks.push({ type: 'paragraph', content });
    loose = [];
  };
  const visit = (node: HtmlNode, around: readonly Mark[]) => {
    if (!isElement(node)) loose.push(textNode(node, around));
    else if (node.name === 'br') loose.push({ type: 'hardBreak' });
    else if (isUnseen(node)) return;
    else if (isInline(node)) for (const child of node.children) visit(child, marksIn(node, around));
    else {
      flush();
      blocks.push(...blocksOfElement(node, marksIn(node, around)));
    }
  };
  for (const node of nodes) visit(node, marks);
  flush();
  return blocks;
}

function blocksOfElement(element: HtmlElement, marks: readonly Mark[]): JSONContent[] {
  const { name, children } = element;
  if (name === 'hr') return [{ type: 'horizontalRule' }];
  if (name === 'ul' || name === 'ol') return listOf(element, marks);
  if (name === 'tr') return rowOf(element, marks);
  const blocks = blocksOf(children, marks);
  const level = headings[name];
  // A heading holds words only; whatever else is in it stands on its own.
  if (level !== undefined) return blocks.map((block) => asHeading(block, level));
  if (name === 'blockquote' && blocks.length > 0) return [{ type: 'blockquote', content: blocks }];
  return blocks;
}

function asHeading(block: JSONContent, level: number): JSONContent {
  return block.type === 'paragraph' ? { type: 'heading', attrs: { level }, content: block.content } : block;
}

function listOf(list: HtmlElement, marks: readonly Mark[]): JSONContent[] {
  const items: JSONContent[] = [];
  for (const child of list.children) {
    const above = items.at(-1);
    const blocks = blocksOf([child], marks);
    if (blocks.length === 0) continue;
    // A list that stands in a list, instead of in one of its items, belongs to the item above it.
    const isMisplaced = isElement(child) && (child.name === 'ul' || child.name === 'ol');
    if (isMisplaced && above) above.content?.push(...blocks);
    else items.push(listItem(blocks));
  }
  if (items.length === 0) return [];
  return [{ type: list.name === 'ol' ? 'orderedList' : 'bulletList', content: items }];
}

/** An item begins with a paragraph, even where it only holds another list. */
export function listItem(blocks: JSONContent[]): JSONContent {
  const [first, ...rest] = blocks;
  if (first?.type === 'paragraph') return { type: 'listItem', content: blocks };
  if (first?.type === 'heading') {
    return { type: 'listItem', content: [{ type: 'paragraph', content: first.content }, ...rest] };
  }
  return { type: 'listItem', content: [{ type: 'paragraph' }, ...blocks] };
}

// The editor has no tables: a row of words is a paragraph, a row that holds more is what it holds.
function rowOf(row: HtmlElement, marks: readonly Mark[]): JSONContent[] {
  const cells = row.children.map((cell) => blocksOf([cell], marks)).filter((blocks) => blocks.length > 0);
  const isRow = cells.every((blocks) => blocks.length === 1 && blocks[0]?.type === 'paragraph');
  if (!isRow || cells.length === 0) return cells.flat();
  const words = cells.map(([paragraph]) => paragraph?.content ?? []);
  const content = words.flatMap((cell, index) => (index === 0 ? cell : [{ type: 'text', text: ' – ' }, ...cell]));
  return [{ type: 'paragraph', content }];
}

function isInline({ name }: HtmlElement): boolean {
  // Names such as "o:p" are Word's.
  return inline.has(name) || name.includes(':');
}

function isUnseen({ name, attributes }: HtmlElement): boolean {
  return (
    unseen.has(name) || name.startsWith('v:') || /display\s*:\s*none|mso-hide\s*:\s*all/i.test(attributes.style ?? '')
  );
}

function textNode(text: string, marks: readonly Mark[]): JSONContent {
  return { type: 'text', text, ...(marks.length > 0 ? { marks: [...marks] } : {}) };
}
