import type { SendMailOptions } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import type { Mail } from './port.ts';

/** A mail for nodemailer; of `from`, as in "Passeio <oi@example.com>", only the address is used. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const { id, senderName, replyTo, to, subject, html, text, pictures, files = [] } = mail;
  const [sender] = parseAddresses(from, { flatten: true });
  const address = sender?.address ?? '';
  const host = address.split('@').at(-1) || 'localhost';
  return {
    // Address objects instead of header lines prevent header injection.
    from: { name: senderName, address },
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: senderName, address: replyTo } } : {}),
    messageId: `<${id}@${host}>`,
    subject,
    html,
    text,
    attachments: [...pictures.map((picture) => ({ ...picture, contentDisposition: 'inline' as const })), ...files],
  };
}
