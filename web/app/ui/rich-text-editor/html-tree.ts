import { Parser } from 'htmlparser2';

/** An element, or a piece of text. Comments and declarations are left out. */
export type HtmlNode = HtmlElement | string;

export interface HtmlElement {
  /** In lower case. */
  name: string;
  attributes: Record<string, string>;
  children: HtmlNode[];
}

/**
 * Reads HTML of any kind, as forgiving as a browser but without one: no element is made of it, so nothing in it can run
 * or load, and the page's Trusted Types policy has nothing to object to.
 */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    ontext(text) {
      const siblings = open.at(-1)?.children ?? [];
      const last = siblings.at(-1);
      if (typeof last === 'string') siblings[siblings.length - 1] = last + text;
      else siblings.push(text);
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  return root.children;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return typeof node !== 'string';
}

/** All the words in it. */
export function textOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}
