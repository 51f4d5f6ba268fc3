import { spawnSync } from 'node:child_process';
import { runInstallers } from './install.ts';

// Debian has it where only administrators look.
const PATH = `${process.env.PATH}:/usr/sbin`;

/** Installs PgBouncer for the tests where there is none, as root on Debian. Throws with what to run by hand. */
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
