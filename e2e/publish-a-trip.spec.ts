import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { phonePhotograph, photograph } from './photographs.ts';
import {
  errorAnswer,
  expectNoSidewaysScrolling,
  expectPicturesLoaded,
  expectToast,
  isPhone,
  openTripDialog,
} from './screens.ts';
import { descriptionOf, field, fillMoment, fillTheLeast, openEditor, saveButton } from './trip-editor.ts';
import { archiveTripByApi, createTripByApi, lastDepartureDay, tripByApi, uniqueTitle } from './trips.ts';

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
  await field(page, 'Adulto').fill('1289,5');
  await field(page, 'Criança (6 a 12)').fill('249');
  await field(page, 'De colo (até 5)').fill('0');
  await expect(page.getByText('R$ 386,85 por adulto garantem a vaga.')).toBeVisible();
  await fillPlacesAndPlan(page);

  await choosePhotos(page);
  await expectPreview(page, title);
  await expectNoSidewaysScrolling(page);

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

/** The very dialog of the portal, with what is on this device only. */
async function expectPreview(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Pré-visualizar' }).click();
  const preview = page.getByRole('dialog', { name: title });
  await expect(preview.getByText('1 de 4')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Lancha no lago' })).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'O dia', level: 2 })).toBeVisible();
  await expect(preview.getByText('R$ 1.289,50')).toBeVisible();
  await expect(preview.getByText('Restam 46 vagas')).toBeVisible();
  await preview.getByRole('button', { name: 'Quero participar!' }).click();
  await expectToast(page, 'info', 'Esta é só a prévia: nada foi reservado.');
  await preview.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(preview).toBeHidden();
}

async function expectStored(page: Page, token: string, tripId: string): Promise<void> {
  const trip = await tripByApi(page.request, token, tripId);
  expect(trip).toMatchObject({
    priceCents: 128_950,
    childPriceCents: 24_900,
    lapChildPriceCents: 0,
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
  // The phone's picture stands upright, and says nothing of where it was taken.
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
  await expect(main.getByText('Três Corações – trevo')).toBeVisible();
  await expect(main.getByText('Água funda: use o colete.')).toBeVisible();
  await expectPicturesLoaded(main, 4);
}

test('a trip that is not complete says what is missing beside each field, and goes to the first', async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('OPERATOR'));
  await openEditor(page);
  await page.getByRole('button', { name: 'Adicionar ponto' }).click();
  await field(page, 'Local do ponto de embarque 1').fill('Rodoviária');
  await saveButton(page).click();
  await expect(field(page, 'Título')).toBeFocused();
  await expect(field(page, 'Título')).toHaveAccessibleDescription('Título: preencha este campo.');
  await expect(page.getByText('Informe o dia e a hora da saída.')).toBeVisible();
  await expect(field(page, 'Horário do ponto de embarque 1')).toHaveAccessibleDescription(
    'Use o horário no formato HH:MM.',
  );
  const parts = page.getByRole('navigation', { name: 'Partes do passeio' });
  await expect(parts.getByRole('link', { name: 'Quando: 2 campos a corrigir' })).toBeVisible();
  await field(page, 'Título').fill('Cânions');
  await expect(page.getByText('Título: preencha este campo.')).toBeHidden();
  await parts.getByRole('link', { name: /^Embarque/ }).click();
  await expect(page.getByRole('heading', { name: 'Pontos de embarque' })).toBeFocused();
});

test('what the API refuses stands beside its field', async ({ page, signInAs, request, tolerate }) => {
  tolerate(/status of 409 .* @ \S+\/api\/trips$/);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  await refuseSaving(page, { code: 'CAPACITY_TAKEN', message: 'Já há mais reservas.' });
  await openEditor(page, trip.id);
  await field(page, 'Vagas').fill('3');
  await saveButton(page).click();
  await expect(field(page, 'Vagas')).toHaveAccessibleDescription(/Já há mais reservas\./);
  await expect(field(page, 'Vagas')).toBeFocused();
  await expect(field(page, 'Vagas')).toHaveValue('3');
});

test('a boarding point that somebody counts on comes back', async ({ page, signInAs, request, tolerate }) => {
  tolerate(/status of 409 .* @ \S+\/api\/trips$/);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  await refuseSaving(page, { code: 'BOARDING_POINT_IN_USE', message: 'Há pessoas que embarcam neste ponto.' });
  await openEditor(page, trip.id);
  await page.getByRole('button', { name: 'Remover ponto de embarque 1' }).click();
  await saveButton(page).click();
  await expect(page.getByRole('region', { name: 'Pontos de embarque' }).getByRole('alert')).toContainText(
    'Há pessoas que embarcam neste ponto.',
  );
  await page.getByRole('button', { name: 'Trazer de volta o que removi' }).click();
  await expect(field(page, 'Local do ponto de embarque 1')).toHaveValue('Rodoviária');
  await expect(page.getByText('Tudo salvo')).toBeVisible();
});

async function refuseSaving(page: Page, answer: { code: string; message: string }): Promise<void> {
  await page.route('**/api/trips', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(errorAnswer(409, answer)) : route.continue(),
  );
}

test('pictures: what cannot be one is told beside it, the others go on, and one can be taken away', async ({
  page,
  signInAs,
  request,
  tolerate,
}) => {
  tolerate(/status of 503 .* @ \S+\/api\/trips\/image/);
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token);
  let refusals = 1;
  await page.route('**/api/trips/image/*', async (route) => {
    if (route.request().method() !== 'POST' || refusals === 0) return route.continue();
    refusals -= 1;
    const body = { statusCode: 503, code: 'UNAVAILABLE', message: 'Fora do ar.', requestId: 'e2e' };
    return route.fulfill({ status: 503, json: body });
  });
  await openEditor(page, trip.id);
  await page
    .getByLabel('Arquivos de fotos')
    .setInputFiles([
      await photograph('um.jpg', '#1b6a8a'),
      { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('não é foto') },
      { name: 'gigante.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(16 * 1024 * 1024) },
      await photograph('dois.jpg', '#a0522d'),
    ]);
  await expect(page.getByText('nota.txt: Este arquivo não é uma foto que aceitamos.')).toBeVisible();
  await expect(page.getByText('gigante.jpg: A foto tem 16 MB. Envie um arquivo de até 15 MB.')).toBeVisible();
  await expect(page.getByText('um.jpg: Fora do ar.')).toBeVisible();
  await page.getByRole('button', { name: 'Remover foto 3' }).click();
  await page.getByRole('button', { name: 'Remover foto 2' }).click();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Fotos salvas. A ordem daqui é a do portal.')).toBeVisible({ timeout: 30_000 });

  await field(page, 'O que se vê na foto 2').fill('Pedra vermelha');
  await dragByKeyboard(page, 'Arrastar foto 2', isPhone(page) ? 'ArrowUp' : 'ArrowLeft');
  await expect(field(page, 'O que se vê na foto 1')).toHaveValue('Pedra vermelha');
  await expect
    .poll(async () => (await tripByApi(request, token, trip.id)).tripImages.map(({ alt }) => alt))
    .toEqual(['Pedra vermelha', '']);
  await page.getByRole('button', { name: 'Remover foto 2' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remover foto?' });
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: 'Remover foto 2' })).toBeHidden();
  await expect.poll(async () => (await tripByApi(request, token, trip.id)).tripImages.length).toBe(1);
});

