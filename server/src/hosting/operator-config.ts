import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Cluster } from './cluster.ts';
import type { OperatorRow } from './directory.queries.ts';
import { type HostKey, pushKeyOf } from './host-key.ts';
import { originOf } from './hosting-config.ts';

/** The address of an operator's database. Throws a StartError if it was encrypted with another key. */
export function databaseUrlOf(
  { slug, database, wrapped_url }: Pick<OperatorRow, 'slug' | 'database' | 'wrapped_url'>,
  cluster: Cluster,
  key: HostKey,
): string {
  return wrapped_url ? key.unwrap(wrapped_url, `${slug} database`) : cluster.urlOf(database);
}

/** The operator's own folder: its pictures and receipts, unless a bucket has them. */
export function folderOf(slug: string, { dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'operators', slug);
}

/** The configuration of an operator: the host's, with everything of its own in place of the host's. */
export function configOf(operator: OperatorRow, host: Config, cluster: Cluster, key: HostKey): Config {
  const { slug, domains, wrapped_secret } = operator;
  const [primary] = domains;
  if (!primary || !wrapped_secret) throw new Error(`${slug} has no domain or no secret`);
  const secret = key.unwrap(wrapped_secret, slug);
  return {
    ...host,
    operator: slug,
    databaseUrl: databaseUrlOf(operator, cluster, key),
    dataDir: folderOf(slug, host),
    publicUrl: originOf(primary, host),
    identitySecret: secret,
    identitySecretBefore: undefined,
    pushKey: pushKeyOf(secret),
    backupDays: 0,
  };
}
