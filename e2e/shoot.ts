import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

interface How {
  /** False takes only what is in sight, for what opens over a page. */
  fullPage?: boolean;
  /** Leaves the page scrolled as it is. */
  whereItStands?: boolean;
}

/** A picture by day and by night for people to look at; compared with nothing, and taken only when asked for. */
export async function shoot(
  page: Page,
  name: string,
  { fullPage = true, whereItStands = false }: How = {},
): Promise<void> {
  if (process.env.SCREENSHOTS !== 'all') return;
  const { project } = test.info();
  const file = name.replace(/^\/|[^\wÀ-ú-]+/g, '-').replace(/^-/, '');
  if (!whereItStands) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const colorScheme of ['light', 'dark'] as const) {
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
