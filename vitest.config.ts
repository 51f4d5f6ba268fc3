import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { ensureTool } from './scripts/debian.ts';
import { useMemoryForTemporaryFiles } from './scripts/memory-folder.ts';

useMemoryForTemporaryFiles();

// One retry, as in the browser stories: on a shared machine a call may exceed any time-out.
const retry = process.env.CI ? 1 : 0;
// For a machine that is five times slower: a limit that is never reached costs nothing.
const TEST_MS = 240_000;
const PATIENCE_MS = 30_000;
const alias = { '~': join(import.meta.dirname, 'web/app') };

export default defineConfig({
  test: {
    // More than a small machine's cores: much of the time is waiting for the database and for limits to pass.
    maxWorkers: 3,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: [
            'bench/**/*.test.ts',
            'docs/**/*.test.ts',
            'contract/**/*.test.ts',
            'demo/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/build/**'],
          globalSetup: ['server/test/postgres.ts'],
          expect: { poll: { timeout: PATIENCE_MS } },
          setupFiles: ['server/test/no-console-errors.ts', 'server/test/wait-timeout.ts'],
          pool: 'forks',
          // Files of one process share the modules they have loaded: half of the time went into loading them again.
          isolate: false,
          retry,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
        },
      },
      {
        root: 'web',
        resolve: { alias },
        test: {
          name: 'components',
          include: ['app/**/*.test.tsx'],
          // Files share a page and the modules it has loaded: loading them again took a third of the time.
          isolate: false,
          expect: { poll: { timeout: PATIENCE_MS } },
          setupFiles: [join(import.meta.dirname, 'web/app/test/setup.ts')],
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
          retry,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: ensureTool('chromium'), args: ['--no-sandbox', '--disable-gpu'] },
              contextOptions: { locale: 'pt-BR', timezoneId: 'Asia/Tokyo' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
