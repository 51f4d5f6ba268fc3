import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

interface How {
  /** False captures the viewport only, for overlays. */
  fullPage?: boolean;
  /** Keeps the scroll position. */
  whereItStands?: boolean;
}

/** Takes screenshots in both colour schemes. */
export async function shoot(
  page: Page,
  name: string,
  { fullPage = true, whereItStands = false }: How = {},
): Promise<void> {
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
