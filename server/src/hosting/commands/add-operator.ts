import { pagePaths } from '@passeio/contract/paths';
import { FIRST_ACCESS_HOURS } from '@passeio/contract/users/first-access';
import { issueFirstAccessCode } from '../../domains/users/index.ts';
import { createDatabase, createPool } from '../../platform/database/connect.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { insertOperator, type OperatorRow, type Queryable, saveDomain } from '../directory.queries.ts';
import { newSecret } from '../host-key.ts';
import { originOf } from '../hosting-config.ts';
import { databaseUrlOf } from '../operator-config.ts';
import { copyTemplate, currentVersion, dropDatabase } from '../template.ts';
import { type CommandContext, databaseOf, inDirectory, readNewOperator, requireOperator } from './context.ts';

const DATABASE_EXISTS = '42P04';

interface NewOperator {
  slug: string | undefined;
  name: string | undefined;
  domain: string | undefined;
}

/** Makes an operator. Says its first administrator's code. */
export async function addOperator(context: CommandContext, given: NewOperator): Promise<void> {
  const { slug, name, domains, code } = await makeOperator(context, given);
  context.say(`${name} (${slug}) is at ${addressOf(context, domains)}`);
  sayCode(context, domains, code);
}

/**
 * Makes an operator: its database from the template, its secret, its domains. Nothing of it is left where that fails.
 * `enter` changes more of the directory in the same transaction.
 */
export async function makeOperator(
  context: CommandContext,
  given: NewOperator,
  enter?: (directory: Queryable) => Promise<void>,
): Promise<Pick<OperatorRow, 'slug' | 'name' | 'domains'> & { code: string | undefined }> {
  const { cluster } = context;
  const operator = await readNewOperator(context, given);
  const database = databaseOf(operator.slug);
  await copyTemplate(cluster, database).catch((error) => {
    if (error.code !== DATABASE_EXISTS) throw error;
    throw new StartError(`There is a database ${database} already, of no operator. Rename or drop it first.`);
  });
  try {
    const code = await prepareOperator(cluster.urlOf(database), operator.name);
    const entered = { ...operator, database, secret: newSecret(), version: await currentVersion() };
    await enterOperator(context, entered, enter);
    return { ...operator, code };
  } catch (error) {
    await dropDatabase(cluster.urlOf('postgres'), database);
    throw error;
  }
}

/** Enters an operator, whose database is ready, into the directory: from now on it is served. */
export async function enterOperator(
  context: CommandContext,
  {
    slug,
    name,
    domains,
    database,
    secret,
    version,
    must_replay,
  }: Pick<OperatorRow, 'slug' | 'name' | 'domains' | 'database' | 'version'> &
    Partial<Pick<OperatorRow, 'must_replay'>> & { secret: string },
  enter?: (directory: Queryable) => Promise<void>,
): Promise<void> {
  const wrapped = { wrapped_secret: context.key.wrap(secret, slug), key_id: context.key.id };
  await inDirectory(context, async (directory) => {
    await insertOperator(directory, { slug, name, database, version, must_replay, ...wrapped });
    for (const domain of domains) await saveDomain(directory, slug, domain, domain === domains[0]);
    await enter?.(directory);
  });
}

/** Says another code for the first administrator of an operator that has none yet. */
export async function sayFirstAccess(context: CommandContext, slug: string | undefined): Promise<void> {
  const operator = await requireOperator(context, slug);
  const code = await issueFirstAccess(context, operator);
  if (!code) throw new StartError(`${operator.name} has an administrator, who invites others.`);
  sayCode(context, operator.domains, code);
}

/** Another code for the first administrator of an operator; undefined once there is one. */
export function issueFirstAccess({ cluster, key }: CommandContext, operator: OperatorRow): Promise<string | undefined> {
  return withDatabase(databaseUrlOf(operator, cluster, key), (db) => issueFirstAccessCode(db));
}

function sayCode(context: CommandContext, domains: string[], code: string | undefined): void {
  context.say(`Within ${FIRST_ACCESS_HOURS} hours, make its first administrator`);
  context.say(`  at        ${addressOf(context, domains)}${pagePaths.firstAccess}\n  with code ${code}`);
}

/** Where an operator is reached. */
export function addressOf({ config }: CommandContext, [primary = '']: string[]): string {
  return originOf(primary, config);
}

function prepareOperator(url: string, name: string): Promise<string | undefined> {
  return withDatabase(url, async (db) => {
    await db.updateTable('operator').set({ name }).execute();
    return issueFirstAccessCode(db);
  });
}

async function withDatabase<Result>(
  connectionString: string,
  work: (db: ReturnType<typeof createDatabase>) => Promise<Result>,
): Promise<Result> {
  const db = createDatabase(createPool({ connectionString, max: 1, onError: () => undefined }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