async function dragByKeyboard(page: Page, handle: string, key: string): Promise<void> {
  await page.getByRole('button', { name: handle }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/pronto para mover, posição/)).toBeAttached();
  await page.keyboard.press(key);
  await expect(page.getByText(/: posição 1 de/)).toBeAttached();
  await page.keyboard.press('Space');
}

test('the whole editor by keyboard alone', async ({ page, signInAs, request }) => {
  await signInAs(demoAccount('OPERATOR'));
  const title = uniqueTitle();
  await openEditor(page);
  await fillTheLeast(page, title, await lastDepartureDay(request));
  await field(page, 'Título').focus();
  const visited: string[] = [];
  for (let stop = 0; stop < 60 && visited.at(-1) !== 'Salvar'; stop += 1) {
    await page.keyboard.press('Tab');
    visited.push(await nameOfFocused(page));
  }
  // Each of them once, in this order: nobody is held anywhere, and nothing is left out.
  const stops = [
    'Resumo',
    'Negrito',
    'Descrição',
    'Mostrar a descrição na janela do passeio',
    'Dia',
    'Hora',
    'Adulto',
    'Sinal',
    'Veículo',
    'Vagas',
    'Lotação mínima',
    'Confirmação até',
    'Viagem interestadual',
    'Adicionar ponto',
    'Adicionar passo',
    'O que está incluso',
    'O que levar',
    'Riscos e cuidados',
    'Padrão',
    'Adicionar faixa',
    'Escolher fotos',
    'Salvar e publicar',
    'Salvar',
  ];
  const met = visited.flatMap((name) => stops.find((stop) => name === stop || name.startsWith(`${stop}\n`)) ?? []);
  expect([...new Set(met)]).toEqual(stops);
  await page.keyboard.press('ControlOrMeta+S');
  await expectToast(page, 'success', 'Passeio salvo.');
  await expect(page).toHaveURL(/\/admin\/passeios\/[\da-f-]{36}$/);
});

function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const labelled = element.getAttribute('aria-labelledby');
    const label = labelled ? document.getElementById(labelled)?.textContent : undefined;
    // As it is seen: what stands below a label is another line.
    const own = [...(element.labels ?? [])].map((one) => one.innerText).join('');
    return (element.getAttribute('aria-label') || label || own || element.textContent || '').trim();
  });
}
