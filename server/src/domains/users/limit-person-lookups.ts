import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { App } from '../../deps.ts';
import { limited } from '../../platform/http/rate-limits.ts';

const WINDOW_MS = 10 * 60_000;

/**
 * Rate limits every route whose response reveals whether a CPF or an e-mail exists, per person and per address across
 * all of them; staff, who type in lists of people, have a higher limit.
 */
export function limitPersonLookups(app: App): preHandlerAsyncHookHandler {
  const byAddress = limited(app, { name: 'known-person-address', max: 30, windowMs: WINDOW_MS });
  const byPerson = limited(app, { name: 'known-person', max: 10, windowMs: WINDOW_MS, by: personOf });
  const byStaff = limited(app, { name: 'known-person-staff', max: 120, windowMs: WINDOW_MS, by: personOf });
  return async function limitQuestions(request, reply) {
    if (!asksForPerson(request.body)) return;
    if (request.caller && request.caller.role !== 'CLIENT') return byStaff.call(this, request, reply);
    await byAddress.call(this, request, reply);
    if (request.identity) await byPerson.call(this, request, reply);
  };
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
