import { withClient } from '../../platform/database/connect.ts';
import { type OperatorRow, readOperators } from '../directory.queries.ts';
import { databaseUrlOf } from '../operator-config.ts';
import { currentVersion } from '../template.ts';
import { addressOf } from './add-operator.ts';
import { type CommandContext, requireOperator } from './context.ts';

/** Says all operators, a line each. */
export async function listOperators({ pool, say }: CommandContext): Promise<void> {
  const version = await currentVersion();
  const all = await readOperators(pool);
  if (all.length === 0)
    return say('There is no operator yet. Make one: npm run operators -- add rotadasaguas --name "…"');
  const rows = all.map((operator) => [
    operator.slug,
    situationOf(operator, version),
    operator.version,
    operator.last_active_at ? minuteOf(operator.last_active_at) : 'never',
    operator.domains[0] ?? '-',
    operator.name,
  ]);
  const heads = ['OPERATOR', 'STATE', 'VERSION', 'LAST VISIT (UTC)', 'DOMAIN', 'NAME'];
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of [heads, ...rows]) {
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  for (const { slug, problem } of all) if (problem !== null) say(`${slug} could not be migrated: ${problem}`);
}

/** Says what the directory has of an operator. Nothing of its clients is read. */
export async function showOperator(context: CommandContext, slug: string | undefined): Promise<void> {
  const operator = await requireOperator(context, slug);
  const url = databaseUrlOf(operator, context.cluster, context.key);
  const size = await withClient(url, async (client) => {
    const { rows } = await client.query('select pg_size_pretty(pg_database_size(current_database())) as size');
    return rows[0].size as string;
  }).catch((error: Error) => `unknown: ${error.message}`);
  const facts: [string, string][] = [
    ['Operator', `${operator.name} (${operator.slug})`],
    ['State', `${situationOf(operator, await currentVersion())} since ${minuteOf(operator.state_since)}`],
    ['Address', addressOf(context, operator.domains)],
    ['Other domains', operator.domains.slice(1).join(', ') || 'none'],
    ['Database', `${operator.database}${operator.wrapped_url ? ' in another cluster' : ''}, ${size}`],
    ['Version', operator.version],
    ['Last visit', operator.last_active_at ? minuteOf(operator.last_active_at) : 'never'],
    ['Next work', operator.due_at ? minuteOf(operator.due_at) : 'under way'],
    ['Last export', operator.exported_at ? minuteOf(operator.exported_at) : 'never'],
    ['Key', operator.key_id],
  ];
  if (operator.problem !== null) facts.push(['Problem', operator.problem]);
  for (const [name, value] of facts) context.say(`${name.padEnd(14)}${value}`);
}

function situationOf({ state, problem, is_awake, version }: OperatorRow, current: string): string {
  if (state !== 'active') return state;
  if (problem !== null) return 'maintenance';
  return `${is_awake ? 'awake' : 'asleep'}${version < current ? ', to migrate' : ''}`;
}

const minuteOf = (moment: Date) => moment.toISOString().slice(0, 16).replace('T', ' ');
