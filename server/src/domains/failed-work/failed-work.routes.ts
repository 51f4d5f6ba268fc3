import { failedWorkRoutes as entries, type FailedWork, type FailedWorkList } from '@passeio/contract/failed-work';
import { plural } from '@passeio/contract/words';
import type { App, Deps } from '../../deps.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle } from '../../platform/http/handle.ts';
import type { DeadLetter, Queue } from '../../platform/jobs/jobs.ts';

/** A queue, and what administrators read of its failed jobs; null where they see them elsewhere. */
interface ShownQueue {
  queue: Queue;
  shown: Pick<FailedWork, 'label' | 'ifFailed'> | null;
}

type QueueDeps = Pick<Deps, 'db' | 'jobs'> & { queues: readonly ShownQueue[] };

/** Jobs that were given up, together by queue: their data, which may be personal, is not shown. */
export async function failedWorkRoutes(app: App, { queues }: Pick<QueueDeps, 'queues'>): Promise<void> {
  const { db, jobs } = app.deps;
  const deps = { db, jobs, queues };

  handle(app, entries.list, () => listFailedWork(deps));
  handle(app, entries.retry, ({ actor, params, body }) =>
    change(deps, actor, { ...params, ...body }, 'message.retried', jobs.retry),
  );
  handle(app, entries.discard, ({ actor, params, query }) =>
    change(deps, actor, { ...params, ...query }, 'message.discarded', jobs.discard),
  );
}

async function listFailedWork({ jobs, queues }: QueueDeps): Promise<FailedWorkList> {
  const data: FailedWork[] = [];
  for (const { queue, shown } of queues) {
    const letters = shown ? await jobs.deadLetters(queue) : [];
    const [latest] = letters;
    const first = letters.at(-1);
    if (!shown || !latest || !first) continue;
    data.push({
      ...{ name: queue.name, ...shown, count: letters.length, reason: explainFailure(queue, latest) },
      ...{ firstFailedAt: first.failedAt.toISOString(), lastFailedAt: latest.failedAt.toISOString() },
    });
  }
  return { data: data.toSorted((one, other) => other.lastFailedAt.localeCompare(one.lastFailedAt)) };
}

/** Changes what failed in a queue until then. Throws FAILED_WORK_NOT_FOUND if somebody else has. */
async function change(
  deps: QueueDeps,
  actor: Actor,
  { name, until }: { name: string; until: string },
  // Servers and pages of release 0.3.0 refuse an audit entry with an action that they do not know.
  action: 'message.retried' | 'message.discarded',
  act: (queue: Queue, ids: string[], trx: DatabaseTransaction) => Promise<number>,
): Promise<FailedWorkList> {
  const { queue, shown } = deps.queues.find((one) => one.queue.name === name) ?? {};
  if (!queue || !shown) throw new AppError('FAILED_WORK_NOT_FOUND');
  const letters = await deps.jobs.deadLetters(queue);
  const ids = letters.filter(({ failedAt }) => failedAt.toISOString() <= until).map(({ id }) => id);
  if (ids.length === 0) throw new AppError('FAILED_WORK_NOT_FOUND');
  await inTransaction(deps.db, async (trx) => {
    const count = await act(queue, ids, trx);
    if (count === 0) throw new AppError('FAILED_WORK_NOT_FOUND');
    const label = `${shown.label} (${plural(count, 'trabalho')})`;
    await recordAudit(trx, actor, { action, subject: { type: 'message', id: name, label } });
  });
  return listFailedWork(deps);
}

// The messages of ports, Node and pg-boss. The first match counts.
const reasons: [RegExp, string][] = [
  [/^the provider refuses|PIX_/, 'O provedor de pagamentos recusou o acesso: confira a configuração.'],
  [/^the provider/, 'O provedor de pagamentos não respondeu.'],
  [/ENOSPC|takes nothing|no room in the storage/, 'Não há espaço para os arquivos.'],
  [/EACCES|EPERM|EROFS/, 'O servidor não tem permissão para mexer nos arquivos.'],
  [/the storage/i, 'O lugar onde os arquivos ficam não respondeu.'],
  [/^$|job timed out|job heartbeat/, 'O servidor parou ou demorou demais no meio do trabalho.'],
  [/ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|connection|time-?out|terminat|deadlock/i, 'O banco de dados não respondeu.'],
];

function explainFailure({ name }: Queue, { reason }: DeadLetter<object>): string {
  const known = reasons.find(([pattern]) => pattern.test(reason));
  return known?.[1] ?? `Um erro que não esperávamos: o registro do servidor diz qual foi, na fila “${name}”.`;
}
