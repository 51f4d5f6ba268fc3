import type { Locator, Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addByApi, openPassengers, tripToFill } from './passengers.ts';
import { demoAccount, rareName } from './people.ts';
import { expectToFit } from './screens.ts';

/** Opens a chat; returns its address, which WhatsApp is not asked for. */
async function tap(page: Page, link: Locator): Promise<URL> {
  const opening = page.waitForEvent('popup');
  await link.click();
  const chat = await opening;
  await chat.waitForURL('https://wa.me/**');
  const address = new URL(chat.url());
  await chat.close();
  return address;
}

test('staff writes to the people of a trip one tap after another, stops in the middle, and goes on where it stood', {
  tag: '@phone',
}, async ({ page, signInAs, tolerate }) => {
  // The chats that it opens, which no WhatsApp is asked for.
  tolerate(/https:\/\/wa\.me\//);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  const [ana, bia, caio] = [rareName('Ana'), rareName('Bia'), rareName('Caio')];
  for (const [index, name] of [ana, bia, caio].entries()) {
    await addByApi(page.request, token, trip, { name, contact: `3599999000${index}` });
  }
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  const chatOf = (name: string) => page.getByRole('link', { name: `Abrir no WhatsApp: ${name}`, exact: true });

  await openPassengers(page, trip);
  await page.getByRole('navigation', { name: 'Passeio' }).getByRole('link', { name: 'Mensagens' }).click();
  await page.getByRole('link', { name: /^Falta o sinal.*3 pessoas/ }).click();
  await page.getByRole('button', { name: 'Enviar para 3' }).click();
  await expect(page.getByText('1 de 3')).toBeVisible();
  await expectToFit(page);
  await expectNothingFound(page);
  const chat = await tap(page, chatOf(ana));
  expect(chat.pathname).toBe('/5535999990000');
  expect(chat.searchParams.get('text')).toMatch(/^Olá, Ana! .+ Falta o sinal de R\$\s86,70\./s);
  await expect(page.getByText(`${ana}: aberta no WhatsApp.`)).toBeVisible();
  await page.getByRole('button', { name: `Pular: ${bia}` }).click();
  await expect(page.getByText('3 de 3')).toBeVisible();

  await page.reload();
  const opened = page.getByRole('region', { name: 'Já abertas no WhatsApp' });
  await expect(opened.getByText(ana)).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Enviar para 2' }).click();
  expect((await tap(page, chatOf(bia))).pathname).toBe('/5535999990001');
  await page.getByRole('button', { name: `Não enviei: ${bia}` }).click();
  await tap(page, chatOf(bia));
  await tap(page, chatOf(caio));
  await expect(page.getByText('2 abertas no WhatsApp.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Ver a lista' }).click();
  await expect(opened.getByRole('listitem')).toHaveCount(3);
});
