import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'web/build/.sources');
const leftOut = new Set(['node_modules', 'build', '.react-router', 'test']);
// A changed test needs no new build.
const TEST = /\.test\.tsx?$/;

/** A build takes 20 s, but one of CSS modules that compose each other in a circle never ends. */
const TIME_LIMIT_MINUTES = 10;

/** Builds the web unless its sources are unchanged since the last build. Throws when the build fails. */
export async function buildWebIfChanged(): Promise<void> {
  const stamp = await stampOfSources();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  console.log('Building the web (once per change of its sources) …');
  // Not through npm, which alone would be killed.
  const build = spawnSync(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    timeout: TIME_LIMIT_MINUTES * 60_000,
    killSignal: 'SIGKILL',
  });
  if (build.signal === 'SIGKILL') {
    throw new Error(
      `The web was not built within ${TIME_LIMIT_MINUTES} minutes. Do two CSS modules compose each other?`,
    );
  }
  if (build.status !== 0) throw new Error(`The web could not be built:\n${build.stdout}${build.stderr}`);
  await compressFiles(join(root, 'web/build/client'));
  await writeFile(stampFile, stamp);
}

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Compresses every text file at maximum effort. */
async function compressFiles(folder: string): Promise<void> {
  const files = (await filesBelow(folder)).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await brotli(content));
      await writeFile(`${file}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

async function stampOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['contract', 'web']) {
    for (const file of await filesBelow(join(root, folder))) {
      hash
        .update(relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.update(await readFile(join(root, 'package-lock.json'))).digest('hex');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter(({ name }) => !leftOut.has(name) && !TEST.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesBelow(path) : [path];
      }),
  );
  return nested.flat();
}
