import type { Refund } from '@passeio/contract/payments/payments';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatMoney } from '~/lib/formats';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails } from '~/test/reservations';
import { expectToast } from '~/test/toast';
import * as reservationPage from './reservation';

const id = crypto.randomUUID();
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Opens the page of a reservation; each read answers the next of `versions`. */
async function open(versions: Partial<Reservation>[], responses: Record<string, FakeResponse>) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': versions.map((facts) => ({ json: newDetails({ id, ...facts }) })),
    'GET /api/reservations/me/companions': { json: { data: [] } },
    [`GET /api/reservations/${id}/timeline`]: { json: { data: [], hasEarlier: false } },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

const credit = (balanceCents: number) => ({ json: { balanceCents, data: [] } });
const PAY_WITH_CREDIT = `POST /api/reservations/${id}/credit`;
const AS_CREDIT = `POST /api/reservations/${id}/refund/credit`;

test('credit is shown, and pays as far as it goes with one press', async () => {
  const { bodies } = await open(
    [
      { creditCents: 12_000, dueCents: 37_800 },
      { creditCents: 0, receivedCents: 12_000 },
    ],
    {
      [PAY_WITH_CREDIT]: credit(0),
    },
  );
  await expect.element(page.getByRole('heading', { name: /^Você tem R\$\s120,00 de crédito$/ })).toBeVisible();
  await button(/^Usar R\$\s120,00$/).click();
  await expectToast('success', `Pago com ${formatMoney(12_000)} de crédito.`);
  expect(bodies[PAY_WITH_CREDIT]).toEqual({ amountCents: 12_000 });
  await expect.element(page.getByText(/Você tem .+ de crédito/)).not.toBeInTheDocument();
});

test('uses no more credit than is due; a refusal of the server is shown, and the page reads again', async () => {
  const message = 'O crédito disponível não chega a este valor.';
  const { bodies } = await open(
    [
      { creditCents: 99_900, dueCents: 37_800 },
      { creditCents: 500, dueCents: 37_800 },
    ],
    {
      [PAY_WITH_CREDIT]: refusal(409, { code: 'CREDIT_SHORT', message }),
    },
  );
  await button(/^Usar R\$\s378,00$/).click();
  await expectToast('error', message);
  expect(bodies[PAY_WITH_CREDIT]).toEqual({ amountCents: 37_800 });
  await expect.element(button(/^Usar R\$\s5,00$/)).toBeVisible();
});

test('a refund that is due becomes credit once it is confirmed', async () => {
  const refund: Refund = {
    ...{ id: crypto.randomUUID(), amountCents: 14_190, reason: 'cancelled', promisedFor: '2026-11-30' },
    ...{ state: 'due', paidAt: null, pixKey: '', throughProvider: false, asCredit: false, parts: [] },
  };
  const over = { state: 'cancelled', receivedCents: 14_190 } as const;
  const taken = { ...refund, state: 'paid', paidAt: '2026-11-25T12:00:00.000Z', asCredit: true } as const;
  const { bodies } = await open(
    [
      { ...over, refund },
      { ...over, refund: taken, receivedCents: 0, refundedCents: 14_190, creditCents: 14_190 },
    ],
    {
      [AS_CREDIT]: credit(14_190),
    },
  );
  await button('Prefiro crédito').click();
  await button('Confirmar').click();
  await expectToast('success', `Você tem mais ${formatMoney(14_190)} de crédito.`);
  expect(bodies[AS_CREDIT]).toEqual({ amountCents: 14_190 });
  await expect.element(page.getByText('Ele não vence: use na sua próxima viagem.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^Crédito de R\$\s141,90 Virou crédito$/ })).toBeVisible();
  await expect.element(page.getByText(/É seu crédito desde 25\/11\/2026/)).toBeVisible();
  await expect.element(page.getByText(/Reembols|Devolvemos/)).not.toBeInTheDocument();
});
