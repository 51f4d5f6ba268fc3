import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { freePort } from './free-port.ts';

interface Count {
  passed: number;
  failed: number;
}

interface Run {
  succeeded: boolean;
  output: string;
}

const reports = await mkdtemp(join(tmpdir(), 'passeio-reports-'));

/** Runs a command of node_modules/.bin. Its output is shown as it comes, or only when it fails. */
function run(
  command: string,
  { show = false, env = {} }: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}

async function check(name: string, command: string): Promise<Count> {
  const { succeeded, output } = await run(command);
  console.log(`${succeeded ? '✓' : '✗'} ${name}`);
  if (!succeeded) console.log(output);
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json');
  const { succeeded } = await run(`vitest run --reporter=dot --reporter=json --outputFile.json=${file}`, {
    show: true,
  });
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  return settle(succeeded, { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 });
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'playwright.json');
  const { succeeded } = await run('playwright test --config e2e/playwright.config.ts --reporter=dot,json', {
    show: true,
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      CHROMIUM: ensureChromium(),
      E2E_PORT: String(await freePort()),
    },
  });
  const { stats = {} } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  return settle(succeeded, { passed: (stats.expected ?? 0) + (stats.flaky ?? 0), failed: stats.unexpected ?? 0 });
}

// A runner that fails without naming a failed test (a crash, no test found) is a failure all the same.
function settle(succeeded: boolean, count: Count): Count {
  const isSound = succeeded && count.passed > 0;
  return isSound || count.failed > 0 ? count : { ...count, failed: 1 };
}

async function inTurn(steps: (() => Promise<Count>)[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const step of steps) counts.push(await step());
  return counts;
}

const counts = (
  await Promise.all([
    inTurn([
      () => check('format and lint', 'biome ci'),
      () =>
        check('import directions', 'depcruise contract server web/app scripts e2e --config .dependency-cruiser.cjs'),
      () => check('dead code and dependencies', 'knip'),
    ]),
    inTurn([
      () => check('the web builds', 'node scripts/build.ts'),
      () => check('types of the web', 'npm run typecheck --workspace web --silent'),
      () => check('types of contract, server and tests', 'tsc -p contract && tsc -p server && tsc -p .'),
    ]),
  ])
).flat();
counts.push(...(await inTurn([vitest, playwright])));
await rm(reports, { recursive: true, force: true });

const total = counts.reduce((sum, { passed, failed }) => ({
  passed: sum.passed + passed,
  failed: sum.failed + failed,
}));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
