import { defineConfig } from '@playwright/test';
import base, { webServer } from '../playwright.config.ts';

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
    ...webServer,
    cwd: '../..',
    env: {
      ...webServer.env,
      IDENTITY_PROVIDER: 'firebase',
      FIREBASE_PROJECT_ID: process.env.FIREBASE_PROJECT_ID ?? 'demo-passeio',
      FIREBASE_API_KEY: 'demo',
      FIREBASE_AUTH_EMULATOR_HOST: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099',
    },
  },
});
