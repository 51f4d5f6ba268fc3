import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import type { preHandlerAsyncHookHandler } from 'fastify';
import type { App } from '../../deps.ts';
import { actorOf, recordAudit } from '../../platform/audit/audit.ts';
import { cpfsIn } from '../../platform/database/search.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf, hasPermission } from '../../platform/http/access.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { maskCpf } from './users.present.ts';

/** Limits how often staff searches people by a CPF, over all lists, and audits each time. Others find nobody by it. */
export function watchCpfSearches(app: App): preHandlerAsyncHookHandler {
  const limit = limited(app, {
    name: 'cpf-search',
    max: 60,
    windowMs: 10 * 60_000,
    by: (request) => callerOf(request).id,
  });
  return async function watchSearch(request, reply) {
    const { q = '' } = request.query as { q?: string };
    // Telephones are as long.
    const cpfs = cpfsIn(q).filter((number) => isValidCpf(number));
    if (cpfs.length === 0 || !hasPermission(callerOf(request), 'see_documents')) return;
    await limit.call(this, request, reply);
    await inTransaction(app.deps.db, async (trx) => {
      for (const cpf of cpfs) {
        const label = `CPF ${maskCpf(cpf)}`;
        const subject = { type: 'search', id: label, label } as const;
        await recordAudit(trx, actorOf(request), { action: 'search.cpf_asked', subject });
      }
    });
  };
}
