import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { PrivacySection } from './privacy-section';

const SAVE = 'PUT /api/privacy/settings';
const years = page.getByLabelText('Apagar dados de quem não viaja mais');
const nothing = { lastAt: null as string | null, counts: [] as { label: string; count: number }[], kept: 0 };
const privacy = { controller: '', contact: 'dados@exemplo.com.br', eraseIdleYears: null, erased: nothing };

async function open(erased = nothing) {
  signIn('ADMIN');
  const { bodies } = answerCalls({ [SAVE]: { json: { ...privacy, eraseIdleYears: 5 } } });
  await renderPage(<PrivacySection privacy={{ ...privacy, erased }} onDirty={() => {}} />);
  return bodies;
}

test('the years after which people are erased are saved, and off at first', async () => {
  const bodies = await open();
  await expect.element(years).toHaveDisplayValue('Não apagar');
  await years.selectOptions('Depois de 5 anos sem viajar');
  await page.getByRole('button', { name: 'Salvar privacidade' }).click();
  await expectToast('success', 'Configurações de privacidade salvas.');
  expect(bodies[SAVE]).toEqual({ controller: '', contact: privacy.contact, eraseIdleYears: 5 });
});

test('what time has erased is shown, also when nothing was, or no night has passed', async () => {
  await open();
  await expect.element(page.getByText('A limpeza roda toda noite e ainda não rodou.')).toBeVisible();
  await open({ ...nothing, lastAt: '2026-11-28T07:20:00.000Z' });
  await expect.element(page.getByText('Última limpeza: 28/11/2026, 04:20')).toBeVisible();
  await expect.element(page.getByText('Nenhum dado venceu.')).toBeVisible();
  await open({ lastAt: '2026-11-28T07:20:00.000Z', counts: [{ label: 'Notas da equipe', count: 1200 }], kept: 2 });
  await expect.element(page.getByRole('definition')).toHaveTextContent('1.200');
  await expect.element(page.getByText(/^2 pessoas que não viajam mais ficaram: há algo em aberto/)).toBeVisible();
});
