import type pg from 'pg';
import type { Config } from '../../config.ts';
import { StartError } from '../../platform/process/start-error.ts';
import type { Cluster } from '../cluster.ts';
import { findDomain, type OperatorRow, readOperator } from '../directory.queries.ts';
import type { HostKey } from '../host-key.ts';
import type { HostingConfig } from '../hosting-config.ts';
import { readDomain, readSlug, rejectReserved } from '../names.ts';

/** What a command about operators works with. */
export interface CommandContext {
  config: Config;
  hosting: HostingConfig;
  cluster: Cluster;
  key: HostKey;
  /** The directory. */
  pool: pg.Pool;
  say(line: string): void;
  /** Reads a line that the person at the terminal types. */
  ask(question: string): Promise<string>;
}

/** The operator of a command. Throws a StartError if there is none, or if it was closed. */
export async function requireOperator({ pool }: CommandContext, slug: string | undefined): Promise<OperatorRow> {
  const name = readSlug(slug);
  const operator = await readOperator(pool, name);
  if (!operator) throw new StartError(`There is no operator "${name}". See: npm run operators -- list`);
  if (operator.state === 'closed') {
    throw new StartError(`"${name}" was closed on ${operator.state_since.toISOString().slice(0, 10)}.`);
  }
  return operator;
}

const NAME = /^[^\s\p{Cc}][^\p{Cc}]{0,78}[^\s\p{Cc}]$/u;

/** A new operator's names, checked. Throws a StartError for what cannot be taken. */
export async function readNewOperator(
  context: CommandContext,
  given: { slug: string | undefined; name: string | undefined; domain: string | undefined },
): Promise<{ slug: string; name: string; domains: string[] }> {
  const slug = readSlug(given.slug);
  rejectReserved(slug);
  const name = given.name?.trim() ?? '';
  if (!NAME.test(name)) throw new StartError('Say the operator\'s name, 2 to 80 letters: --name "Rota das Águas"');
  const known = await readOperator(context.pool, slug);
  if (known?.state === 'closed') throw new StartError(`"${slug}" was closed. Its name is not given again.`);
  if (known) throw new StartError(`There is an operator "${slug}" already.`);
  const domains = [`${slug}.${context.hosting.domain}`];
  if (given.domain !== undefined) domains.unshift(await readFreeDomain(context, given.domain));
  return { slug, name, domains };
}

/** A domain that no operator has. Throws a StartError for another one. */
export async function readFreeDomain({ pool, hosting }: CommandContext, text: string): Promise<string> {
  const domain = readDomain(text);
  if (domain === hosting.domain || domain.endsWith(`.${hosting.domain}`)) {
    throw new StartError(`Names below ${hosting.domain} are those of the operators: "${domain}" cannot be added.`);
  }
  const taken = await findDomain(pool, domain);
  if (taken) throw new StartError(`"${domain}" is a domain of "${taken.slug}" already.`);
  return domain;
}

/** The name of a new operator's database. */
export const databaseOf = (slug: string) => `operator_${slug.replaceAll('-', '_')}`;

/** Changes the directory in one transaction. */
export async function inDirectory<Result>(
  { pool }: Pick<CommandContext, 'pool'>,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
