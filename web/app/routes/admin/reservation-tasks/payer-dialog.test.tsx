import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { samplePassenger, sampleTrip } from '~/features/reservations/passengers/passenger.sample';
import { sampleReservation } from '~/features/reservations/passengers/staff-booking.sample';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { PayerDialog } from './reservation-dialogs';

const guest = { ...samplePassenger().payer, hasAccount: false };
const passenger = samplePassenger({ payer: guest });
const path = `PUT /api/reservations/${passenger.reservation.id}/payer`;
const reservation = sampleReservation({});
const field = (label: string) => page.getByLabelText(label);
const save = page.getByRole('button', { name: 'Salvar' });

async function open(responses: Parameters<typeof answerCalls>[0] = {}) {
  signIn('OPERATOR');
  const toasts: string[] = [];
  const network = answerCalls(responses);
  await renderPage(
    <PayerDialog
      passenger={passenger}
      trip={sampleTrip}
      onClose={() => {}}
      onDone={(sentence) => toasts.push(sentence)}
    />,
  );
  return { ...network, toasts };
}

test('what was misheard on the phone is corrected; only that is sent', async () => {
  const { bodies, toasts } = await open({
    [path]: { json: { ...reservation, payer: { ...reservation.payer, name: 'Maria de Souza' } } },
  });
  await expect.element(field('Telefone com DDD')).toHaveValue('(35) 98811-2233');
  await field('Nome completo').fill('Maria de Souza');
  await field('E-mail').fill('');
  await save.click();
  await expect.poll(() => toasts).toEqual(['Dados de Maria de Souza salvos.']);
  expect(bodies[path]).toEqual({ name: 'Maria de Souza', email: null });
});

test('nothing is sent while nothing is changed or the e-mail is none', async () => {
  const { calls } = await open();
  await save.click();
  await expect.element(page.getByText('Mude algum dado, ou feche.')).toBeVisible();
  await field('E-mail').fill('maria@');
  await save.click();
  await expect.element(field('E-mail')).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
});

test('a refusal of the server stands at its field, and what was typed stays', async () => {
  const sentence = 'Este e-mail já é de outra pessoa.';
  const { toasts } = await open({
    [path]: refusal(409, { code: 'PERSON_KNOWN', message: 'Já existe um cadastro.', fields: { email: sentence } }),
  });
  await field('E-mail').fill('joana@viajantes.example');
  await save.click();
  await expect.element(field('E-mail')).toHaveAccessibleDescription(expect.stringContaining(sentence));
  await expect.element(field('E-mail')).toHaveValue('joana@viajantes.example');
  expect(toasts).toEqual([]);
});
