import type { Page } from '@playwright/test';
import { hostileTexts } from '../web/app/ui/rich-text-editor/hostile.sample.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount } from './support/people.ts';
import { photograph } from './support/photographs.ts';
import { expectPicturesLoaded, expectToast } from './support/screens.ts';
import { tokenOf } from './support/sessions.ts';
import {
  descriptionOf,
  field,
  fillTheLeast,
  openEditor,
  pasteFromElsewhere,
  saveButton,
} from './support/trip-editor.ts';
import { archiveTripByApi, changeTripByApi, lastDepartureDay, tripByApi, uniqueTitle } from './support/trips.ts';

test('a trip is written, kept over a reload with its pictures, joined with what a colleague saved, and published to visitors', async ({
  page,
  browser,
  signInAs,
  tolerate,
}) => {
  tolerate(/status of 409 .* @ \S+\/api\/trips$/);
  const token = await signInAs(demoAccount('OPERATOR'));
  const [title, day] = [uniqueTitle(), await lastDepartureDay(page.request)];
  await openEditor(page);
  // Our styles overrule those of the editor's library, which is loaded later.
  const bold = await page.getByRole('button', { name: 'Negrito' }).first().boundingBox();
  expect(bold?.height).toBe(40);
  await fillTheLeast(page, title, day);
  await pasteDescription(page);
  await page.getByRole('button', { name: 'Adicionar cortesia' }).click();
  await page.getByRole('button', { name: 'Adicionar ponto' }).click();
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Varginha – Rodoviária');
  await page.getByRole('button', { name: 'Bate-volta flexível' }).click();
  await choosePhotos(page);
  // The browser asks before it closes the page: what was written is not saved yet.
  const question = page.waitForEvent('dialog');
  const reload = page.reload();
  expect((await question).type()).toBe('beforeunload');
  await (await question).accept();
  await reload;
  await expectRestored(page, title, day);

  await saveButton(page).click();
  await expectToast(page, 'success', 'Passeio salvo.');
  await expect(page).toHaveURL(/\/admin\/passeios\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Editar passeio', level: 1 })).toBeVisible();
  await expect(page.getByText('Fotos salvas. A ordem daqui é a do portal.')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => storedPhotos(page)).toBe(0);
  const tripId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await joinWithColleague(page, tripId);
  await page.getByRole('switch', { name: 'No portal' }).check();
  await expectToast(page, 'success', 'O passeio está no portal.');

  const trip = await tripByApi(page.request, token, tripId);
  expect(trip).toMatchObject({ description: DESCRIPTION, summary: 'Meu resumo.', risks: 'Pedras molhadas.' });
  expect(trip.tripImages.map(({ alt, isCardImg }) => [alt, isCardImg])).toEqual([
    ['Serra ao amanhecer', false],
    ['', true],
  ]);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/portal/passeio/${trip.slug}`);
  await expectPublished(visitor, title);
  await visitor.context().close();
  await archiveTripByApi(page.request, token, tripId);
});

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{mso-style-unhide:no}</style></head>
<body lang=PT-BR><!--StartFragment--><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Saída</b> às <i>4h30</i><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Guia<o:p></o:p></p>
<p class=MsoNormal><a href="https://exemplo.com.br/mapa">Mapa</a></p><!--EndFragment--></body></html>`;
const DESCRIPTION =
  '<p><strong>Saída</strong> às <em>4h30</em></p><ul><li>Guia</li></ul>' +
  '<p><a href="https://exemplo.com.br/mapa" rel="noopener nofollow" target="_blank">Mapa</a></p>';

/** Pastes what is hostile, which the page's policy must not even notice, and then a text of Word's over it. */
async function pasteDescription(page: Page): Promise<void> {
  const description = descriptionOf(page);
  await description.click();
  await description.evaluate((box, texts) => {
    for (const html of texts) {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', `<p>antes</p>${html}`);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }
  }, hostileTexts);
  await expect(description).toContainText('antes');
  await page.keyboard.press('ControlOrMeta+A');
  await pasteFromElsewhere(page, { html: WORD, text: 'Saída às 4h30\n·  Guia\nMapa' });
  await expect(description.getByRole('listitem')).toHaveText('Guia');
}

async function choosePhotos(page: Page): Promise<void> {
  await page
    .getByLabel('Arquivos de fotos')
    .setInputFiles([await photograph('serra.jpg', '#2f6b3a'), await photograph('rio.jpg', '#1b6a8a')]);
  await field(page, 'O que se vê na foto 1').fill('Serra ao amanhecer');
  await page.getByRole('radio', { name: 'Imagem do cartão' }).nth(1).check();
  await expect.poll(() => storedPhotos(page)).toBe(2);
}

/** Files in the user's cache that are not uploaded yet. */
function storedPhotos(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('own-'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().filter(({ url }) => url.includes('/own/photo-')).length;
  });
}

async function expectRestored(page: Page, title: string, day: string): Promise<void> {
  await expect(page.getByText('Recuperamos o que você não salvou.')).toBeVisible();
  await expect(field(page, 'Título')).toHaveValue(title);
  const departure = page.getByRole('group', { name: 'Saída' });
  await expect(departure.getByRole('textbox', { name: 'Dia' })).toHaveValue(day);
  await expect(departure.getByRole('textbox', { name: 'Hora' })).toHaveValue('04:30');
  await expect(descriptionOf(page).getByRole('listitem')).toHaveText('Guia');
  await expect(field(page, 'O que se vê na foto 1')).toHaveValue('Serra ao amanhecer');
  await expect(page.getByRole('radio', { name: 'Imagem do cartão' }).nth(1)).toBeChecked();
  await expect(page.getByText('escolhidas de novo')).toBeHidden();
}

async function joinWithColleague(page: Page, tripId: string): Promise<void> {
  const colleague = await tokenOf(demoAccount('ADMIN'));
  await changeTripByApi(page.request, colleague, tripId, { summary: 'Resumo da colega.', risks: 'Pedras molhadas.' });
  await field(page, 'Resumo').fill('Meu resumo.');
  await page.keyboard.press('ControlOrMeta+S');
  const dialog = page.getByRole('dialog', { name: 'Outra pessoa salvou este passeio' });
  await dialog.getByRole('group', { name: 'Resumo' }).getByRole('radio', { name: 'A sua' }).check();
  await dialog.getByRole('button', { name: 'Juntar e salvar' }).click();
  await expectToast(page, 'success', 'Passeio salvo.');
}

async function expectPublished(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Depois disso, até a saída: multa de 20% do valor')).toBeVisible();
  await expect(main.getByText('Varginha – Rodoviária', { exact: true })).toBeVisible();
  await expect(main.getByText('Pedras molhadas.')).toBeVisible();
  await expect(main.getByText('Cortesia')).toBeHidden();
  await expectPicturesLoaded(main, 2);
}
