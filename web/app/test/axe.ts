import type {} from '@vitest/browser-playwright';
import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { cdp } from 'vitest/browser';

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
// Off by default in axe: a person who speaks to their device says what they see on a button.
const RULES = { region: { enabled: false }, 'label-content-name-mismatch': { enabled: true } };

/**
 * Expects no axe violations of what matches a selector, in either colour scheme. Rules about a whole page are the
 * browser stories': what is rendered here stands in no landmark.
 */
export async function expectNothingFound(within = '#conteudo'): Promise<void> {
  try {
    for (const scheme of ['light', 'dark'] as const) {
      await emulate(scheme);
      // Control: what axe measures is this scheme.
      expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(scheme === 'dark');
      // The dark scheme changes colours only.
      expect(await findingsOf(within, scheme === 'light' ? tags : ['color-contrast']), scheme).toEqual([]);
    }
  } finally {
    await setMedia([]);
  }
}

async function findingsOf(within: string, runOnly: string[]): Promise<string[]> {
  // What passes need not be described.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], rules: RULES };
  const { violations } = await axe.run(within, options);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`));
}

/** Shows the scheme, which Mantine sets by script, without transitions, so that axe measures final colours. */
async function emulate(scheme: 'light' | 'dark'): Promise<void> {
  await setMedia([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme ?? scheme).toBe(scheme);
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  // Waited for, one in a row that the browser does not draw would never end.
  for (const animation of passing) animation.finish();
}

async function setMedia(features: { name: string; value: string }[]): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features });
}
