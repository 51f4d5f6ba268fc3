import sanitizeHtml from 'sanitize-html';

// Links that a reader may follow; anything else (javascript:, data:, protocol-relative) loses its address.
const SCHEMES = ['http', 'https', 'mailto', 'tel'];

/**
 * HTML written by staff, reduced to text structure, links and nothing that runs, loads or styles.
 * It is cleaned before it is stored, so that every reader of it is safe.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'br', 'hr', 'blockquote', 'a'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: SCHEMES,
    allowProtocolRelative: false,
    transformTags: {
      b: 'strong',
      i: 'em',
      h1: 'h2',
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow', target: '_blank' }),
    },
  });
}
