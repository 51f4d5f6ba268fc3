import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the editor of a trip, or of a new one, and waits for all its parts. */
export async function openEditor(page: Page, tripId = 'novo'): Promise<void> {
  await page.goto(`/admin/passeios/${tripId}`);
  await expect(descriptionOf(page)).toBeVisible();
}

/** The description's editor. */
export function descriptionOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Descrição', exact: true });
}

export function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** Types date and time of departure or return. */
async function fillMoment(page: Page, which: 'Saída' | 'Volta', day: string, time: string): Promise<void> {
  const group = page.getByRole('group', { name: which, exact: true });
  await group.getByRole('textbox', { name: 'Dia' }).fill(day);
  await group.getByRole('textbox', { name: 'Hora' }).fill(time);
  await group.getByRole('textbox', { name: 'Hora' }).press('Tab');
}

export function saveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Salvar', exact: true });
}

/** Fills the required fields of a trip. */
export async function fillTheLeast(page: Page, title: string, day: string): Promise<void> {
  await field(page, 'Título').fill(title);
  await fillMoment(page, 'Saída', day, '04:30');
  await fillMoment(page, 'Volta', day, '22:00');
  await field(page, 'Preço da tarifa 1').fill('289');
  await field(page, 'Vagas').fill('46');
}

/** Writes unsanitised HTML to the clipboard, as another program would, and pastes it with a real paste event. */
export async function pasteFromElsewhere(page: Page, { html, text }: { html?: string; text: string }): Promise<void> {
  await page.evaluate(
    ([plain, rich]) => {
      const copy = (event: ClipboardEvent) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        event.clipboardData?.setData('text/plain', plain ?? '');
        if (rich) event.clipboardData?.setData('text/html', rich);
      };
      window.addEventListener('copy', copy, { capture: true, once: true });
      document.execCommand('copy');
    },
    [text, html] as const,
  );
  await page.keyboard.press('ControlOrMeta+V');
}
