import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { photograph } from './photographs.ts';
import { areaMenu, expectToast } from './screens.ts';
import { tokenOf } from './sessions.ts';
import { descriptionOf, field, fillTheLeast, openEditor, pasteFromElsewhere, saveButton } from './trip-editor.ts';
import { changeTripByApi, createTripByApi, lastDepartureDay, tripByApi, uniqueTitle } from './trips.ts';

const conflictDialog = (page: Page) => page.getByRole('dialog', { name: 'Outra pessoa salvou este passeio' });

test('two people edit the same trip: the second to save is told, sees both versions and loses nothing', async ({
  page,
  request,
  signInAs,
  tolerate,
}) => {
  tolerate(/status of 409 .* @ \S+\/api\/trips$/);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  await openEditor(page, trip.id);
  await changeTripByApi(request, await tokenOf(demoAccount('ADMIN')), trip.id, {
    summary: 'Resumo da colega.',
    fares: trip.fares.map((fare) => ({ ...fare, priceCents: 31_000 })),
    bring: ['Documento', 'Boné', 'Casaco'],
    risks: 'Pedras molhadas.',
  });

  await field(page, 'Título').fill(`${trip.title}, revisto`);
  await field(page, 'Resumo').fill('Meu resumo.');
  await field(page, 'Preço da tarifa 1').fill('299,90');
  await field(page, 'O que levar').fill('Documento\nProtetor solar');
  await page.keyboard.press('ControlOrMeta+S');

  const dialog = conflictDialog(page);
  await expect(dialog.getByText('Falta escolher 3 campos.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Juntar e salvar' })).toBeDisabled();
  const summary = dialog.getByRole('group', { name: 'Resumo' });
  await expect(summary).toContainText('Meu resumo.');
  await expect(summary).toContainText('Resumo da colega.');
  await expect(dialog.getByRole('group', { name: 'Título' })).toContainText('Só você mudou: fica a sua.');
  await expect(dialog.getByRole('group', { name: 'Riscos e cuidados' })).toContainText('Só a outra pessoa mudou');
  await expect(dialog.getByRole('group', { name: 'O que está incluso' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(field(page, 'Resumo')).toHaveValue('Meu resumo.');
  await saveButton(page).click();
  await summary.getByRole('radio', { name: 'A sua' }).check();
  await dialog.getByRole('group', { name: 'Tarifas' }).getByRole('radio', { name: 'A salva por outra pessoa' }).check();
  await dialog.getByRole('group', { name: 'O que levar' }).getByRole('radio', { name: 'As duas juntas' }).check();
  await dialog.getByRole('button', { name: 'Juntar e salvar' }).click();
  await expectToast(page, 'success', 'Passeio salvo.');

  await expect(field(page, 'Preço da tarifa 1')).toHaveValue('310,00');
  await expect(field(page, 'Riscos e cuidados')).toHaveValue('Pedras molhadas.');
  expect(await tripByApi(request, token, trip.id)).toMatchObject({
    title: `${trip.title}, revisto`,
    summary: 'Meu resumo.',
    priceCents: 31_000,
    bring: ['Documento', 'Casaco', 'Protetor solar'],
    risks: 'Pedras molhadas.',
  });
});

test('what was not saved is there after a reload, can be thrown away and taken back; leaving asks first', async ({
  page,
  request,
  signInAs,
  tolerate,
}) => {
  tolerate(/status of 40[01]/);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  await openEditor(page, trip.id);
  await field(page, 'Resumo').fill('Ainda não salvei isto.');
  await descriptionOf(page).press('ControlOrMeta+A');
  await page.keyboard.type('Nem isto.');
  await page.reload();
  await expect(page.getByText('Recuperamos o que você não salvou.')).toBeVisible();
  await expect(field(page, 'Resumo')).toHaveValue('Ainda não salvei isto.');
  await expect(descriptionOf(page)).toHaveText('Nem isto.');

  await page.getByRole('button', { name: 'Descartar', exact: true }).click();
  await expect(field(page, 'Resumo')).toHaveValue(trip.summary);
  await expect(descriptionOf(page)).toHaveText('Saímos cedo.');
  await expect(page.getByText('Tudo salvo')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer o descarte' }).click();
  await expect(field(page, 'Resumo')).toHaveValue('Ainda não salvei isto.');
  await saveButton(page).click();
  await expectToast(page, 'success', 'Passeio salvo.');
  await page.reload();
  await expect(field(page, 'Resumo')).toHaveValue('Ainda não salvei isto.');
  await expect(page.getByText('Recuperamos o que você não salvou.')).toBeHidden();

  await field(page, 'Resumo').fill('Só meu.');
  await (await areaMenu(page)).getByRole('link', { name: 'Início' }).click();
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(field(page, 'Resumo')).toHaveValue('Só meu.');

  const leaving = page.waitForEvent('dialog');
  // The browser's beforeunload dialog.
  await page.close({ runBeforeUnload: true });
  const dialog = await leaving;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await page.getByRole('button', { name: 'menu da conta' }).click();
  await page.getByRole('link', { name: 'Logout' }).last().click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('passeio:')))).toEqual(
    [],
  );
});

