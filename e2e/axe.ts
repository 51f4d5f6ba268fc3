import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects no axe violations in either colour scheme. */
export async function expectNothingFound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    // Legacy mode: otherwise every run opens another page for cross-origin frames, which we do not have.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // The dark scheme changes colours only.
    const rules = colorScheme === 'light' ? axe.withTags(tags) : axe.withRules('color-contrast');
    const { violations } = await rules.analyze();
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
    );
    expect(findings, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
}

/** Waits for transitions, so that axe measures final colours. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
