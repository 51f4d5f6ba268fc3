import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '~': join(import.meta.dirname, 'web/app') } },
  test: {
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts', 'e2e/firefox/*.test.ts'],
    exclude: ['**/node_modules/**', '**/build/**'],
    globalSetup: ['server/test/postgres.ts'],
    setupFiles: ['server/test/no-console-errors.ts'],
    pool: 'forks',
    // More than a small machine's cores: much of the time is waiting for the database and for limits to pass.
    maxWorkers: 4,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
