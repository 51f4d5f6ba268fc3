import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { personalLinesOf } from '../personal-lines.ts';

const SOURCES = join(import.meta.dirname, '../../src');
/** What starts the server with the demonstration. */
export const DEMONSTRATION = join(SOURCES, '../../demo/start.ts');

export interface ServerProcess {
  url: string;
  dataDir: string;
  /** Its output so far. */
  output(): string;
  untilReady(): Promise<void>;
  /** Waits for its exit; returns the exit code. */
  ended(): Promise<number | null>;
  stop(): Promise<void>;
  /** As by kill -9; stop it still. */
  kill(): Promise<void>;
}

/**
 * The server, or another program that starts it, as a child process with its own data folder; stop it after the test,
 * which reads what it has logged.
 */
export async function startServerProcess(
  env: NodeJS.ProcessEnv,
  program = join(SOURCES, 'main.ts'),
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-process-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // No demonstration bank: its certificates take time.
  const usual = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMITS: 'off',
    PAYMENTS: 'manual',
    LOG_LEVEL: 'trace',
  };
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...usual, ...env } });
  const gone = once(child, 'close').then(([code]) => code as number | null);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return {
    url,
    dataDir,
    output: () => output,
    untilReady: () =>
      vi.waitFor(
        async () => {
          if (child.exitCode !== null) return;
          expect((await fetch(`${url}/readyz`)).status).toBe(200);
        },
        { timeout: 300_000, interval: 50 },
      ),
    ended: () => gone,
    async stop() {
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
      expect(personalLinesOf(output)).toEqual([]);
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs a command line program; returns exit code and output. */
export async function runCommandProcess(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(SOURCES, program), ...args], { env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}
