import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type Count, conclude, playwright } from './runs.ts';

const PROJECT = 'demo-passeio';
const folder = join(import.meta.dirname, '../e2e/firebase');
const stampFile = join(folder, 'node_modules/.installed');
const START_MS = 120_000;
const STOP_MS = 3_000;

async function browserTests(): Promise<Count> {
  await installAuthEmulator();
  const emulator = await startAuthEmulator(PROJECT);
  try {
    return await playwright('e2e/firebase/playwright.config.ts', {
      env: { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_AUTH_EMULATOR_HOST: emulator.host },
    });
  } finally {
    await emulator.stop();
  }
}

/** A running Google Auth emulator. */
interface AuthEmulator {
  /** As in "127.0.0.1:9099". */
  host: string;
  stop(): Promise<void>;
}

/** Installs the emulator unless it was installed from the same lock file. Throws when that fails. */
async function installAuthEmulator(): Promise<void> {
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === lock) return;
  console.log('Installing the Auth emulator (once per version) …');
  const { status, stdout, stderr } = spawnSync('npm', ['ci'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The Auth emulator could not be installed:\n${stdout}${stderr}`);
  await writeFile(stampFile, lock);
}

/**
 * Starts an empty emulator on a free port, without account, update check or statistics; a signal that ends this process
 * stops it too.
 */
async function startAuthEmulator(projectId: string): Promise<AuthEmulator> {
  const home = await mkdtemp(join(tmpdir(), 'passeio-emulator-'));
  const port = await freePort();
  const settings = JSON.parse(await readFile(join(folder, 'firebase.json'), 'utf8'));
  settings.emulators.auth.port = port;
  await writeFile(join(home, 'firebase.json'), JSON.stringify(settings));
  const program = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const child = spawn(process.execPath, [program, 'emulators:start', '--only', 'auth', '--project', projectId], {
    cwd: home,
    // Isolated from a developer's own settings and files.
    env: { ...process.env, CI: 'true', NO_UPDATE_NOTIFIER: '1', HOME: home, XDG_CONFIG_HOME: home, TMPDIR: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  const stop = async () => {
    const last = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.kill('SIGTERM');
    if (!hasEnded(child)) await ended;
    clearTimeout(last);
    await rm(home, { recursive: true, force: true });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(1)));
  }
  const host = `127.0.0.1:${port}`;
  if (await answers(host, () => hasEnded(child))) return { host, stop };
  await stop();
  throw new Error(`The Auth emulator did not start:\n${output}`);
}

async function answers(host: string, isHopeless: () => boolean): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && !isHopeless()) {
    const answer = await fetch(`http://${host}/`).catch(() => undefined);
    if (answer?.ok) return true;
    await wait(250);
  }
  return false;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

try {
  conclude([await browserTests()]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  conclude([{ passed: 0, failed: 1 }]);
}
