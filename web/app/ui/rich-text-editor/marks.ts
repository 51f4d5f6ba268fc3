import { richTextSchemes } from '@passeio/contract/rich-text';
import type { HtmlElement } from './html-tree';

/** How a piece of text is set: in the order in which their elements stand around it. */
export interface Mark {
  type: 'link' | 'bold' | 'italic' | 'underline' | 'strike';
  attrs?: { href: string };
}

const order: readonly Mark['type'][] = ['link', 'bold', 'italic', 'underline', 'strike'];

const marksOfTags: Record<string, Mark['type']> = {
  b: 'bold',
  strong: 'bold',
  th: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
};

/** The marks of what stands in `element`, given those around it. What its style says is stronger than its name. */
export function marksIn({ name, attributes }: HtmlElement, around: readonly Mark[]): readonly Mark[] {
  const marks = new Map(around.map((mark) => [mark.type, mark]));
  const put = (type: Mark['type'], wanted: boolean | undefined) => {
    if (wanted === true) marks.set(type, { type });
    if (wanted === false) marks.delete(type);
  };
  const byName = marksOfTags[name];
  if (byName) put(byName, true);
  const style = attributes.style ?? '';
  put('bold', boldness(style));
  put('italic', slant(style));
  const lines = /text-decoration(?:-line)?\s*:\s*([^;]*)/i.exec(style)?.[1] ?? '';
  if (/underline/i.test(lines)) put('underline', true);
  if (/line-through/i.test(lines)) put('strike', true);
  const href = name === 'a' ? allowedAddress(attributes.href ?? '') : undefined;
  if (href) marks.set('link', { type: 'link', attrs: { href } });
  // Every link is drawn with a line under it.
  if (marks.has('link')) marks.delete('underline');
  return order.flatMap((type) => marks.get(type) ?? []);
}

/** Where a link may lead, as the browser reads it: there, or to a path of this site. Undefined for all else. */
export function allowedAddress(address: string): string | undefined {
  if (/^\/(?![/\\])[^\s]*$/.test(address)) return address;
  const url = URL.parse(address.trim());
  return url && richTextSchemes.some((scheme) => url.protocol === `${scheme}:`) ? url.href : undefined;
}

function boldness(style: string): boolean | undefined {
  const weight = /(?<![\w-])font-weight\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  if (weight === undefined || weight === 'inherit') return undefined;
  return weight.startsWith('bold') || Number(weight) >= 600;
}

function slant(style: string): boolean | undefined {
  const found = /(?<![\w-])font-style\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  return found === undefined || found === 'inherit' ? undefined : found === 'italic' || found === 'oblique';
}
