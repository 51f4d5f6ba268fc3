import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { photograph } from './photographs.ts';
import { expectNoSidewaysScrolling } from './screens.ts';
import { descriptionOf, field, openEditor, saveButton } from './trip-editor.ts';
import { createTripByApi } from './trips.ts';

test('a trip that is not complete says what is missing beside each field, and goes to the first', {
  tag: '@phone',
}, async ({ page, signInAs }) => {
  await signInAs(demoAccount('OPERATOR'));
  await openEditor(page);
  await page.getByRole('button', { name: 'Adicionar ponto' }).click();
  await field(page, 'Local do ponto de embarque 1').fill('Rodoviária');
  await page.getByRole('button', { name: 'Padrão', exact: true }).click();
  await field(page, 'Faixa 1: horas antes da saída').fill('');
  await page
    .getByLabel('Arquivos de fotos')
    .setInputFiles([
      await photograph('um.jpg', '#1b6a8a'),
      { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('não é foto') },
    ]);
  await saveButton(page).click();
  await expect(field(page, 'Título')).toBeFocused();
  await expect(field(page, 'Título')).toHaveAccessibleDescription('Título: preencha este campo.');
  await expect(page.getByText('Informe o dia e a hora da saída.')).toBeVisible();
  await expect(field(page, 'Horário do ponto de embarque 1')).toHaveAccessibleDescription(
    'Use o horário no formato HH:MM.',
  );
  await expectNothingFound(page, 'main');
  await expectNoSidewaysScrolling(page);
  const parts = page.getByRole('navigation', { name: 'Partes do passeio' });
  await expect(parts.getByRole('link', { name: 'Quando: 2 campos a corrigir' })).toBeVisible();
  await field(page, 'Título').fill('Cânions');
  await expect(page.getByText('Título: preencha este campo.')).toBeHidden();
  await parts.getByRole('link', { name: /^Embarque/ }).click();
  await expect(page.getByRole('heading', { name: 'Pontos de embarque' })).toBeFocused();
});

test('a trip with everything, and what opens over it', async ({ page, signInAs, request }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await createTripByApi(request, token, {
    description: '<h2>O dia</h2><p>Veja o <a href="https://exemplo.com.br">mapa</a> antes.</p><ul><li>Guia</li></ul>',
    itinerary: [{ day: 1, time: '09:00', text: 'Lancha' }],
    cancellationTiers: [
      { minHoursBefore: 24, penaltyPercent: 0 },
      { minHoursBefore: 12, penaltyPercent: 50 },
    ],
  });
  await openEditor(page, trip.id);
  await page.getByRole('group', { name: 'Saída' }).getByRole('textbox', { name: 'Dia' }).focus();
  await expect(page.getByRole('button', { name: 'Próximo mês' })).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press('Escape');
  await descriptionOf(page).focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog', { name: 'Inserir link' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectNothingFound(page, 'dialog[open]');
});
