import { richTextSchemes, richTextTags } from '@passeio/contract/rich-text';
import sanitizeHtml from 'sanitize-html';

// What a relative address is parsed against; nothing can be there.
const HERE = 'https://here.invalid';

// Word's vertical tabs and the like: PostgreSQL refuses some, and none is text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * HTML written by staff, reduced to text structure, links and nothing that runs, loads or styles.
 * It is cleaned before it is stored, so that every reader of it is safe. What is clean stays as it is.
 */
export function cleanHtml(html: string): string {
  let clean = sanitize(html.toWellFormed().replace(CONTROL_CHARACTERS, ''));
  // Without the tags between them, paragraphs may stand within each other: a browser would take them apart.
  for (let before = ''; before !== clean; ) {
    before = clean;
    clean = sanitize(before);
  }
  return clean;
}

function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: [...richTextSchemes],
    allowProtocolRelative: false,
    // Of these the text goes too.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xml'],
    transformTags: {
      b: 'strong',
      i: 'em',
      h1: 'h2',
      a: (_, { href }) => {
        const address = href && safeAddress(href);
        const attribs = { ...(address ? { href: address } : {}), rel: 'noopener nofollow', target: '_blank' };
        return { tagName: 'a', attribs };
      },
    },
  });
}

/** The address as a browser understands it; undefined where it leads to where no link may. */
function safeAddress(href: string): string | undefined {
  const absolute = URL.parse(href);
  if (absolute) return richTextSchemes.some((scheme) => absolute.protocol === `${scheme}:`) ? absolute.href : undefined;
  const relative = URL.parse(href, HERE);
  // Another origin without a scheme of its own: "//host" and all that browsers take for it.
  if (relative?.origin !== HERE) return undefined;
  return `${relative.pathname.replace(/^\/+/, '/')}${relative.search}${relative.hash}`;
}
