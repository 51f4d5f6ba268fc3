import { spawnSync } from 'node:child_process';
import { runInstallers } from './install.ts';

// Debian installs it in sbin, outside the PATH of users.
const PATH = `${process.env.PATH}:/usr/sbin`;

/** Installs PgBouncer for the tests if missing, as root on Debian. Throws with the command to run by hand. */
export function ensurePgBouncer(): void {
  if (isInstalled()) return;
  console.log('PgBouncer is missing: installing it …');
  if (process.getuid?.() === 0) {
    runInstallers(['apt-get update', 'apt-get install -y --no-install-recommends pgbouncer']);
  }
  if (!isInstalled()) {
    throw new Error('The database tests need PgBouncer. Install it with "apt-get install pgbouncer" as root.');
  }
}

function isInstalled(): boolean {
  return spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0;
}
