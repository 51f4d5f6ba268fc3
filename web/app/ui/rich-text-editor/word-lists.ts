import { type HtmlElement, type HtmlNode, isElement, textOf } from './html-tree';

interface WordItem {
  level: number;
  tag: 'ul' | 'ol';
  words: HtmlNode[];
}

/**
 * Word writes a list as paragraphs that only look like one: a mark, some spaces, the words. They become the lists they
 * stand for, at the depth that Word gives in "mso-list: l0 level2 lfo1".
 */
export function wordListsMended(nodes: HtmlNode[]): HtmlNode[] {
  const mended: HtmlNode[] = [];
  let items: WordItem[] = [];
  const flush = () => {
    mended.push(...listsOf(items));
    items = [];
  };
  for (const node of nodes) {
    const item = isElement(node) ? wordItem(node) : undefined;
    if (item) items.push(item);
    // What stands between two items of a list is the line end of Word's own markup.
    else if (items.length > 0 && !isElement(node) && node.trim() === '') continue;
    else {
      flush();
      mended.push(isElement(node) ? { ...node, name: wordName(node), children: wordListsMended(node.children) } : node);
    }
  }
  flush();
  return mended;
}

/** Word's styles for a title and a quotation, which have no element of their own. */
function wordName({ name, attributes }: HtmlElement): string {
  if (name !== 'p') return name;
  const style = attributes.class ?? '';
  if (/^Mso(Title|Subtitle)/.test(style)) return 'h2';
  return /^Mso(Intense)?Quote/.test(style) ? 'blockquote' : name;
}

function wordItem(element: HtmlElement): WordItem | undefined {
  if (element.name !== 'p') return undefined;
  const style = element.attributes.style ?? '';
  const level = /mso-list\s*:[^;]*\blevel(\d+)/i.exec(style)?.[1];
  if (level === undefined) return undefined;
  const mark = markOf(element);
  return {
    level: Number(level),
    tag: /^\(?(\d+|[a-z]|[ivxlc]+)[.)]/i.test(mark.trim()) ? 'ol' : 'ul',
    words: withoutMark(element.children),
  };
}

function isMark({ attributes }: HtmlElement): boolean {
  return /mso-list\s*:\s*ignore/i.test(attributes.style ?? '');
}

function markOf(element: HtmlElement): string {
  for (const child of element.children.filter(isElement)) {
    const mark = isMark(child) ? textOf(child) : markOf(child);
    if (mark !== '') return mark;
  }
  return '';
}

function withoutMark(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    return isMark(node) ? [] : [{ ...node, children: withoutMark(node.children) }];
  });
}

/** The items of one depth, those deeper than the one above them being its own list. */
function listsOf(items: WordItem[]): HtmlNode[] {
  const lists: HtmlElement[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at] as WordItem;
    let next = at + 1;
    while (next < items.length && (items[next] as WordItem).level > item.level) next += 1;
    const entry = element('li', [element('p', item.words), ...listsOf(items.slice(at + 1, next))]);
    const above = lists.at(-1);
    if (above?.name === item.tag) above.children.push(entry);
    else lists.push(element(item.tag, [entry]));
    at = next;
  }
  return lists;
}

function element(name: string, children: HtmlNode[]): HtmlElement {
  return { name, attributes: {}, children };
}
