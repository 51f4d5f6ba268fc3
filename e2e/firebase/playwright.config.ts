import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';

const port = process.env.E2E_PORT ?? '3100';

/**
 * The server and the browser of the other tests, with Firebase Authentication in the place of the embedded provider.
 */
export default defineConfig({
  ...base,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results/firebase',
  fullyParallel: false,
  workers: 1,
  projects: base.projects?.filter(({ name }) => name === 'desktop'),
  webServer: {
    command: 'node scripts/start.ts',
    cwd: '../..',
    url: `http://localhost:${port}/readyz`,
    env: {
      PORT: port,
      DATA_DIR: process.env.E2E_DATA_DIR ?? '',
      RATE_LIMITS: 'off',
      NODE_ENV: 'development',
      IDENTITY_PROVIDER: 'firebase',
      FIREBASE_PROJECT_ID: process.env.FIREBASE_PROJECT_ID ?? 'demo-passeio',
      FIREBASE_API_KEY: 'demo',
      FIREBASE_AUTH_EMULATOR_HOST: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099',
    },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
