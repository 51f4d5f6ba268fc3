import { createTransport } from 'nodemailer';
import { messageOf } from './message.ts';
import type { MailTransport } from './port.ts';

const TIMEOUT_MS = 20_000;
const CONNECTIONS = 5;

/** Mail over SMTP: `url` as in "smtps://user:password@mail.example.com", `from` as in "Passeio <oi@example.com>". */
export function smtpTransport(url: string, from: string): MailTransport {
  const { username, hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // The job queue decides about retries.
    maxRequeues: 0,
    // Requires TLS, because an attacker could strip the STARTTLS offer.
    requireTLS: username !== '' && !isHere,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mail fields must not include files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail(messageOf(mail, from));
    },
    close: () => transport.close(),
  };
}
