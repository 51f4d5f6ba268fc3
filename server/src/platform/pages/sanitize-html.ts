import { richTextSchemes, richTextTags } from '@passeio/contract/rich-text';
import sanitizeHtml from 'sanitize-html';

// The base for parsing relative links; `.invalid` never resolves.
const HERE = 'https://here.invalid';

// Pasted from Word, for example; PostgreSQL refuses some of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Sanitises HTML by staff to text structure and links, before it is stored. Idempotent. */
export function cleanHtml(html: string): string {
  let clean = sanitize(html.toWellFormed().replace(CONTROL_CHARACTERS, ''));
  // Removing tags can leave nested paragraphs, which a browser would parse differently: repeated until stable.
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
    // The text inside these is removed too.
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

/** The URL as a browser parses it; undefined if its scheme is not allowed. */
function safeAddress(href: string): string | undefined {
  const absolute = URL.parse(href);
  if (absolute) return richTextSchemes.some((scheme) => absolute.protocol === `${scheme}:`) ? absolute.href : undefined;
  const relative = URL.parse(href, HERE);
  // Protocol-relative URLs ("//host") in all their forms.
  if (relative?.origin !== HERE) return undefined;
  return `${relative.pathname.replace(/^\/+/, '/')}${relative.search}${relative.hash}`;
}
