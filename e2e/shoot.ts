import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

type ColorScheme = 'light' | 'dark';

/** By day alone in the daily run; the widths and pages that come with the night are in e2e/playwright.config.ts. */
const usual: readonly ColorScheme[] = process.env.SCREENSHOTS === 'all' ? ['light', 'dark'] : ['light'];

interface How {
  /** False takes only what is in sight, for what opens over a page. */
  fullPage?: boolean;
  /** Leaves the page scrolled as it is. */
  whereItStands?: boolean;
  schemes?: readonly ColorScheme[];
}

/** A picture for people to look at; compared with nothing. */
export async function shoot(
  page: Page,
  name: string,
  { fullPage = true, whereItStands = false, schemes = usual }: How = {},
): Promise<void> {
  const { project } = test.info();
  const file = name.replace(/^\/|[^\wÀ-ú-]+/g, '-').replace(/^-/, '');
  if (!whereItStands) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({
      path: join(project.outputDir, 'screenshots', project.name, `${file}-${colorScheme}.png`),
      fullPage,
      animations: 'disabled',
      caret: 'initial',
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
