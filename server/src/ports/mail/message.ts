import type { SendMailOptions } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import type { Mail } from './port.ts';

/** A mail as nodemailer takes it; `from` as in "Passeio <oi@example.com>". */
export function messageOf({ id, to, subject, html, text }: Mail, from: string): SendMailOptions {
  const [sender] = parseAddresses(from, { flatten: true });
  const host = sender?.address.split('@').at(-1) || 'localhost';
  // An address object, not a header line: nothing in it can add a recipient or a header.
  return { from, to: { name: '', address: to }, messageId: `<${id}@${host}>`, subject, html, text };
}
