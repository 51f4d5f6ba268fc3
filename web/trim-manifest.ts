import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { portalManifest } from './app/lib/portal-manifest.ts';

const FILE = /^manifest-[\da-f]+\.js$/;
const BEFORE = 'window.__reactRouterManifest=';
/**
 * Their pages are fetched before they are asked for (ui/navigation/prefetch-link.tsx), and reached without a document.
 */
const PORTAL = /^(root$|routes\/portal\/)/;

/**
 * The stylesheets of every page behind login. React Router marks with # those that a dialog's code names, too, so that
 * the dialog brings them again: then they come after what overrules them.
 */
const OF_EVERY_PAGE = /(\/assets\/(?:shared|small|styles)-[\w-]+\.css)#/g;

interface ManifestRoute {
  imports?: string[];
  hasDefaultExport?: boolean;
  hasClientLoader?: boolean;
}

interface Manifest {
  url: string;
  routes: Record<string, ManifestRoute>;
}

/**
 * Takes from the table of pages, which every visitor gets, what nobody reads: the files that a page imports, which are
 * half of the table and which only prefetching needs, so only the portal's that are not loaded with every page; routes
 * that answer no page (robots.txt); whether a route has a component; and whatever is false, which is the same as
 * absent. Writes beside it a table of the portal's pages alone (entry.server.tsx).
 */
export async function trimManifest(root: string, buildDirectory: string): Promise<void> {
  const build = resolve(root, buildDirectory);
  const folder = join(build, 'client/assets');
  const [name, ...others] = (await readdir(folder)).filter((file) => FILE.test(file));
  if (!name || others.length > 0) throw new Error('The build should have written one table of pages');
  const path = join(folder, name);
  const source = (await readFile(path, 'utf8')).replace(OF_EVERY_PAGE, '$1');
  const json = source.replace(/;\s*$/, '');
  if (!json.startsWith(BEFORE)) throw new Error('The table of pages is not written as it used to be');
  const manifest = JSON.parse(json.slice(BEFORE.length)) as Manifest;
  const loaded = manifest.routes.root?.imports ?? [];
  manifest.routes = Object.fromEntries(
    Object.entries(manifest.routes)
      .filter(([, route]) => route.hasDefaultExport || route.hasClientLoader)
      .map(([id, route]) => [id, trimRoute(id, route, loaded)]),
  );
  await writeFile(path, `${BEFORE}${JSON.stringify(manifest)};`);
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => PORTAL.test(id)));
  const portal = { ...manifest, url: portalManifest(manifest.url), routes };
  await writeFile(join(folder, portalManifest(name)), `${BEFORE}${JSON.stringify(portal)};`);
  // In whichever file the bundler put the server's table.
  const server = join(build, 'server');
  for (const file of (await readdir(server, { recursive: true })).filter((one) => one.endsWith('.js'))) {
    const code = await readFile(join(server, file), 'utf8');
    const plain = code.replace(OF_EVERY_PAGE, '$1');
    if (plain !== code) await writeFile(join(server, file), plain);
  }
}

function trimRoute(
  id: string,
  { imports = [], hasDefaultExport: _hasDefaultExport, ...route }: ManifestRoute,
  loaded: string[],
): object {
  const used = Object.entries(route).filter(([, value]) => value !== false);
  const fetched = PORTAL.test(id) ? imports.filter((file) => !loaded.includes(file)) : [];
  return { ...Object.fromEntries(used), ...(fetched.length > 0 ? { imports: fetched } : {}) };
}
