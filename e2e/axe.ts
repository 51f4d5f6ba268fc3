import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Nothing for axe to complain about, by day and by night. */
export async function expectNothingFound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    // Legacy: without it every look opens one more page, for frames of other sites, of which there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // The night changes colours and nothing else.
    const rules = colorScheme === 'light' ? axe.withTags(tags) : axe.withRules('color-contrast');
    const { violations } = await rules.analyze();
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
    );
    expect(findings, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
}

/** Colours are measured where they end up, not on their way. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
