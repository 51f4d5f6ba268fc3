import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testClock } from './clock.ts';
import { ensureTool } from './debian.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { type Count, conclude, countRun, playwright, run } from './runs.ts';

useMemoryForTemporaryFiles();
for (const tool of ['firefox', 'pgbouncer', 'xmlsec1', 'zbarimg'] as const) ensureTool(tool);
// Tests start the product some twenty times: from the second time on, its modules are compiled already.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node');

// TypeScript 7 by its path: "tsc" could also be that of version 6, which dependency-cruiser needs. In one thread,
// because each of several checks what they share again, and the tests have the other core.
const tsc = 'node node_modules/typescript-native/bin/tsc --singleThreaded';
// Go's collector runs more rarely: a check takes less than a gigabyte all the same.
process.env.GOGC ??= '400';

const clock = testClock();
if (clock) console.log(`The tests' clock: TEST_CLOCK=${clock.moment}`);

async function check(name: string, command: string): Promise<Count> {
  const { succeeded, output } = await run(command);
  // Vitest may have printed half a line of dots.
  console.log(`\n${succeeded ? '✓' : '✗'} ${name}`);
  if (!succeeded) console.log(output);
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function checks(): Promise<Count[]> {
  return [
    // It generates types that knip needs.
    await check('types of the web', 'npm run typecheck --workspace web --silent'),
    await check(
      'types of contract, server and demonstration',
      `${tsc} -p contract && ${tsc} -p server && ${tsc} -p demo`,
    ),
    await check('types of scripts and tests', `${tsc} -p .`),
    await check(
      'import directions',
      'depcruise contract server demo web/app scripts e2e bench --config .dependency-cruiser.cjs',
    ),
    await check('folder cycles', 'depcruise contract server demo web/app --config .dependency-cruiser.folders.cjs'),
    await check('format and lint', 'biome ci'),
    await check('length of functions', 'node scripts/function-length.ts'),
    await check('dead code and dependencies', 'knip'),
  ];
}

async function vitest(): Promise<Count> {
  const reports = await mkdtemp(join(tmpdir(), 'passeio-reports-'));
  const file = join(reports, 'vitest.json');
  const { succeeded } = await run(`vitest run --reporter=dot --reporter=json --outputFile.json=${file}`, {
    show: true,
    clock,
  });
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await rm(reports, { recursive: true, force: true });
  return countRun(succeeded, { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0 });
}

// The tests need the built web.
const build = await check('the web builds', 'node scripts/build.ts');
const [unit, others] = await Promise.all([vitest(), checks()]);
// Not beside Vitest: at the same time both take a third more of the processor, and pages exceed their limits.
const stories = await playwright('e2e/playwright.config.ts', { clock });

conclude([build, unit, ...others, stories]);
