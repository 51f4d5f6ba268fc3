import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertedRelease, unpackRelease } from '../../../scripts/last-release.ts';
import { type ServerProcess, startServerProcess } from '../processes/server-process.ts';

// Pages are not under test: a release is built for minutes.
const WEB = `export default {
  match: (path) => ({ isPublic: true, parameters: [], routeIds: [], pattern: path, path }),
  render: async () => new Response(''),
};`;
// Files that run in that release, on its own money model.
const IN_RELEASE = 'server/test/conversion/in-release';

/** The tree of the release that is converted; remove it after the tests. */
export interface ReleasedTree {
  folder: string;
  /** Its server. */
  start(env: NodeJS.ProcessEnv): Promise<ServerProcess>;
  /** One of its commands, as in "restore.ts"; throws with its output if it fails. */
  run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string>;
  /**
   * Moves every kind of money in a database of its own, by its own money model. Returns its backup, and what staff read
   * there over HTTP.
   */
  fill(sequences: number): Promise<{ backup: string; ids: Ids; readings: Record<string, unknown> }>;
  remove(): Promise<void>;
}

export interface Ids {
  reservations: string[];
  trips: string[];
}

export async function unpackConverted(): Promise<ReleasedTree> {
  const folder = await mkdtemp(join(tmpdir(), 'passeio-converted-'));
  await unpackRelease(folder, convertedRelease);
  await mkdir(join(folder, 'web/build/server'), { recursive: true });
  await mkdir(join(folder, 'web/build/client/assets'), { recursive: true });
  await writeFile(join(folder, 'web/build/server/index.js'), WEB);
  const runIn = async (program: string, args: string[], env: NodeJS.ProcessEnv) => {
    const options = { cwd: folder, env: { ...process.env, INIT_CWD: folder, ...env } };
    const child = spawn(process.execPath, [program, ...args], options);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${program} of release ${convertedRelease.version} failed:\n${output}`);
    return output;
  };
  return {
    folder,
    start: (env) =>
      startServerProcess({ IDENTITY_SECRET: SECRET, LOG_LEVEL: 'info', ...env }, join(folder, 'server/src/main.ts')),
    run: (program, args, env) => runIn(join('server/src', program), args, env),
    async fill(sequences) {
      await cp(join(import.meta.dirname, 'in-release'), join(folder, IN_RELEASE), { recursive: true });
      const program = `${IN_RELEASE}/fill.test.ts`;
      await rename(join(folder, IN_RELEASE, 'fill.ts'), join(folder, program));
      const [backup, read] = [join(folder, 'filled.zip'), join(folder, 'filled.json')];
      await runIn('node_modules/vitest/vitest.mjs', ['run', '--project', 'node', program], {
        ...{ FILLED_BACKUP: backup, FILLED_READINGS: read, FILLED_SEQUENCES: String(sequences) },
        ...{ VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined },
      });
      return { backup, ...JSON.parse(await readFile(read, 'utf8')) };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The secret of every server in these tests. */
export const SECRET = 'x'.repeat(32);
