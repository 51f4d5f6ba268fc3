/** Tags that a text written by staff may consist of. The editor makes no others, and the server keeps no others. */
export const richTextTags = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'u',
  's',
  'br',
  'hr',
  'blockquote',
  'a',
] as const;

/** Where a link in such a text may lead; anything else (javascript:, data:, protocol-relative) is no link. */
export const richTextSchemes = ['http', 'https', 'mailto', 'tel'] as const;
