import { execFileSync, spawnSync } from 'node:child_process';

/** The user that PostgreSQL runs as; undefined for the current user. */
export interface SystemUser {
  uid: number;
  gid: number;
}

const USER = 'postgres';

/** PostgreSQL refuses to run as root: then the system user "postgres" runs it, created if missing. */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (spawnSync('id', ['-u', USER]).status !== 0) {
    const created = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', USER]);
    if (created.status !== 0) {
      throw new Error(
        'PostgreSQL cannot run as root and the system user "postgres" could not be created. ' +
          'Run as another user, create that user, or set DATABASE_URL.',
      );
    }
  }
  return { uid: numericId('-u'), gid: numericId('-g') };
}

/** Whether `user` has search permission on every folder of `path`. */
export function canAccess(user: SystemUser | undefined, path: string): boolean {
  return spawnSync('test', ['-x', path], { ...user, cwd: '/' }).status === 0;
}

function numericId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
}
