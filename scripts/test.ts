import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirefox } from './firefox.ts';
import { ensurePgBouncer } from './pgbouncer.ts';
import { type Count, conclude, playwright, run, settle } from './runs.ts';

ensurePgBouncer();
ensureFirefox();
const reports = await mkdtemp(join(tmpdir(), 'passeio-reports-'));

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

async function inTurn(steps: (() => Promise<Count>)[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const step of steps) counts.push(await step());
  return counts;
}

const counts = (
  await Promise.all([
    // Two rows of about the same length, for two cores.
    inTurn([
      () => check('types of the web', 'npm run typecheck --workspace web --silent'),
      // After the web's types, because knip needs the generated ones.
      () => check('types of scripts and tests', 'tsc -p .'),
      () => check('dead code and dependencies', 'knip'),
      () =>
        check(
          'import directions',
          'depcruise contract server web/app scripts e2e bench --config .dependency-cruiser.cjs',
        ),
    ]),
    inTurn([
      () => check('format and lint', 'biome ci'),
      () => check('types of contract and server', 'tsc -p contract && tsc -p server'),
      () => check('the web builds', 'node scripts/build.ts'),
    ]),
  ])
).flat();
counts.push(...(await inTurn([vitest, () => playwright('e2e/playwright.config.ts')])));
await rm(reports, { recursive: true, force: true });

conclude(counts);
