import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { phonePhotograph, photograph } from './photographs.ts';
import { expectPicturesLoaded, expectToast, openTripDialog } from './screens.ts';
import { descriptionOf, field, fillMoment, openEditor, saveButton } from './trip-editor.ts';
import { archiveTripByApi, lastDepartureDay, tripByApi, uniqueTitle } from './trips.ts';

test('an operator publishes a trip with four pictures from nothing, and a visitor finds it', async ({
  page,
  browser,
  request,
  signInAs,
}) => {
  test.slow();
  const token = await signInAs(demoAccount('OPERATOR'));
  const title = uniqueTitle();
  const day = await lastDepartureDay(request);
  await openEditor(page);
  await expect(page.getByRole('heading', { name: 'Novo passeio', level: 1 })).toBeVisible();

  await field(page, 'Título').fill(title);
  await field(page, 'Resumo').fill('De lancha pelos cânions, com parada para banho.');
  await descriptionOf(page).click();
  await page.keyboard.type('O dia');
  await page.getByRole('button', { name: 'Título grande' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Saímos ');
  await page.keyboard.press('ControlOrMeta+B');
  await page.keyboard.type('cedo');
  await fillMoment(page, 'Saída', day, '4h30');
  await fillMoment(page, 'Volta', day, '2200');
  await field(page, 'Preço da tarifa 1').fill('1289,5');
  await page.getByRole('button', { name: 'Adulto, criança, colo' }).click();
  await expect(field(page, 'Preço da tarifa 2')).toBeFocused();
  await page.keyboard.type('249');
  await field(page, 'Preço da tarifa 3').fill('0');
  await page.getByRole('button', { name: 'Adicionar cortesia' }).click();
  await expect(page.getByText('R$ 386,85 garantem a vaga (Adulto).')).toBeVisible();
  await fillPlacesAndPlan(page);

  await choosePhotos(page);
  await expectPreview(page, title);

  await saveButton(page).click();
  await expectToast(page, 'success', 'Passeio salvo.');
  await expect(page).toHaveURL(/\/admin\/passeios\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Editar passeio', level: 1 })).toBeVisible();
  await expect(page.getByText('Fotos salvas. A ordem daqui é a do portal.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Rascunho', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'No portal' }).check();
  await expectToast(page, 'success', 'O passeio está no portal.');
  await expect(page.getByText('Vagas abertas', { exact: true })).toBeVisible();

  const tripId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expectStored(page, token, tripId);
  const visitor = await (await browser.newContext()).newPage();
  await expectVisitorFinds(visitor, title);
  await visitor.context().close();
  await archiveTripByApi(request, token, tripId);
});

async function fillPlacesAndPlan(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Veículo' }).click();
  await page.getByRole('option', { name: 'Ônibus 46 lugares' }).click();
  await expect(field(page, 'Vagas')).toHaveValue('46');
  await field(page, 'Lotação mínima').fill('30');
  await page.getByRole('button', { name: 'Adicionar ponto' }).click();
  await page.keyboard.type('5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Varginha – Rodoviária');
  await page.keyboard.press('Enter');
  await page.keyboard.type('0430');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Três Corações – trevo');
  await page.getByRole('button', { name: 'Mover ponto de embarque 2 para antes' }).click();
  await expect(field(page, 'Local do ponto de embarque 1')).toHaveValue('Três Corações – trevo');
  await expect(field(page, 'Horário do ponto de embarque 2')).toHaveValue('05:00');

  await page.getByRole('button', { name: 'Adicionar passo' }).click();
  await page.keyboard.type('9:00');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lancha pelos cânions');
  await field(page, 'O que está incluso').fill('• Transporte\n\n- Guia');
  await field(page, 'O que não está incluso').fill('Almoço');
  await field(page, 'O que levar').fill('Documento com foto');
  await field(page, 'Riscos e cuidados').fill('Água funda: use o colete.');
  await page.getByRole('button', { name: 'Bate-volta flexível' }).click();
  await expect(page.getByText('Até 24 h antes da saída: sem multa')).toBeVisible();
}

async function choosePhotos(page: Page): Promise<void> {
  await page
    .getByLabel('Arquivos de fotos')
    .setInputFiles([
      await photograph('lancha.jpg', '#1b6a8a'),
      await photograph('canion.jpg', '#a0522d'),
      await photograph('almoco.jpg', '#c9a227'),
      await phonePhotograph('celular.jpg'),
    ]);
  await expect(page.getByText('As fotos serão enviadas quando você salvar o passeio.')).toBeVisible();
  await field(page, 'O que se vê na foto 1').fill('Lancha no lago');
  await field(page, 'O que se vê na foto 2').fill('Paredão de pedra');
  await expect(page.getByText('Falta descrever, para quem não vê a foto')).toHaveCount(2);
  await page.getByRole('button', { name: 'Mover foto 4 para antes' }).click();
  await page.getByRole('radio', { name: 'Imagem do cartão' }).nth(1).check();
}

/** The portal's dialog, with photos that are not uploaded yet. */
async function expectPreview(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Pré-visualizar' }).click();
  const preview = page.getByRole('dialog', { name: title });
  await expect(preview.getByText('1 de 4')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Lancha no lago' })).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'O dia', level: 2 })).toBeVisible();
  await expect(preview.getByRole('region', { name: 'Quantas pessoas vão?' }).getByRole('listitem')).toContainText([
    'Adultoa partir de 13 anosR$ 1.289,50',
    'Criançade 6 a 12 anosR$ 249,00',
    'Criança de coloaté 5 anosgrátis',
  ]);
  await expect(preview.getByText('Restam 46 vagas')).toBeVisible();
  await preview.getByRole('button', { name: 'Quero participar!' }).click();
  await expectToast(page, 'info', 'Esta é só a prévia: nada foi reservado.');
  await preview.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(preview).toBeHidden();
}

async function expectStored(page: Page, token: string, tripId: string): Promise<void> {
  const trip = await tripByApi(page.request, token, tripId);
  expect(trip).toMatchObject({
    priceCents: 24_900,
    fares: [
      { label: 'Adulto', minAge: 13, maxAge: null, priceCents: 128_950, takesPlace: true, audience: 'public' },
      { label: 'Criança', minAge: 6, maxAge: 12, priceCents: 24_900, takesPlace: true, audience: 'public' },
      { label: 'Criança de colo', minAge: 0, maxAge: 5, priceCents: 0, takesPlace: false, audience: 'public' },
      { label: 'Cortesia', minAge: null, maxAge: null, priceCents: 0, takesPlace: true, audience: 'staff' },
    ],
    capacity: 46,
    minParticipants: 30,
    vehicle: 'Ônibus 46 lugares',
    included: ['Transporte', 'Guia'],
    isActive: true,
    description: '<h2>O dia</h2><p>Saímos <strong>cedo</strong></p>',
  });
  expect(trip.date).toMatch(/T07:30:00/);
  expect(trip.boardingPoints.map(({ time }) => time)).toEqual(['04:30', '05:00']);
  expect(trip.tripImages.map(({ alt, isCardImg }) => [alt, isCardImg])).toEqual([
    ['Lancha no lago', false],
    ['Paredão de pedra', true],
    ['', false],
    ['', false],
  ]);
  // The phone's photo is upright and has no GPS data.
  const [, , upright] = trip.tripImages;
  expect(upright?.height).toBeGreaterThan(upright?.width ?? 0);
  const file = await page.request.get(`/api/${upright?.url}`);
  expect((await file.body()).includes('Exif')).toBe(false);
}

async function expectVisitorFinds(page: Page, title: string): Promise<void> {
  await page.goto('/');
  const dialog = await openTripDialog(page, title);
  await expectPicturesLoaded(dialog, 4);
  await expect(dialog.getByText('Até 24 h antes da saída: sem multa')).toBeVisible();
  await dialog.getByRole('link', { name: 'Ver página do passeio' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Depois disso, até a saída: multa de 20% do valor')).toBeVisible();
  await expect(main.getByText('Três Corações – trevo', { exact: true })).toBeVisible();
  await expect(main.getByText('Água funda: use o colete.')).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: 'Criançade 6 a 12 anosR$ 249,00' })).toBeVisible();
  await expect(main.getByText('Cortesia')).toBeHidden();
  await expectPicturesLoaded(main, 4);
}
