import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { StartError } from '../../process/start-error.ts';
import { startEmbeddedPostgres } from './index.ts';

it('a data folder without its database is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'passeio-copied-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const expectRefusal = async (name: string, sentence: string) => {
    const starting = startEmbeddedPostgres(join(folder, name), () => undefined);
    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(sentence);
  };
  await mkdir(join(folder, 'part/secrets'), { recursive: true });
  await writeFile(join(folder, 'part/secrets/identity'), 'secret');
  await expectRefusal('part', 'part holds secrets, but no database');

  await symlink(join(folder, 'nowhere'), join(folder, 'link'));
  await expectRefusal('link', 'link is a link to a folder that is not there');

  await mkdir(join(folder, 'copy'));
  await symlink(join(folder, 'nowhere'), join(folder, 'copy/postgres'));
  await expectRefusal('copy', 'postgres is a link to a database that is not there');
});

it.skipIf(process.getuid?.() !== 0)(
  'a database that root starts lives where its own user can enter, and is found again',
  async () => {
    const closed = await mkdtemp(join(tmpdir(), 'passeio-closed-'));
    const dataDir = join(closed, 'data');
    await mkdir(dataDir);
    const said: string[] = [];
    const start = () => startEmbeddedPostgres(dataDir, (line) => said.push(line));
    const query = async (connectionString: string, text: string) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      const { rows } = await client.query(text).finally(() => client.end());
      return rows;
    };
    const first = await start();
    const home = dirname(await realpath(join(dataDir, 'postgres')));
    onTestFinished(() => Promise.all([closed, home].map((folder) => rm(folder, { recursive: true }))).then(() => {}));
    await query(first.connectionString, 'create table written as select 1 as one');
    await first.stop();

    expect(home).toMatch(/^\/var\/lib\/passeio\/db-/);
    expect(said.join('\n')).toContain(`the database is in ${home}/postgres`);
    const again = await start();
    expect(await query(again.connectionString, 'select one from written')).toEqual([{ one: 1 }]);
    await again.stop();
  },
);
