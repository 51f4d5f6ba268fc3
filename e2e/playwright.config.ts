import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ensureTool } from '../scripts/debian.ts';
import { useMemoryForTemporaryFiles } from '../scripts/memory-folder.ts';

useMemoryForTemporaryFiles();
const port = process.env.E2E_PORT ?? '3100';
// Runner and workers all read this file: the first one sets the folder.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'passeio-e2e-'));

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: ensureTool('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A camera that films what a test has put there (voucher.ts).
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${join(process.env.E2E_DATA_DIR, 'camera.mjpeg')}`,
    ],
  },
};

/** Its log, of all levels, is searched for what is personal when the run ends (support/search-log.ts). */
export const webServer = {
  command: 'node scripts/start.ts > "$DATA_DIR/server.log"',
  cwd: '..',
  url: `http://localhost:${port}/readyz`,
  env: {
    PORT: port,
    DATA_DIR: process.env.E2E_DATA_DIR,
    RATE_LIMITS: 'off',
    NODE_ENV: 'development',
    LOG_LEVEL: 'trace',
  },
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
};

export default defineConfig({
  testDir: '.',
  globalTeardown: join(import.meta.dirname, 'support/search-log.ts'),
  // They have configurations and commands of their own.
  testIgnore: ['firebase/**', 'screenshots/**'],
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // One retry, reported as flaky: on a shared machine a page may exceed any time-out.
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'pt-BR',
    // Not the operator's zone: pages must not depend on the visitor's.
    timezoneId: 'Asia/Tokyo',
    // A service worker's requests bypass page.route; its own tests allow it.
    serviceWorkers: 'block',
    // Mantine's transitions would be rendered frame by frame, and waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces of every test would cost more than the tests.
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'phone',
      use: { ...chromium, viewport: { width: 360, height: 740 }, hasTouch: true },
      // What differs on a narrow screen with touch: menus, the bottom bar, cards in the place of tables, full-screen
      // dialogs, overflow. Without the tag a test runs on a wide screen.
      grep: /@phone/,
    },
    {
      name: 'desktop',
      use: { ...chromium, viewport: { width: 1280, height: 800 } },
      grepInvert: /@phone/,
    },
  ],
  webServer,
});
