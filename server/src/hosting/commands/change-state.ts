import { createLogger } from '../../platform/process/logging.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { readOperator, saveState } from '../directory.queries.ts';
import { migrateOperator } from '../migrate-operators.ts';
import { currentVersion } from '../template.ts';
import { addressOf } from './add-operator.ts';
import { type CommandContext, requireOperator } from './context.ts';
import { undoMove } from './set-aside.ts';

/** Stops an operator: its pages answer 503 with a sentence, and nothing is deleted. */
export async function suspendOperator(context: CommandContext, slug: string | undefined): Promise<void> {
  const { name, state, slug: known } = await requireOperator(context, slug);
  if (state === 'suspended') throw new StartError(`${name} is suspended already.`);
  if (!(await saveState(context.pool, known, ['active'], 'suspended'))) {
    throw new StartError(`${name} is being moved. Wait for that, or undo it: npm run operators -- resume ${known}`);
  }
  context.say(`${name} is suspended. Nothing was deleted: npm run operators -- resume ${known}`);
}

/** Serves an operator again: one that was suspended, whose move was interrupted, or whose migration had failed. */
export async function resumeOperator(context: CommandContext, slug: string | undefined): Promise<void> {
  const operator = await requireOperator(context, slug);
  const { name, state, problem, slug: known, domains } = operator;
  if (state === 'active' && problem === null) throw new StartError(`${name} is not suspended.`);
  if (state === 'moving') await undoMove(context, operator);
  const current = (await readOperator(context.pool, known)) ?? operator;
  if (problem !== null) {
    const parts = {
      directory: context.pool,
      cluster: context.cluster,
      key: context.key,
      version: await currentVersion(),
    };
    const left = await migrateOperator(current, { ...parts, logger: createLogger('silent') });
    if (left !== undefined) throw new StartError(`${name} cannot be migrated: ${left}`);
  }
  await saveState(context.pool, known, ['suspended', 'moving'], 'active');
  context.say(`${name} is at ${addressOf(context, domains)} again.`);
}
