import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { StartError } from '../platform/process/start-error.ts';
import type { AddressChange, ResolveTxt, SiteAddresses } from '../ports/site-address/port.ts';
import { inDirectory } from './commands/context.ts';
import { deleteDomains, findDomain, type Queryable, readOperator, saveDomain } from './directory.queries.ts';
import { readDomain } from './names.ts';

const MOST_CLAIMS = 5;
const MOST_DOMAINS = 10;
const VALUE_BYTES = 16;

const recordOf = (domain: string) => `_passeio.${domain}`;

/** Asks the servers of this machine. */
export const resolveTxt: ResolveTxt = async (name) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.map((parts) => parts.join(''));
};

/** The domains of one operator in the directory, for its own administrators. */
export function siteAddresses(
  { config, directory, resolveTxt }: { config: Config; directory: pg.Pool; resolveTxt: ResolveTxt },
  slug: string,
): SiteAddresses {
  const host = config.hosting?.domain ?? '';
  const given = `${slug}.${host}`;

  /** Runs `change` with a domain as the directory has it. */
  async function withDomain(text: string, change: (domain: string) => Promise<AddressChange>): Promise<AddressChange> {
    try {
      return await change(readDomain(text));
    } catch (error) {
      if (error instanceof StartError) return 'invalid';
      throw error;
    }
  }

  return {
    async read() {
      const [operator, claims] = await Promise.all([readOperator(directory, slug), readClaims(directory, slug)]);
      return {
        ...{ domains: operator?.domains ?? [], given },
        claims: claims.map(({ domain, value }) => ({ domain, record: recordOf(domain), value })),
      };
    },
    claim: (text) =>
      withDomain(text, async (domain) => {
        if (domain === host || domain.endsWith(`.${host}`) || (await findDomain(directory, domain))) return 'taken';
        const { rowCount } = await directory.query(
          `insert into domain_claims (slug, domain, value)
           select $1, $2, $3
           where (select count(*) from domain_claims where slug = $1) < $4
             and (select count(*) from domains where slug = $1) < $5
           on conflict (slug, domain) do update set domain = excluded.domain`,
          [slug, domain, `passeio-${randomBytes(VALUE_BYTES).toString('hex')}`, MOST_CLAIMS, MOST_DOMAINS],
        );
        return rowCount === 1 ? 'changed' : 'tooMany';
      }),
    prove: (text) =>
      withDomain(text, async (domain) => {
        const claim = (await readClaims(directory, slug)).find((one) => one.domain === domain);
        if (!claim) return 'unknown';
        if (!(await resolveTxt(recordOf(domain))).includes(claim.value)) return 'unproved';
        return inDirectory({ pool: directory }, async (client) => {
          const { rowCount } = await client.query(
            'insert into domains (domain, slug, is_primary) values ($1, $2, false) on conflict do nothing',
            [domain, slug],
          );
          if (rowCount !== 1) return 'taken';
          await deleteClaim(client, slug, domain);
          return 'changed';
        });
      }),
    remove: (text) =>
      withDomain(text, async (domain) => {
        if (await deleteClaim(directory, slug, domain)) return 'changed';
        const found = await findDomain(directory, domain);
        if (found?.slug !== slug || found.is_primary || domain === given) return 'unknown';
        await deleteDomains(directory, slug, domain);
        return 'changed';
      }),
    makePrimary: (text) =>
      withDomain(text, async (domain) => {
        const found = await findDomain(directory, domain);
        if (found?.slug !== slug) return 'unknown';
        if (!found.is_primary) {
          await inDirectory({ pool: directory }, (client) => saveDomain(client, slug, domain, true));
        }
        return 'changed';
      }),
  };
}

async function readClaims(directory: Queryable, slug: string): Promise<{ domain: string; value: string }[]> {
  const { rows } = await directory.query<{ domain: string; value: string }>(
    'select domain, value from domain_claims where slug = $1 order by created_at, domain',
    [slug],
  );
  return rows;
}

async function deleteClaim(directory: Queryable, slug: string, domain: string): Promise<boolean> {
  const { rowCount } = await directory.query('delete from domain_claims where slug = $1 and domain = $2', [
    slug,
    domain,
  ]);
  return rowCount === 1;
}
