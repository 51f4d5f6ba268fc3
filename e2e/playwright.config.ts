import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.ts';

const port = process.env.E2E_PORT ?? '3100';
// The runner and its workers each read this file: the first one chooses the folder for all.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'passeio-e2e-'));

/** SCREENSHOTS=all takes pictures of every page, at three widths, by day and by night, for people to look at. */
const everyScreen = process.env.SCREENSHOTS === 'all';
/** Firebase's story runs by itself, against an identity provider of its own; pictures are taken when somebody asks. */
const leftOut = ['firebase/**', ...(everyScreen || process.env.UPDATE_README === '1' ? [] : ['screenshots*.spec.ts'])];

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: ensureChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

export default defineConfig({
  testDir: '.',
  // Firefox's story (firefox/story.test.ts) is Vitest's.
  testMatch: '**/*.spec.ts',
  testIgnore: leftOut,
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // On a machine that others use too a page may be slower than any sensible patience: one more try, told as flaky.
  retries: process.env.CI ? 1 : 0,
  // Every picture is taken twice then.
  timeout: everyScreen ? 150_000 : 45_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'pt-BR',
    // Not the operator's: what is shown must not depend on where the visitor's clock is.
    timezoneId: 'Asia/Tokyo',
    // A worker's own requests pass by what a test puts in the way; the tests about it allow it.
    serviceWorkers: 'block',
    // Recording every test costs more than the tests do.
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'phone',
      use: { ...chromium, viewport: { width: 360, height: 740 }, hasTouch: true },
      // Only what differs on a narrow screen with touch: menus, the bottom bar, cards in the place of tables, full-screen
      // dialogs, overflow. Everything is tried on a wide one.
      grep: everyScreen ? /./ : /@phone/,
    },
    ...(everyScreen
      ? [{ name: 'tablet', use: { ...chromium, viewport: { width: 768, height: 1024 }, hasTouch: true } }]
      : []),
    { name: 'desktop', use: { ...chromium, viewport: { width: 1280, height: 800 } } },
  ],
  webServer: {
    command: 'node scripts/start.ts',
    cwd: '..',
    url: `http://localhost:${port}/readyz`,
    env: { PORT: port, DATA_DIR: process.env.E2E_DATA_DIR, RATE_LIMITS: 'off', NODE_ENV: 'development' },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
