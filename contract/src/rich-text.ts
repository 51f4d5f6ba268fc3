/** Allowed tags in staff's texts; the editor produces and the server accepts no others. */
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

/** Allowed schemes of links; no javascript:, data: or protocol-relative URLs. */
export const richTextSchemes = ['http', 'https', 'mailto', 'tel'] as const;
