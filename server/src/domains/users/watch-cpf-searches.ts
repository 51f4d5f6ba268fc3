import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import type { FastifyRequest } from 'fastify';
import { actorOf, recordAudit } from '../../platform/audit/audit.ts';
import { cpfsIn } from '../../platform/database/search.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf, hasPermission } from '../../platform/http/access.ts';
import { type Limit, perPerson } from '../../platform/http/rate-limits.ts';
import { maskCpf } from './users.present.ts';

/** Limits how often staff searches people by a CPF, over all lists, and audits each time. Others find nobody by it. */
export const cpfSearches: Limit = {
  ...perPerson('cpf-search', 60, 10 * 60_000),
  when: (request) => searchedCpfs(request).length > 0 && hasPermission(callerOf(request), 'see_documents'),
  onAllowed: (request) =>
    inTransaction(request.server.deps.db, async (trx) => {
      for (const cpf of searchedCpfs(request)) {
        const label = `CPF ${maskCpf(cpf)}`;
        const subject = { type: 'search', id: label, label } as const;
        await recordAudit(trx, actorOf(request), { action: 'search.cpf_asked', subject });
      }
    }),
};

// Telephones are as long.
function searchedCpfs({ query }: FastifyRequest): string[] {
  const { q = '' } = query as { q?: string };
  return cpfsIn(q).filter((number) => isValidCpf(number));
}
