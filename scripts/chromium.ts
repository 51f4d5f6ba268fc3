import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { runInstallers } from './install.ts';

// The headless shell is the same engine and takes less than half of the time.
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
];

/**
 * Finds Chromium, or installs it: Debian's package as root, Playwright's download otherwise. `CHROMIUM` overrides.
 * Throws with the command to run by hand.
 */
export function ensureChromium(): string {
  return process.env.CHROMIUM ?? findChromium() ?? installChromium();
}

function findChromium(): string | undefined {
  const own = chromium.executablePath();
  return [...CANDIDATES, own].find((path) => path !== '' && existsSync(path));
}

function installChromium(): string {
  console.log('Chromium is missing: installing it …');
  const commands =
    process.getuid?.() === 0
      ? ['apt-get update', 'apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation']
      : ['npx playwright install chromium'];
  runInstallers(commands);
  const found = findChromium();
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium. Install it with "apt-get install chromium-headless-shell" as root, or with ' +
      '"npx playwright install --with-deps chromium", or name one: CHROMIUM=/path/to/chromium npm test',
  );
}
