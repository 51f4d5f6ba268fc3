import type { FastifyRequest } from 'fastify';
import type { Limit } from '../../platform/http/rate-limits.ts';

const WINDOW_MS = 10 * 60_000;

/**
 * For every route whose response reveals whether a CPF or an e-mail exists, per person and per address across all of
 * them; staff, who type in lists of people, have a higher limit.
 */
export const personLookups: Limit[] = [
  { name: 'known-person-address', max: 30, windowMs: WINDOW_MS, when: isAskedByClient },
  {
    ...{ name: 'known-person', max: 10, windowMs: WINDOW_MS, by: personOf },
    when: (request) => isAskedByClient(request) && request.identity !== null,
  },
  {
    ...{ name: 'known-person-staff', max: 120, windowMs: WINDOW_MS, by: personOf },
    when: (request) => asksForPerson(request.body) && !isClient(request),
  },
];

function isAskedByClient(request: FastifyRequest): boolean {
  return asksForPerson(request.body) && isClient(request);
}

function isClient({ caller }: FastifyRequest): boolean {
  return !caller || caller.role === 'CLIENT';
}

function personOf({ identity }: FastifyRequest): string {
  return `${identity?.issuer} ${identity?.subject}`;
}

// The person is the body itself, or its "person".
function asksForPerson(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { cpf, email, person } = body as { cpf?: unknown; email?: unknown; person?: unknown };
  return Boolean(cpf || email) || asksForPerson(person);
}
