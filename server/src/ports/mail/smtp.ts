import { connect, type LookupFunction } from 'node:net';
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
 * `answerMs`: how long a connected server may be silent; `lookup` resolves its name instead of the system.
 */
export function smtpTransport(
  url: string,
  from: string,
  { answerMs = ANSWER_MS, lookup }: { answerMs?: number; lookup?: LookupFunction } = {},
): SmtpTransport {
  const { username, hostname, port, protocol } = new URL(url);
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
    ...(lookup && { getSocket: socketsBy(lookup, hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587)) }),
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
    verify: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/** `verify` connects and signs in, and sends nothing. */
interface SmtpTransport extends MailTransport {
  verify(): Promise<void>;
}

type GetSocket = (options: object, done: (error: Error | null, socket?: { connection: object }) => void) => void;

// The library looks names up by itself, and would connect to what it finds.
function socketsBy(lookup: LookupFunction, host: string, port: number): GetSocket {
  return (_, done) => {
    const socket = connect({ host, port, lookup, timeout: TIMEOUT_MS });
    const fail = (error: Error) => {
      socket.destroy();
      done(error);
    };
    socket.once('error', fail);
    socket.once('timeout', () => fail(new Error('Connection timeout')));
    socket.once('connect', () => {
      socket.removeAllListeners();
      socket.setTimeout(0);
      done(null, { connection: socket });
    });
  };
}

type Noticed = SendMailOptions & { onText: () => void };

async function* noticed(create: () => Readable, onText: () => void) {
  onText();
  yield* create();
}
