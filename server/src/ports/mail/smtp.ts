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
    // Whether and when to try again is the queue's to decide.
    maxRequeues: 0,
    // A password must never travel in the clear because somebody on the way took the offer of TLS away.
    requireTLS: username !== '' && !isHere,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Neither a file nor an address may be pulled in through a mail's fields.
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
