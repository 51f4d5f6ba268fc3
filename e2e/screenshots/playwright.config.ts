import { defineConfig } from '@playwright/test';
import base, { webServer } from '../playwright.config.ts';

const chromium = base.projects?.find(({ name }) => name === 'desktop')?.use;

/** Screenshots of every page at three widths, for review: nothing is compared. */
export default defineConfig({
  ...base,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results',
  timeout: 300_000,
  webServer: { ...webServer, cwd: '../..' },
  projects: [
    { name: 'phone', use: { ...chromium, viewport: { width: 360, height: 740 }, hasTouch: true } },
    { name: 'tablet', use: { ...chromium, viewport: { width: 768, height: 1024 }, hasTouch: true } },
    { name: 'desktop', use: { ...chromium, viewport: { width: 1280, height: 800 } } },
  ],
});
