import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const TOOLS = {
  // The headless shell is the same engine and takes less than half of the time.
  chromium: {
    packages: 'chromium-headless-shell fonts-liberation',
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable'],
  },
  datefudge: { packages: 'datefudge', commands: ['datefudge'] },
  firefox: { packages: 'firefox-esr', commands: ['firefox-esr', 'firefox'] },
  openssl: { packages: 'openssl', commands: ['openssl'] },
  pgbouncer: { packages: 'pgbouncer', commands: ['pgbouncer'] },
  promtool: { packages: 'prometheus', commands: ['promtool'] },
  xmlsec1: { packages: 'xmlsec1', commands: ['xmlsec1'] },
  zbarimg: { packages: 'zbar-tools', commands: ['zbarimg'] },
};

type Tool = keyof typeof TOOLS;

/**
 * The path of a program that the tests need. If it is missing, root installs Debian's package, and other users get
 * Chromium from Playwright. A variable names another one, as in CHROMIUM=/path/to/chromium. Throws with the command to
 * run by hand.
 */
export function ensureTool(tool: Tool): string {
  const path = process.env[tool.toUpperCase()] ?? find(tool);
  if (path) return path;
  console.log(`${tool} is missing: installing it …`);
  const { packages } = TOOLS[tool];
  if (process.getuid?.() === 0) {
    install('apt-get update');
    install(`apt-get install -y --no-install-recommends ${packages}`);
  } else if (tool === 'chromium') install('npx playwright install chromium');
  const installed = find(tool);
  if (installed) return installed;
  throw new Error(
    `The tests need ${tool}. Install it with "apt-get install ${packages}" as root, or name one: ` +
      `${tool.toUpperCase()}=/path/to/${tool} npm test`,
  );
}

function find(tool: Tool): string | undefined {
  // Debian installs PgBouncer in sbin, outside the PATH of users.
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env.PATH ?? '').split(':')];
  const paths = TOOLS[tool].commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  if (tool === 'chromium') paths.push(chromium.executablePath());
  return paths.find((path) => existsSync(path));
}

function install(command: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error } = spawnSync(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status !== 0) console.error(error ?? `"${command}" ended with ${status}`);
}
