import { spawnSync } from 'node:child_process';
import { runInstallers } from './install.ts';

/**
 * Installs zbarimg, which reads QR codes, for the tests if missing, as root on Debian. Throws with the command to run
 * by hand.
 */
export function ensureZbar(): void {
  if (isInstalled()) return;
  console.log('zbarimg is missing: installing it …');
  if (process.getuid?.() === 0) {
    runInstallers(['apt-get update', 'apt-get install -y --no-install-recommends zbar-tools']);
  }
  if (!isInstalled()) {
    throw new Error('A browser test needs zbarimg. Install it with "apt-get install zbar-tools" as root.');
  }
}

function isInstalled(): boolean {
  return spawnSync('zbarimg', ['--version']).status === 0;
}
