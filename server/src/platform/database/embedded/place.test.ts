import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
