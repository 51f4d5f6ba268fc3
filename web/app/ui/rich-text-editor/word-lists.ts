import { rename, styleOf } from './purified';

interface OpenList {
  level: number;
  list: Element;
}

/**
 * Word writes a list as paragraphs that only look like one: a mark, some spaces, the words. They become the lists they
 * stand for, at the depth that Word gives in "mso-list: l0 level2 lfo1". Its titles and quotations are paragraphs too.
 */
export function wordListsMended(root: ParentNode): void {
  let open: OpenList[] = [];
  for (const paragraph of root.querySelectorAll('p')) {
    const level = /mso-list\s*:[^;]*\blevel(\d+)/i.exec(styleOf(paragraph))?.[1];
    if (level === undefined) continue;
    if (paragraph.previousElementSibling !== open[0]?.list) open = [];
    open = listsAround(paragraph, Number(level), open);
    const item = paragraph.ownerDocument.createElement('li');
    open.at(-1)?.list.append(item);
    item.append(paragraph);
  }
  for (const title of root.querySelectorAll('p:is([class^="MsoTitle"], [class^="MsoSubtitle"])')) rename(title, 'h2');
  for (const words of root.querySelectorAll('p:is([class^="MsoQuote"], [class^="MsoIntenseQuote"])')) {
    rename(words, 'blockquote');
  }
}

/** The lists that an item of this level stands in, outermost first; a new one is put where the item is. */
function listsAround(paragraph: Element, level: number, open: readonly OpenList[]): OpenList[] {
  const name = listName(paragraph);
  const around = open.filter((one) => one.level < level);
  const same = open.find((one) => one.level === level);
  if (same?.list.localName === name) return [...around, same];
  const list = paragraph.ownerDocument.createElement(name);
  const above = around.at(-1)?.list.lastElementChild;
  if (above) above.append(list);
  else paragraph.before(list);
  return [...around, { level, list }];
}

/** Takes the mark away that Word has typed before the words. */
function listName(paragraph: Element): 'ul' | 'ol' {
  const mark = [...paragraph.querySelectorAll('[style]')].find((one) => /mso-list\s*:\s*ignore/i.test(styleOf(one)));
  mark?.remove();
  return /^\(?(\d+|[a-z]|[ivxlc]+)[.)]/i.test(mark?.textContent?.trim() ?? '') ? 'ol' : 'ul';
}
