import DOMPurify from 'dompurify';

const BLOCKS = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, hr, table';

/** Elements that the editor's schema does not know, and those that it knows in their place. */
const renamed: Record<string, string> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  'details, summary, dt, caption, center, main, nav': 'div',
};

/**
 * HTML of any kind as elements that neither run nor load anything, close to what the editor's schema knows. What is not
 * seen is left out, and so are blocks without words.
 */
export function purified(html: string): DocumentFragment {
  const root = DOMPurify.sanitize(withoutReported(html), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['select', 'style', 'textarea'],
    ADD_FORBID_CONTENTS: ['object', 'select', 'textarea', 'xml'],
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of root.querySelectorAll<HTMLElement>('[style]')) {
    if (element.style.display === 'none' || /mso-hide\s*:\s*all/i.test(styleOf(element))) element.remove();
  }
  for (const row of [...root.querySelectorAll('tr')].reverse()) rename(row, setRow(row));
  for (const [selector, name] of Object.entries(renamed)) {
    for (const element of root.querySelectorAll(selector)) rename(element, name);
  }
  const breaks = [...root.querySelectorAll('br')];
  for (const one of breaks) if (isBlock(beside(one, 'previousSibling'))) one.remove();
  for (const one of breaks.reverse()) if (isBlock(beside(one, 'nextSibling'))) one.remove();
  for (const block of [...root.querySelectorAll(BLOCKS)].reverse()) {
    if (block.tagName !== 'HR' && block.textContent?.trim() === '' && !block.querySelector('hr')) block.remove();
  }
  return root;
}

/**
 * Chromium reports styles, base addresses and handlers against the page's policy as soon as it parses them, even where
 * they never apply. DOMPurify drops them for safety; they go before only so that a paste leaves the console clean.
 */
function withoutReported(html: string): string {
  return html
    .replace(/<style\b.*?(?:<\/style\s*>|$)|<base\b[^>]*>/gis, '')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/(?<=[\s"'/])on(?=[a-z]+\s*=)/gi, 'data-on'));
}

export function styleOf(element: Element): string {
  return element.getAttribute('style') ?? '';
}

export function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** Sets a row of words as one line, its cells apart by dashes. Answers the element that holds the cells now. */
function setRow(row: Element): 'p' | 'div' {
  const cells = [...row.children].filter(({ textContent }) => textContent?.trim());
  const isLine = cells.every((cell) => {
    const [block, ...more] = cell.querySelectorAll(BLOCKS);
    return more.length === 0 && (!block || block.tagName === 'P');
  });
  for (const [index, cell] of cells.entries()) {
    if (!isLine) rename(cell, 'div');
    else {
      if (index > 0) cell.before(' – ');
      for (const words of cell.querySelectorAll('p')) words.replaceWith(...words.childNodes);
      rename(cell, cell.tagName === 'TH' ? 'strong' : 'span');
    }
  }
  return isLine ? 'p' : 'div';
}

/** What stands beside a line break, as it is read; undefined at an end of its block. */
function beside(node: Node, side: 'previousSibling' | 'nextSibling'): Node | undefined {
  const sibling = node[side];
  if (sibling) return isBlank(sibling) ? beside(sibling, side) : sibling;
  const parent = node.parentNode;
  return parent instanceof Element && !isBlock(parent) ? beside(parent, side) : undefined;
}

function isBlank({ nodeName, textContent }: Node): boolean {
  return nodeName !== 'BR' && nodeName !== 'HR' && textContent?.trim() === '';
}

function isBlock(node: Node | undefined): boolean {
  return !node || (node instanceof Element && node.matches(BLOCKS));
}
