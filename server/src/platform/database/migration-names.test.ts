import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, lastRelease, requireLastRelease } from '../../../../scripts/last-release.ts';

const FOLDER = 'server/migrations';
const present = (await readdir(join(import.meta.dirname, '../../../migrations'))).sort();

// Made in one go, as a rebase put them: nobody has a database in between.
const PUSHED_TOGETHER = [
  '4d8eb7315405d72008207f0be7d30c29f9d8bf85: 0079_one_stop_of_the_clock.sql is before 0079_readiness.sql',
  '69feb6084d63d67aed1075333edf3c66bb5142aa: 0079_one_stop_of_the_clock.sql is gone',
];

const namesIn = (listing: string) =>
  listing
    .split('\n')
    .filter(Boolean)
    .map((path) => path.slice(FOLDER.length + 1));

/** Whoever has applied the migrations of `before` can go on with `after`: only names after the last one are new. */
function faultsOfGrowth(before: string[], after: string[]): string[] {
  const last = before.toSorted().at(-1) ?? '';
  return [
    ...before.filter((name) => !after.includes(name)).map((name) => `${name} is gone`),
    ...after.filter((name) => !before.includes(name) && name < last).map((name) => `${name} is before ${last}`),
  ];
}

const sqlAt = async (commit: string, name: string) => bare(await git('show', `${commit}:${FOLDER}/${name}`));

/** SQL without what a database ignores. */
const bare = (text: string) =>
  text
    .replaceAll(/^\s*--.*\n/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('growth of migrations', () => {
  it('finds names that vanish, or come before one that was applied', () => {
    const before = ['0001_a.sql', '0003_c.sql'];
    expect(faultsOfGrowth(before, [...before, '0004_d.sql'])).toEqual([]);
    expect(faultsOfGrowth(before, [...before, '0002_b.sql'])).toEqual(['0002_b.sql is before 0003_c.sql']);
    expect(faultsOfGrowth(before, ['0001_a.sql', '0004_c.sql'])).toEqual(['0003_c.sql is gone']);
  });
});

describe(`migrations since release ${lastRelease.version}`, () => {
  it('are recorded for the commit that is tagged as the release', async () => {
    await requireLastRelease();
    const tag = (await git('tag', '--list', `v${lastRelease.version}`)).trim();
    // A clone may lack tags.
    if (tag) expect((await git('rev-list', '-n', '1', tag)).trim()).toBe(lastRelease.commit);
  });

  it('leave those of the release as they were, and come after them', async () => {
    await requireLastRelease();
    const released = namesIn(await git('ls-tree', '--name-only', lastRelease.commit, `${FOLDER}/`));
    expect(released.length).toBeGreaterThan(0);
    expect(faultsOfGrowth(released, present)).toEqual([]);
    for (const name of released) {
      const now = await readFile(join(import.meta.dirname, '../../../migrations', name), 'utf8');
      expect({ name, sql: bare(now) }).toEqual({ name, sql: await sqlAt(lastRelease.commit, name) });
    }
  });

  it('only grew with each commit', async () => {
    await requireLastRelease();
    const commits = await git('rev-list', '--first-parent', '--reverse', `${lastRelease.commit}..HEAD`, '--', FOLDER);
    let before = namesIn(await git('ls-tree', '--name-only', lastRelease.commit, `${FOLDER}/`));
    const faults: string[] = [];
    for (const commit of commits.split('\n').filter(Boolean)) {
      const after = namesIn(await git('ls-tree', '--name-only', commit, `${FOLDER}/`));
      faults.push(...faultsOfGrowth(before, after).map((fault) => `${commit}: ${fault}`));
      before = after;
      const edited = await git('diff-tree', '-r', '--name-only', '--diff-filter=M', `${commit}^`, commit, `${FOLDER}/`);
      for (const name of namesIn(edited)) {
        if ((await sqlAt(`${commit}^`, name)) !== (await sqlAt(commit, name)))
          faults.push(`${commit}: ${name} changed`);
      }
    }
    expect(faults.filter((fault) => !PUSHED_TOGETHER.includes(fault))).toEqual([]);
    expect(faultsOfGrowth(before, present)).toEqual([]);
  });
});
