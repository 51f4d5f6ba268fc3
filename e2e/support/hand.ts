import type { Locator, Page } from '@playwright/test';
import { isPhone } from './screens.ts';

/** Somebody's hand on a page, whose taps and typed characters are counted; on a wide screen it clicks. */
export function newHand(page: Page) {
  const work = { taps: 0, characters: 0 };
  return {
    work,
    async tap(target: Locator): Promise<void> {
      work.taps += 1;
      await (isPhone(page) ? target.tap() : target.click());
    },
    async type(field: Locator, text: string): Promise<void> {
      await this.tap(field);
      work.characters += text.length;
      await field.pressSequentially(text);
    },
  };
}
