import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type BoardingRows, insertBoardingTrip } from '../../server/test/boarding-rows.ts';
import { untilCached } from './offline.ts';
import { database } from './sessions.ts';

/** A trip that leaves in an hour, with so many people. */
export async function boardingTrip(count: number): Promise<BoardingRows> {
  return insertBoardingTrip(await database(), count);
}

/** Opens a trip's boarding with a network, until the phone has what it needs without one. */
export async function openBoarding(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(standing(page)).toHaveText(/^Tudo enviado às/);
  await untilCached(page, new URL(path, page.url()).pathname);
}

/** What stands with the server, as in "Sem sinal. 2 toques por enviar." */
export function standing(page: Page) {
  return page.getByRole('status').filter({ hasText: /enviad|enviar|Sem sinal|Atualizando/ });
}

/** What the list says of everybody who has a decision, by name. */
export function decisions(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('main li[data-decision]')].map((row) => [
        row.querySelector('span')?.textContent ?? '',
        row.dataset.decision ?? '',
      ]),
    ),
  );
}

/** Taps a button of somebody's row, as in "Embarcou". */
export async function tap(page: Page, button: 'Embarcou' | 'Não compareceu' | 'Desfazer', name: string): Promise<void> {
  if (button === 'Não compareceu') await page.getByRole('button', { name: `Mais: ${name}`, exact: true }).click();
  await page.getByRole('button', { name: `${button}: ${name}`, exact: true }).click();
}

/** Sets the clock of a context's pages wrong; before its first page is opened. */
export async function setClockWrong(context: BrowserContext, byMs: number): Promise<void> {
  await context.addInitScript((shift) => {
    const Right = Date;
    class Wrong extends Right {
      constructor(...parts: ConstructorParameters<typeof Date> | []) {
        if (parts.length === 0) super(Right.now() + shift);
        else super(...parts);
      }
      static override now() {
        return Right.now() + shift;
      }
    }
    Object.assign(globalThis, { Date: Wrong });
  }, byMs);
}

/** The recorded taps of a trip, in the order of their decisions. */
export async function recordedTaps(tripId: string): Promise<{ name: string; decision: string; device_id: string }[]> {
  const { rows } = await (await database()).query(
    `select p.name, t.decision, t.device_id from boarding_taps t join participants p on p.id = t.participant_id
     where t.trip_id = $1 order by t.decided_at`,
    [tripId],
  );
  return rows;
}
