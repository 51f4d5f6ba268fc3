import type { JSONContent } from '@tiptap/react';
import { documentOfBlocks, documentOfNodes, type RichDocument } from './document';
import { parseHtml } from './html-tree';
import { blocksOfLines, isBulletLine, isTypedLine } from './typed-lines';
import { messageLines } from './typed-text';
import { wordListsMended } from './word-lists';

/** What a clipboard holds; either may be missing. */
export interface Pasted {
  html: string;
  text: string;
}

/**
 * What was pasted, reduced to what the editor knows: from Word, Google Docs and web pages by their HTML, from WhatsApp
 * and plain texts by what people type to set a text (*negrito*, "- " before a line).
 */
export function documentOfPasted({ html, text }: Pasted): RichDocument {
  const { content } = readClipboardHtml(html);
  // HTML that only repeats the text knows less than a text that was set by typing.
  const saysLess = content.every(isBare) && text.split('\n').some(isTypedLine);
  if (html === '' || saysLess) return documentOfBlocks(blocksOfLines(messageLines(text)));
  return documentOfBlocks(content.flatMap(tidied));
}

function readClipboardHtml(html: string): RichDocument {
  const [, fragment = html] = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/.exec(html) ?? [];
  // Word and browsers write spaces that do not break where people typed plain ones.
  return documentOfNodes(wordListsMended(parseHtml(fragment.replace(/&nbsp;|&#160;|\u00a0/g, ' '))));
}

/** Lists that somebody typed line by line become lists; a heading is heavy enough without bold type. */
function tidied(block: JSONContent): JSONContent[] {
  if (block.type === 'heading') return [{ ...block, content: block.content?.map(withoutBold) }];
  if (block.type !== 'paragraph') return [block];
  const lines = linesOf(block.content ?? []);
  return lines.some(isBulletLine) ? blocksOfLines(lines) : [block];
}

function linesOf(content: JSONContent[]): JSONContent[][] {
  const lines: JSONContent[][] = [[]];
  for (const node of content) {
    if (node.type === 'hardBreak') lines.push([]);
    else lines.at(-1)?.push(node);
  }
  return lines;
}

function withoutBold(node: JSONContent): JSONContent {
  const { marks = [], ...rest } = node;
  const kept = marks.filter(({ type }) => type !== 'bold');
  return kept.length > 0 ? { ...rest, marks: kept } : rest;
}

function isBare({ type, content = [] }: JSONContent): boolean {
  return type === 'paragraph' && content.every(({ marks = [] }) => marks.length === 0);
}
