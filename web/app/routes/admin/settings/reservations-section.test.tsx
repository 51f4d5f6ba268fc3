import { usualReservationSettings as stored } from '@passeio/contract/operator/reservation-settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { ReservationsSection } from './reservations-section';

const PUT = 'PUT /api/settings/reservations';
test('deadlines are typed in hours or days; those that nobody touched stay as they are', async () => {
  signIn('ADMIN');
  const saved = { ...stored, holdMinutes: 2880, balanceDueHours: 72 };
  const { bodies } = answerCalls({ [PUT]: [refusal(503), { json: saved }] });
  let isDirty = false;
  const follow = (dirty: boolean) => {
    isDirty = dirty;
  };
  await renderPage(<ReservationsSection settings={stored} onDirty={follow} />);
  await expect.element(page.getByLabelText('Vaga guardada por', { exact: true })).toHaveValue('24');
  await expect.element(page.getByLabelText('Unidade: Vaga guardada por')).toHaveValue('hours');
  await page.getByLabelText('Vaga guardada por', { exact: true }).fill('0');
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  await expect.element(page.getByText('Use um número inteiro, de 1 em diante.')).toBeVisible();
  await page.getByLabelText('Vaga guardada por', { exact: true }).fill('2');
  await page.getByLabelText('Unidade: Vaga guardada por').selectOptions('days');
  await page.getByLabelText('Restante pago até, antes da saída', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  // Nothing typed is lost where the server does not answer.
  await expect.element(page.getByLabelText('Vaga guardada por', { exact: true })).toHaveValue('2');
  expect(isDirty).toBe(true);
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  await expectToast('success', 'Prazos das reservas salvos.');
  expect(bodies[PUT]).toEqual(saved);
  expect(isDirty).toBe(false);
});

test('the law on withdrawals stands beside the setting, with a warning where it promises less', async () => {
  signIn('ADMIN');
  const saved = { ...stored, withdrawalRight: false };
  answerCalls({ [PUT]: { json: saved } });
  await renderPage(<ReservationsSection settings={stored} onDirty={() => {}} />);
  const warning = page.getByRole('alert').getByText(/O cliente tem 7 dias por lei/);
  await expect.element(page.getByText(/Código de Defesa do Consumidor \(art\. 49\)/)).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
  const days = page.getByLabelText('Prazo de arrependimento', { exact: true });
  await days.fill('1');
  await expect.element(warning).toBeVisible();
  await days.fill('10');
  await expect.element(warning).not.toBeInTheDocument();
  const right = page.getByRole('switch', { name: /^Desistência sem multa/ });
  await right.click();
  await expect.element(warning).toBeVisible();
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  await expectToast('success', 'Prazos das reservas salvos.');
  await expect.element(warning).toBeVisible();
});

test('on a phone each group opens on what is set in it, and by itself where something is wrong', async () => {
  await beOnPhone();
  signIn('ADMIN');
  const saved = { ...stored, holdMinutes: 2880, pixPermille: -50 };
  const { bodies } = answerCalls({ [PUT]: { json: saved } });
  await renderPage(<ReservationsSection settings={stored} onDirty={() => {}} />);
  const hold = page.getByLabelText('Vaga guardada por', { exact: true });
  const pix = page.getByLabelText('No Pix, mudar o valor em', { exact: true });
  await expect.element(page.getByText('24 horas; perto da saída, 30 minutos')).toBeVisible();
  await expect.element(hold).not.toBeVisible();
  expect(document.documentElement.scrollHeight).toBeLessThan(1_600);
  await page.getByText('Prazo para pagar o sinal').click();
  await hold.fill('x');
  await page.getByText('Prazo para pagar o sinal').click();
  await page.getByText('Preço por forma de pagamento').click();
  await pix.fill('-5');
  await expect.element(page.getByText('Pix −5%, cartão sem mudança')).toBeVisible();
  await expectNoSidewaysScrolling();
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  await expect.element(hold).toHaveFocus();
  await expect.element(page.getByText('Use um número inteiro, de 1 em diante.')).toBeVisible();
  await hold.fill('2');
  await page.getByLabelText('Unidade: Vaga guardada por').selectOptions('days');
  await page.getByRole('button', { name: 'Salvar prazos' }).click();
  await expectToast('success', 'Prazos das reservas salvos.');
  expect(bodies[PUT]).toEqual(saved);
});
