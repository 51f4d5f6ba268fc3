import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { freePort } from './free-port.ts';

export interface Count {
  passed: number;
  failed: number;
}

interface Run {
  succeeded: boolean;
  output: string;
}

/** Runs a command of node_modules/.bin, by the clock if one is given. With `show`, its output is shown live. */
export function run(
  command: string,
  { show = false, env = {}, clock }: { show?: boolean; env?: NodeJS.ProcessEnv; clock?: Clock | undefined } = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(clock ? `${clock.command} ${command}` : command, {
      shell: true,
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}

/** Runs the browser tests of `config` on a free port, by the clock if one is given. */
export async function playwright(
  config: string,
  { env = {}, clock }: { env?: NodeJS.ProcessEnv; clock?: Clock | undefined } = {},
): Promise<Count> {
  const reports = await mkdtemp(join(tmpdir(), 'passeio-reports-'));
  const file = join(reports, 'playwright.json');
  const { succeeded } = await run(`playwright test --config ${config} --reporter=dot,json`, {
    show: true,
    clock,
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      E2E_PORT: String(await freePort()),
      ...env,
    },
  });
  const { stats = {} } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await rm(reports, { recursive: true, force: true });
  return countRun(succeeded, { passed: (stats.expected ?? 0) + (stats.flaky ?? 0), failed: stats.unexpected ?? 0 });
}

/** A runner that fails without a failed test (a crash, no test found) counts as one failure. */
export function countRun(succeeded: boolean, count: Count): Count {
  const isSound = succeeded && count.passed > 0;
  return isSound || count.failed > 0 ? count : { ...count, failed: 1 };
}

/** Prints the sum as the last line and sets the exit code. */
export function conclude(counts: Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
