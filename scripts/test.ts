import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFirefox } from './firefox.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { ensurePgBouncer } from './pgbouncer.ts';
import { type Count, conclude, playwright, run, settle } from './runs.ts';
import { ensureZbar } from './zbar.ts';

useMemoryForTemporaryFiles();
ensurePgBouncer();
ensureFirefox();
ensureZbar();
const reports = await mkdtemp(join(tmpdir(), 'passeio-reports-'));
// Tests start the product some twenty times: from the second time on, its modules are compiled already.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node');

async function check(name: string, command: string): Promise<Count> {
  const { succeeded, output } = await run(command);
  // Vitest may have printed half a line of dots.
  console.log(`\n${succeeded ? '✓' : '✗'} ${name}`);
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

async function inTurn(steps: Iterable<() => Promise<Count>>): Promise<Count[]> {
  const counts: Count[] = [];
  for (const step of steps) counts.push(await step());
  return counts;
}

// TypeScript 7 by its path: "tsc" could also be that of version 6, which dependency-cruiser needs. In one thread,
// because each of several checks what they share again, and the tests have the other core.
const tsc = 'node node_modules/typescript-native/bin/tsc --singleThreaded';
// Go's collector runs more rarely: a check takes less than a gigabyte all the same.
process.env.GOGC ??= '400';
// The tests need the built web, knip the types that the web generates.
const counts = await Promise.all([
  check('the web builds', 'node scripts/build.ts'),
  check('types of the web', 'npm run typecheck --workspace web --silent'),
]);
// In the pauses of the tests, which often wait: a sixth of the processor is left over.
const inPauses = (name: string, command: string) => () => check(name, `nice -n 19 sh -c '${command}'`);
const checks = inTurn([
  inPauses('types of contract and server', `${tsc} -p contract && ${tsc} -p server`),
  inPauses('types of scripts and tests', `${tsc} -p .`),
  inPauses('import directions', 'depcruise contract server web/app scripts e2e bench --config .dependency-cruiser.cjs'),
  inPauses('format and lint', 'biome ci'),
  inPauses('dead code and dependencies', 'knip'),
]);
counts.push(await vitest(), ...(await checks));
// Not beside Vitest: at the same time both take a third more of the processor, and pages exceed their limits.
counts.push(await playwright('e2e/playwright.config.ts'));
await rm(reports, { recursive: true, force: true });

conclude(counts);
