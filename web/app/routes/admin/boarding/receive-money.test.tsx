import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { expectNothingFound } from '~/test/axe';
import { boarder, boardingOf, boardingTripId } from '~/test/boarding';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToFit } from '~/test/screen';
import * as boarding from './boarding';

const LIST = `GET /api/trips/${boardingTripId}/boarding`;
const CASH = `POST /api/trips/${boardingTripId}/door-payments`;
const CHARGE = `POST /api/trips/${boardingTripId}/door-charges`;
const party = { code: 'AB12CD', payer: 'Ana Lima' };
const family = (more: object) => ({
  json: boardingOf([
    boarder({ ...party, name: 'Ana Lima', ...more }),
    boarder({ ...party, name: 'Ivo Lima', ...more }),
  ]),
});
const owing = family({ dueCents: 37_800 });
const paid = family({});

afterEach(async () => {
  await deleteCachesOfOthers(null);
  indexedDB.deleteDatabase('boarding-outbox');
});

function open() {
  signIn('OPERATOR');
  return openAgain();
}

function openAgain() {
  return renderRoute(boarding, { at: `/admin/embarque/${boardingTripId}`, path: '/admin/embarque/:tripId' });
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const standing = (words: string | RegExp) => page.getByText(words);

test('what a family owes is said once and taken in cash, never more than it is', async () => {
  const { bodies } = answerCalls({
    [LIST]: [owing, paid],
    [CASH]: { json: { dueCents: 0, guideCents: 0, guides: '' } },
  });
  await open();
  await expect.element(page.getByText('Falta pagar R$ 378,00')).toBeVisible();
  await button(/receber de Ana Lima$/).click();
  const dialog = page.getByRole('dialog', { name: 'Receber de Ana Lima' });
  await expect.element(dialog.getByText(/^Reserva AB12CD\. Falta pagar R\$.378,00\.$/)).toBeVisible();
  const amount = dialog.getByLabelText('Valor em dinheiro');
  await expect.element(amount).toHaveValue('378,00');
  await expectNothingFound();
  await expectToFit();
  await amount.fill('378,01');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/^Falta pagar só R\$.378,00\.$/)).toBeVisible();
  await amount.fill('378');
  await button('Recebi em dinheiro').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(standing(/^Tudo enviado/)).toBeVisible();
  await expect.element(button(/receber de Ana Lima$/)).not.toBeInTheDocument();
  expect(bodies[CASH]).toEqual({
    ...{ id: expect.any(String), code: 'AB12CD', amountCents: 37_800 },
    ...{ tappedAt: expect.any(String), clockOffsetMs: expect.any(Number) },
  });
});

test('without a signal cash is kept, no longer asked for, and sent once the signal is back; a refusal says what was not recorded', async () => {
  answerCalls({ [LIST]: [owing, 'lost'], [CASH]: 'lost' });
  const first = await open();
  await button(/receber de Ana Lima$/).click();
  await page.getByLabelText('Valor em dinheiro').fill('100');
  await userEvent.keyboard('{Enter}');
  await expect.element(standing('Sem sinal. 1 toque por enviar.')).toBeVisible();
  await expect.element(page.getByText(/^R\$.100,00 em dinheiro, por enviar$/)).toBeVisible();
  await expect.element(page.getByText(/^Falta pagar R\$.278,00$/)).toBeVisible();
  await first.unmount();

  const sentence = 'Esta reserva não está mais na lista desta saída.';
  const { calls } = answerCalls({
    [LIST]: family({ dueCents: 5_000 }),
    [CASH]: refusal(404, { code: 'RESERVATION_NOT_FOUND', fields: { code: sentence } }),
  });
  await openAgain();
  const alert = page.getByRole('alert').filter({ hasText: 'em dinheiro não registrados.' });
  await expect.element(alert.getByText(sentence)).toBeVisible();
  await expect.element(page.getByText(/^Falta pagar R\$.50,00$/)).toBeVisible();
  expect(calls.filter((call) => call === CASH)).toHaveLength(1);
  await button('Entendi').click();
  await expect.element(alert).not.toBeInTheDocument();
});

test('what a guide holds is named and no longer asked for', async () => {
  answerCalls({ [LIST]: family({ dueCents: 37_800, guideCents: 37_800, guides: 'Júlia Prado' }) });
  await open();
  await expect.element(page.getByText(/^R\$.378,00 recebido por Júlia Prado, a confirmar$/)).toBeVisible();
  await expect.element(button(/receber de Ana Lima$/)).not.toBeInTheDocument();
  await expectNothingFound();
});

test('a receipt that staff has not reviewed is named beside what is due, and before money is taken again', async () => {
  answerCalls({ [LIST]: family({ dueCents: 37_800, hasReceipt: true }) });
  await open();
  await expect.element(page.getByText(/^Falta pagar R\$.378,00$/)).toBeVisible();
  await expect.element(page.getByText('Comprovante em conferência')).toBeVisible();
  await expectNothingFound();
  await button(/receber de Ana Lima$/).click();
  const dialog = page.getByRole('dialog', { name: 'Receber de Ana Lima' });
  await expect.element(dialog.getByText(/^Quem paga já enviou um comprovante/)).toBeVisible();
  await expectNothingFound('dialog[open]');
});

test('a Pix is shown to be scanned, and the phone says when it was paid', async () => {
  const charge = {
    ...{ id: crypto.randomUUID(), purpose: 'balance', amountCents: 37_800, txid: 'T1', method: 'provider_pix' },
    ...{ state: 'open', expiresAt: null, confirmsItself: true },
  };
  const { bodies } = answerCalls({
    [LIST]: [owing, paid],
    [CHARGE]: [
      refusal(409, { code: 'PIX_UNAVAILABLE', message: 'O Pix ainda não está configurado.' }),
      { json: { ...charge, payload: '00020126codigo' } },
    ],
  });
  await open();
  await button(/receber de Ana Lima$/).click();
  await button(/^Mostrar Pix de/).click();
  await expect.element(page.getByText('O Pix ainda não está configurado.')).toBeVisible();
  await button(/^Mostrar Pix de/).click();
  await expect.element(page.getByRole('img', { name: /^QR code para pagar R\$.378,00 por Pix$/ })).toBeVisible();
  expect(bodies[CHARGE]).toEqual({ code: 'AB12CD' });
  await expectToFit();
  await expect.element(page.getByText('Recebido: a reserva está paga.'), { timeout: 10_000 }).toBeVisible();
});

test('cash of a guide whom staff took off the trip goes out before the list is refused, and the page says so', async () => {
  answerCalls({ [LIST]: [owing, 'lost'], [CASH]: 'lost' });
  await open();
  await button(/receber de Ana Lima$/).click();
  await button('Recebi em dinheiro').click();
  await expect.element(standing('Sem sinal. 1 toque por enviar.')).toBeVisible();
  const message = 'Você não é guia desta saída.';
  answerCalls({ [LIST]: refusal(404, { code: 'BOARDING_NOT_OWN', message }), [CASH]: { json: {} } });
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/^Reserva AB12CD: R\$.378,00 em dinheiro enviados\.$/)).toBeVisible();
  await expect.element(page.getByRole('status').getByText(message)).toBeVisible();
  await expectNothingFound();
  await expectToFit();
});
