import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebHandler } from '@passeio/contract/web-handler';
import type { BuiltWeb } from './platform/pages/pages.ts';

const BUILD_DIR = join(import.meta.dirname, '../../web/build');

/** Loads the built web by path: web and server share no code. */
export async function loadBuiltWeb(): Promise<BuiltWeb> {
  const entry = pathToFileURL(join(BUILD_DIR, 'server/index.js')).href;
  const { default: handler } = (await import(entry)) as { default: WebHandler };
  return { clientDir: join(BUILD_DIR, 'client'), handler };
}
