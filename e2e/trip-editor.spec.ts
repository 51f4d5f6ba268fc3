import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { photograph } from './photographs.ts';
import { errorResponse, expectToast } from './screens.ts';
import { field, fillTheLeast, openEditor, saveButton } from './trip-editor.ts';
import { createTripByApi, lastDepartureDay, tripByApi, uniqueTitle } from './trips.ts';

test('what the API refuses stands beside its field; a boarding point that somebody counts on comes back', async ({
  page,
  signInAs,
  request,
  tolerate,
}) => {
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
  await field(page, 'Vagas').fill(String(trip.capacity));

  await refuseSaving(page, { code: 'BOARDING_POINT_IN_USE', message: 'Há pessoas que embarcam neste ponto.' });
  await page.getByRole('button', { name: 'Remover ponto de embarque 1' }).click();
  await saveButton(page).click();
  await expect(page.getByRole('region', { name: 'Pontos de embarque' }).getByRole('alert')).toContainText(
    'Há pessoas que embarcam neste ponto.',
  );
  await page.getByRole('button', { name: 'Trazer de volta o que removi' }).click();
  await expect(field(page, 'Local do ponto de embarque 1')).toHaveValue('Rodoviária');
  await expect(page.getByText('Tudo salvo')).toBeVisible();
});

async function refuseSaving(page: Page, response: { code: string; message: string }): Promise<void> {
  await page.route('**/api/trips', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(errorResponse(409, response)) : route.continue(),
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
  await dragByKeyboard(page, 'Arrastar foto 2', 'ArrowLeft');
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
  // The sensor listens to keys a moment after it says that the item can be moved.
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByText(/: posição 1 de/)).toBeAttached({ timeout: 200 });
  }).toPass({ intervals: [50] });
  await page.keyboard.press('Space');
}

test('the whole editor by keyboard alone', async ({ page, signInAs, request }) => {
  await signInAs(demoAccount('OPERATOR'));
  const title = uniqueTitle();
  await openEditor(page);
  await fillTheLeast(page, title, await lastDepartureDay(request));
  await field(page, 'Título').focus();
  const visited: string[] = [];
  for (let stop = 0; stop < 80 && visited.at(-1) !== 'Salvar'; stop += 1) {
    await page.keyboard.press('Tab');
    visited.push(await nameOfFocused(page));
  }
  // Each once, in this order: no keyboard trap, nothing skipped.
  const stops = [
    'Resumo',
    'Negrito',
    'Descrição',
    'Mostrar a descrição na janela do passeio',
    'Dia',
    'Hora',
    'Só adulto',
    'Nome da tarifa 1',
    'Preço da tarifa 1',
    'Idade inicial da tarifa 1',
    'Idade final da tarifa 1',
    'Criança de colo: tarifa 1',
    'Só para a equipe: tarifa 1',
    'Remover tarifa 1',
    'Adicionar tarifa',
    'Adicionar cortesia',
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

test('whoever wants no motion sees all that they write, in fields of every width', async ({ page, signInAs }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(demoAccount('OPERATOR'));
  await openEditor(page);
  await page.getByRole('button', { name: 'Adicionar passo' }).click();
  const step = field(page, 'O que acontece no passo 1');
  for (let words = 2; words <= 12; words++) {
    await field(page, 'Riscos e cuidados').fill(`Pedras, ${words}.`);
    await step.fill('cachoeira '.repeat(words));
    const hidden = () => step.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await expect.poll(hidden, `${words} words`).toBeLessThanOrEqual(0);
  }
});