test('a new trip that was not saved is there after a reload, its pictures too, which are sent with it', async ({
  page,
  signInAs,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const [title, day] = [uniqueTitle(), await lastDepartureDay(page.request)];
  await openEditor(page);
  await fillTheLeast(page, title, day);
  await page
    .getByLabel('Arquivos de fotos')
    .setInputFiles([await photograph('serra.jpg', '#2f6b3a'), await photograph('rio.jpg', '#1b6a8a')]);
  await field(page, 'O que se vê na foto 1').fill('Serra ao amanhecer');
  await page.getByRole('radio', { name: 'Imagem do cartão' }).nth(1).check();
  await expect.poll(() => keptPhotos(page)).toBe(2);
  await page.reload();
  await expect(field(page, 'Título')).toHaveValue(title);
  const departure = page.getByRole('group', { name: 'Saída' });
  await expect(departure.getByRole('textbox', { name: 'Dia' })).toHaveValue(day);
  await expect(departure.getByRole('textbox', { name: 'Hora' })).toHaveValue('04:30');
  await expect(field(page, 'O que se vê na foto 1')).toHaveValue('Serra ao amanhecer');
  await expect(page.getByRole('radio', { name: 'Imagem do cartão' }).nth(1)).toBeChecked();
  await expect(page.getByText('escolhidas de novo')).toBeHidden();
  await saveButton(page).click();
  await expectToast(page, 'success', 'Passeio salvo.');
  await expect(page.getByText('Fotos salvas. A ordem daqui é a do portal.')).toBeVisible();
  const { tripImages } = await tripByApi(page.request, token, page.url().split('/').at(-1) ?? '');
  expect(tripImages.map(({ alt, isCardImg }) => [alt, isCardImg])).toEqual([
    ['Serra ao amanhecer', false],
    ['', true],
  ]);
  await expect.poll(() => keptPhotos(page)).toBe(0);
});

/** Files in the user's cache that are not uploaded yet. */
function keptPhotos(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('own-'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().filter(({ url }) => url.includes('/own/photo-')).length;
  });
}

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{mso-style-unhide:no}</style></head>
<body lang=PT-BR><!--StartFragment--><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Saída</b> às <i>4h30</i><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Transporte<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Guia<o:p></o:p></p><!--EndFragment--></body></html>`;

test('what is pasted from Word and from WhatsApp comes out clean, and is stored so; a link leads nowhere but to a site', async ({
  page,
  request,
  signInAs,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token, { description: '' });
  await openEditor(page, trip.id);
  const description = descriptionOf(page);
  await description.click();
  await pasteFromElsewhere(page, { html: word, text: 'Saída às 4h30\n·  Transporte\n·  Guia' });
  await expect(description.getByRole('listitem')).toHaveText(['Transporte', 'Guia']);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await pasteFromElsewhere(page, {
    text: '[19:02, 20/11/2026] Rota: *Capitólio* é _só alegria_\n\n• Lancha\n• ~R$ 320~ R$ 289\nhttps://exemplo.com.br',
  });
  await expect(description.getByRole('link')).toHaveText('https://exemplo.com.br');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+K');
  const dialog = page.getByRole('dialog', { name: 'Inserir link' });
  await expect(dialog.getByLabel('Endereço')).toBeFocused();
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Endereço')).toHaveAccessibleDescription(/Use um site, um e-mail ou um telefone\./);
  await dialog.getByLabel('Endereço').fill('exemplo.com.br/mapa');
  await page.keyboard.press('Enter');
  await expect(description.getByRole('link').last()).toHaveAttribute('href', 'https://exemplo.com.br/mapa');
  await expect(description).toBeFocused();
  await saveButton(page).click();
  await expectToast(page, 'success', 'Passeio salvo.');
  const { description: stored } = await tripByApi(request, token, trip.id);
  expect(stored).toBe(
    '<p><strong>Saída</strong> às <em>4h30</em></p><ul><li>Transporte</li><li>Guia</li></ul>' +
      '<p><strong>Capitólio</strong> é <em>só alegria</em></p>' +
      '<ul><li>Lancha</li><li><s>R$ 320</s> R$ 289</li></ul>' +
      '<p><a href="https://exemplo.com.br/" rel="noopener nofollow" target="_blank">https://exemplo.com.br</a></p>' +
      '<p><a href="https://exemplo.com.br/mapa" rel="noopener nofollow" target="_blank">exemplo.com.br/mapa</a></p>',
  );
});
