import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const FILE = /^manifest-[\da-f]+\.js$/;
const BEFORE = 'window.__reactRouterManifest=';
/** Routes whose pages are fetched before they are asked for (ui/prefetch-link.tsx). */
const PREFETCHED = /^(root$|routes\/portal\/)/;

interface Manifest {
  routes: Record<string, { imports?: string[] }>;
}

/**
 * Takes from the table of pages, which every visitor gets, what nobody reads: the files that a page imports are named
 * there for fetching pages ahead, which only the portal does. It is half of the table.
 */
export async function trimManifest(root: string, buildDirectory: string): Promise<void> {
  const folder = join(resolve(root, buildDirectory), 'client/assets');
  const [name, ...others] = (await readdir(folder)).filter((file) => FILE.test(file));
  if (!name || others.length > 0) throw new Error('The build should have written one table of pages');
  const path = join(folder, name);
  const source = await readFile(path, 'utf8');
  const json = source.replace(/;\s*$/, '');
  if (!json.startsWith(BEFORE)) throw new Error('The table of pages is not written as it used to be');
  const manifest = JSON.parse(json.slice(BEFORE.length)) as Manifest;
  for (const [id, route] of Object.entries(manifest.routes)) if (!PREFETCHED.test(id)) delete route.imports;
  await writeFile(path, `${BEFORE}${JSON.stringify(manifest)};`);
}
