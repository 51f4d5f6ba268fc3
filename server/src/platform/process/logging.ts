import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
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

/**
 * Tells the log of something that matters for security: who did what and from where. `details` holds ids and words of
 * ours, never what a person typed: no name, document, address of a page with its search, or token.
 */
export function logSecurityEvent(request: FastifyRequest, event: string, details: Record<string, unknown> = {}): void {
  request.log.warn({ event, caller: request.caller?.id ?? null, address: request.ip, ...details }, event);
}

/**
 * A text without the e-mail addresses in it, which errors of mail servers quote: each becomes "email:" and the
 * beginning of its SHA-256, so that lines about one address can still be found.
 */
export function withoutEmails(text: string): string {
  return text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, (address) => {
    return `email:${createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 12)}`;
  });
}
