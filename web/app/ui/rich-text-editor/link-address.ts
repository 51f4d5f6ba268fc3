import { richTextSchemes } from '@passeio/contract/rich-text';

/** Where a link may lead, as the browser reads it: there, or to a path of this site. Undefined for all else. */
export function allowedAddress(address: string): string | undefined {
  if (/^\/(?![/\\])[^\s]*$/.test(address)) return address;
  const url = URL.parse(address.trim());
  return url && richTextSchemes.some((scheme) => url.protocol === `${scheme}:`) ? url.href : undefined;
}

/**
 * Where a typed link leads: a site with or without "https://", an e-mail address or a telephone number. Undefined for
 * what is none of them, and for every scheme that a link may not have.
 */
export function typedAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]*:\d+(\/|$)/.test(text)) return allowedAddress(text);
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return allowedAddress(`mailto:${text}`);
  const digits = text.replace(/[\s().-]/g, '');
  if (/^\+?\d{8,14}$/.test(digits)) return allowedAddress(`tel:${digits}`);
  return /^[^\s/?#.]+(\.[^\s/?#.]+)+([/?#].*|:\d+.*)?$/.test(text) ? allowedAddress(`https://${text}`) : undefined;
}
