import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertedRelease, git, isOfThisLine, lastRelease, requireRelease } from '../../../../scripts/last-release.ts';
import { CONVERTED_LAST, earlierReleaseOf } from './earlier-line.ts';
import { BASELINE } from './migrate.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = ['server/schema/', 'server/migrations/'];
/** The name under which a database records the baseline: migrations come after it. */
const FIRST = `server/migrations/${BASELINE}.sql`;

/** SQL by path, without what a database ignores. */
type Files = Map<string, string>;

const bare = (text: string) =>
  text
    .replaceAll(/^\s*--.*\n/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

async function presentFiles(): Promise<Files> {
  const files: Files = new Map();
  for await (const path of glob(
    FOLDERS.map((folder) => `${folder}*.sql`),
    { cwd: ROOT },
  )) {
    files.set(path, bare(await readFile(join(ROOT, path), 'utf8')));
  }
  return files;
}

// Most commits share most files.
const texts = new Map<string, Promise<string>>();

async function filesAt(commit: string): Promise<Files> {
  const listing = await git('ls-tree', '-r', commit, ...FOLDERS);
  const files: Files = new Map();
  for (const [, blob = '', path = ''] of listing.matchAll(/ blob (\w+)\t(.+\.sql)$/gm)) {
    const text = texts.get(blob) ?? git('cat-file', 'blob', blob).then(bare);
    texts.set(blob, text);
    files.set(path, await text);
  }
  return files;
}

const isMigration = (path: string) => path.startsWith('server/migrations/');

/** Why a database of `before` cannot be migrated to `after`; empty where only later migrations are new. */
function faultsOfGrowth(before: Files, after: Files): string[] {
  const earlier = [FIRST, ...[...before.keys()].filter(isMigration)];
  const isLater = (path: string) => isMigration(path) && earlier.every((other) => path > other);
  return [
    ...[...before.keys()].filter((path) => !after.has(path)).map((path) => `${path} is gone`),
    ...[...before].filter(([path, sql]) => (after.get(path) ?? sql) !== sql).map(([path]) => `${path} changed`),
    ...[...after.keys()].filter((path) => !before.has(path) && !isLater(path)).map((path) => `${path} comes too early`),
  ];
}

/** Commits of the main line after the release that touch the files, oldest first. */
async function commitsSinceRelease(): Promise<string[]> {
  const range = ['--reverse', `${lastRelease.commit}..HEAD`];
  // Commits that were made beside the release, and merged later, lack its files.
  const descendants = (await git('rev-list', '--ancestry-path', ...range)).split('\n');
  const mainLine = (await git('rev-list', '--first-parent', ...range, '--', ...FOLDERS)).split('\n');
  return mainLine.filter((commit) => commit && descendants.includes(commit));
}

describe('growth of the schema', () => {
  const before: Files = new Map([
    ['server/schema/01_users.sql', 'a'],
    ['server/migrations/0401_a.sql', 'b'],
    ['server/migrations/0403_c.sql', 'c'],
  ]);
  const faultsWith = (path: string, sql: string) => faultsOfGrowth(before, new Map(before).set(path, sql));

  it('takes migrations that come later', () => {
    expect(faultsWith('server/migrations/0404_d.sql', 'd')).toEqual([]);
  });

  it('finds files that vanish, change, or come before one that was applied', () => {
    const without = new Map([...before].slice(0, 2));
    expect(faultsOfGrowth(before, without)).toEqual(['server/migrations/0403_c.sql is gone']);
    expect(faultsWith('server/schema/01_users.sql', 'b')).toEqual(['server/schema/01_users.sql changed']);
    expect(faultsWith('server/migrations/0402_b.sql', 'b')).toEqual(['server/migrations/0402_b.sql comes too early']);
    expect(faultsWith('server/schema/02_trips.sql', 'b')).toEqual(['server/schema/02_trips.sql comes too early']);
    const early = new Map([['server/migrations/0400_a.sql', 'a']]);
    expect(faultsOfGrowth(new Map(), early)).toEqual(['server/migrations/0400_a.sql comes too early']);
  });
});

await requireRelease(lastRelease);
// Without it the schema begins anew: databases of the release are converted, and its servers refused.
const isSameLine = await isOfThisLine(lastRelease);

describe(`the schema since release ${lastRelease.version}`, () => {
  it('is recorded for the commit that is tagged as the release', async () => {
    const tag = (await git('tag', '--list', `v${lastRelease.version}`)).trim();
    // A clone may lack tags.
    if (tag) expect((await git('rev-list', '-n', '1', tag)).trim()).toBe(lastRelease.commit);
  });

  it.runIf(lastRelease.fix)(
    'needs no migration for the fix of the release, which operators are asked to apply',
    async () => {
      const fix = lastRelease.fix as string;
      const changed = (await git('diff', '--name-only', `${fix}^`, fix, '--', ...FOLDERS)).trim();
      expect(changed).toBe('');
      const told = await readFile(join(ROOT, 'docs/upgrades.md'), 'utf8');
      expect(told).toContain(`git diff ${fix.slice(0, 8)}^ ${fix.slice(0, 8)} -- server/src | git apply`);
    },
  );

  it.skipIf(isSameLine)('begins a line of versions into which the release is converted', async () => {
    expect(lastRelease).toEqual(convertedRelease);
    const released = [...(await filesAt(lastRelease.commit)).keys()].filter(isMigration).sort();
    expect(released.at(-1)).toBe(`server/migrations/${CONVERTED_LAST}.sql`);
    expect(earlierReleaseOf(['0000_baseline', ...released.map((path) => basename(path, '.sql'))])).toBe('convertible');
  });

  it.runIf(isSameLine)('has the files of the release as they were, and later migrations', async () => {
    const released = await filesAt(lastRelease.commit);
    expect(released.size).toBeGreaterThan(0);
    expect(faultsOfGrowth(released, await presentFiles())).toEqual([]);
  });

  it.runIf(isSameLine)('only grew with each commit', async () => {
    let before = await filesAt(lastRelease.commit);
    const faults: string[] = [];
    for (const commit of await commitsSinceRelease()) {
      const after = await filesAt(commit);
      faults.push(...faultsOfGrowth(before, after).map((fault) => `${commit}: ${fault}`));
      before = after;
    }
    expect(faults).toEqual([]);
    expect(faultsOfGrowth(before, await presentFiles())).toEqual([]);
  });
});
