import { type DestinationStream, type Logger, pino } from 'pino';

// What a person types stays out of the log: a query string may hold a CPF, a header a token.
const serializers = {
  req: (request: { method: string; url: string; ip?: string }) => ({
    method: request.method,
    path: request.url.split('?')[0],
    address: request.ip,
  }),
};

/** The process's logger: JSON lines. Security events carry who, what and from where; never a secret or a document. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers, redact: ['req.headers', '*.password', '*.cpf', '*.token'] };
  return destination ? pino(options, destination) : pino(options);
}
