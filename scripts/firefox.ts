import { existsSync } from 'node:fs';
import { runInstallers } from './install.ts';

const PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Finds Firefox, or installs Debian's as root. `FIREFOX` overrides. Throws with the command to run by hand. */
export function ensureFirefox(): string {
  return process.env.FIREFOX ?? findFirefox() ?? installFirefox();
}

function findFirefox(): string | undefined {
  return PATHS.find((path) => existsSync(path));
}

function installFirefox(): string {
  console.log('Firefox is missing: installing it …');
  if (process.getuid?.() === 0) {
    runInstallers(['apt-get update', 'apt-get install -y --no-install-recommends firefox-esr']);
  }
  const found = findFirefox();
  if (found) return found;
  throw new Error(
    'The Firefox story needs Firefox. Install it with "apt-get install firefox-esr" as root, or name one: ' +
      'FIREFOX=/path/to/firefox npm test',
  );
}
