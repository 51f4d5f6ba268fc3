import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expects no axe violations in either colour scheme; `within` is a selector where the page around it is checked
 * elsewhere: most of the time goes into measuring contrasts.
 */
export async function expectNothingFound(page: Page, within?: string): Promise<void> {
  // What is scrolled half beneath the header would count as too small.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await finishTransitions(page, colorScheme);
    // The dark scheme changes colours only.
    const findings = await findingsOf(page, colorScheme === 'light' ? tags : ['color-contrast'], within);
    expect(findings, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
}

/** Runs axe for tags or rules. Its script is half a megabyte: a page gets it once. */
async function findingsOf(page: Page, runOnly: string[], within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // What passes need not be described.
  // Off by default in axe: a person who speaks to their device says what they see on a button.
  const rules = { 'label-content-name-mismatch': { enabled: true } };
  const options: RunOptions = { runOnly, rules, resultTypes: ['violations'] };
  return page.evaluate(
    async ({ options, within }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within ?? document, options);
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`));
    },
    { options, within },
  );
}

/** Waits for the scheme, which Mantine sets by script, and for transitions, so that axe measures final colours. */
async function finishTransitions(page: Page, colorScheme: string): Promise<void> {
  await page.waitForFunction(
    (scheme) => [undefined, scheme].includes(document.documentElement.dataset.mantineColorScheme),
    colorScheme,
  );
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
