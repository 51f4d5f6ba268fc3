const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox in which mail to an address arrives, as one text, for counting: without a part behind "+", and at Google
 * without dots. Two mailboxes may be taken for one, never one for two by these.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const [name = ''] = address.slice(0, at).split('+');
  return GOOGLE.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
