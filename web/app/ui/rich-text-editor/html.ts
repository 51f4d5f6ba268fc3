import { DOMParser, DOMSerializer, type Node } from '@tiptap/pm/model';
import { getSchema } from '@tiptap/react';
import { extensions } from './extensions';

const schema = getSchema(extensions);

/** The editor's document of what these elements say. */
export function documentOf(root: DocumentFragment): Node {
  return DOMParser.fromSchema(schema).parse(root);
}

/**
 * The HTML of a document as the server's sanitiser stores it, without empty blocks: the same text is always the same
 * bytes, so that two can be compared.
 */
export function htmlOf({ type, content }: Node): string {
  const root = document.createElement('div');
  root.append(DOMSerializer.fromSchema(type.schema).serializeFragment(content));
  // The words of an item need no paragraph around them, unless another one follows.
  for (const words of root.querySelectorAll('li > p:only-of-type')) words.replaceWith(...words.childNodes);
  for (const block of [...root.querySelectorAll('*')].reverse()) {
    if (!block.hasChildNodes() && !/^[BH]R$/.test(block.tagName)) block.remove();
  }
  return root.innerHTML
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('<hr>', '<hr />')
    .replace(/ *<br> */g, '<br />');
}
