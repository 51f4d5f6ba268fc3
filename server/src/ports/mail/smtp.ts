import { Readable } from 'node:stream';
import { SpanKind } from '@opentelemetry/api';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { messageOf } from './message.ts';
import { type MailTransport, UncertainDelivery } from './port.ts';

const TIMEOUT_MS = 20_000;
// A server that filters a mail may take a minute until it says that it has it; giving up before sends it twice.
// A batch of ten over five connections must end before its jobs count as lost.
const ANSWER_MS = 120_000;
const CONNECTIONS = 5;

/**
 * Mail over SMTP: `url` as in "smtps://user:password@mail.example.com", `from` as in "Passeio <oi@example.com>".
 * `answerMs`: how long a connected server may be silent.
 */
export function smtpTransport(url: string, from: string, { answerMs = ANSWER_MS } = {}): MailTransport {
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
    socketTimeout: answerMs,
    idleTimeout: TIMEOUT_MS,
    // Mail fields must not include files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The text is read once the server has asked for it.
  transport.use('stream', ({ data, message }, done) => {
    const create = message.createReadStream.bind(message);
    const { onText } = data as Noticed;
    message.createReadStream = () => Readable.from(noticed(create, onText)) as ReturnType<typeof create>;
    done();
  });
  return {
    send: (mail) =>
      inSpan('send e-mail', { kind: SpanKind.CLIENT, attributes: { 'server.address': hostname } }, async () => {
        let isTextSent = false;
        const noticing: Noticed = { ...messageOf(mail, from), onText: () => (isTextSent = true) };
        try {
          await transport.sendMail(noticing);
        } catch (error) {
          const { message, responseCode } = error as Error & { responseCode?: number };
          if (isTextSent && !responseCode) throw new UncertainDelivery(message, { cause: error });
          throw error;
        }
      }),
    close: () => transport.close(),
  };
}

type Noticed = SendMailOptions & { onText: () => void };

async function* noticed(create: () => Readable, onText: () => void) {
  onText();
  yield* create();
}
