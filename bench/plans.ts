import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

const WRITTEN_MS = 300;

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  Plans?: Node[];
}

/** Enables auto_explain for every statement on new connections. */
export async function explainEverything(db: Kysely<never>): Promise<void> {
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_timing = off',
    "auto_explain.log_format = 'json'",
  ]) {
    await sql.raw(`alter system set ${setting}`).execute(db);
  }
  await sql`select pg_reload_conf()`.execute(db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}

/** How the statements caused by `ask` read `tables`: "trips by trips_listed_idx", "users row by row". */
export async function readingsOf(dataDir: string, tables: string[], ask: () => Promise<unknown>): Promise<string[]> {
  const log = join(dataDir, 'postgres.log');
  const before = (await readFile(log)).length;
  await ask();
  // PostgreSQL flushes its log asynchronously.
  await wait(WRITTEN_MS);
  const text = (await readFile(log)).subarray(before).toString();
  const readings = plansIn(text).flatMap((plan) => readingsIn(plan, undefined, tables));
  return [...new Set(readings)].toSorted();
}

// Continuation lines begin with a tab. What another process has not written to its end is left out.
function plansIn(log: string): Node[] {
  const texts = log.split(/ plan:\n/).filter((text) => text.startsWith('\t{') && text.includes('\n\t}'));
  return texts.map((text) => {
    const lines = text.split('\n');
    const end = lines.findIndex((line) => !line.startsWith('\t'));
    return (JSON.parse(lines.slice(0, end).join('\n')) as { Plan: Node }).Plan;
  });
}

function readingsIn(node: Node, parent: Node | undefined, tables: string[]): string[] {
  const own = describe(node, parent, tables);
  const below = (node.Plans ?? []).flatMap((child) => readingsIn(child, node, tables));
  return own ? [own, ...below] : below;
}

function describe(node: Node, parent: Node | undefined, tables: string[]): string | undefined {
  const table = node['Relation Name'];
  if (!table || !tables.includes(table)) return undefined;
  if (node['Node Type'] === 'Seq Scan') {
    const limited = parent?.['Node Type'] === 'Limit' ? ', as far as the count goes' : '';
    return `${table} row by row (${node['Actual Rows']} rows${limited})`;
  }
  const index = node['Index Name'] ?? firstIndexBelow(node);
  return index && `${table} by ${index}`;
}

function firstIndexBelow(node: Node): string | undefined {
  for (const child of node.Plans ?? []) {
    const index = child['Index Name'] ?? firstIndexBelow(child);
    if (index) return index;
  }
  return undefined;
}
