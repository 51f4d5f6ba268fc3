import type { LinkedParticipant } from '@passeio/contract/reservations/participants';
import type { LinkedShare } from '@passeio/contract/reservations/shares';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderRoute } from '~/test/render';
import { fares, newCharge, newParticipant, newReservedTrip } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import * as companion from './companion';

const READ = 'POST /api/participants/link/read';
const CHARGE = 'POST /api/participants/link/charges';
const TOKEN = 'a'.repeat(43);
const button = (name: string | RegExp) => page.getByRole('button', { name });

function linkedWith(share: Partial<LinkedShare>): LinkedParticipant {
  const { id: _id, fareId: _fare, isPayer: _payer, hasLink: _link, companionId: _with, ...own } = newParticipant();
  const { minAge, maxAge } = fares.adult;
  const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
  return {
    participant: { ...own, name: 'Bia Prado', fare: { minAge, maxAge }, masked: {} },
    trip: { ...newReservedTrip(inFiveDays), questions: [] },
    room: null,
    asksStatement: false,
    share: {
      ...{ amountCents: 18_900, paidCents: 0, dueCents: 18_900, depositDueCents: 5_670, charge: null },
      ...{ means: ['pix'], isHeld: true, cardInReview: false, until: new Date(Date.now() + 86_400_000).toISOString() },
      ...share,
    },
  };
}

async function open(answers: FakeResponse[], more: Record<string, FakeResponse | FakeResponse[]> = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const network = answerCalls({ [READ]: answers, ...more });
  window.location.hash = TOKEN;
  await renderRoute(companion, { at: '/participante' });
  return network;
}

const charge = newCharge({ amountCents: 5_670 });

test('a companion pays their part of the deposit by its code, and reads that it is paid', async () => {
  const paid = { paidCents: 5_670, dueCents: 13_230, depositDueCents: 0 };
  const { bodies } = await open(
    [{ json: linkedWith({}) }, { json: linkedWith({ charge }) }, { json: linkedWith(paid) }],
    { [CHARGE]: { status: 201, json: charge } },
  );
  await expect.element(page.getByRole('heading', { name: /^Sua parte: R\$\s189,00$/ })).toBeVisible();
  await expect.element(page.getByText(/^Falta R\$\s189,00\. O sinal é de R\$\s56,70\./)).toBeVisible();
  await expect.element(button(/^Pagar tudo: R\$\s189,00$/)).toBeVisible();
  await page.getByLabelText('Nome completo', { exact: true }).fill('Bia Prado Lima');
  await button(/^Pagar o sinal: R\$\s56,70$/).click();
  expect(bodies[CHARGE]).toEqual({ token: TOKEN, purpose: 'deposit', means: 'pix' });
  await expect.element(page.getByLabelText('Pix copia e cola', { exact: true })).toHaveValue(charge.payload);
  await expectToFit();
  await expectNothingFound();

  vi.advanceTimersByTime(8_000);
  await expect
    .element(page.getByText(/^Pago R\$\s56,70, falta R\$\s132,30\. Os lugares só ficam garantidos/))
    .toBeVisible();
  expect(page.getByLabelText('Pix copia e cola', { exact: true }).query()).toBeNull();
  // What was typed meanwhile stays.
  await expect.element(page.getByLabelText('Nome completo', { exact: true })).toHaveValue('Bia Prado Lima');
});

test('a share that is paid asks for nothing', async () => {
  const paid = { paidCents: 18_900, dueCents: 0, depositDueCents: 0, means: [], isHeld: false, until: null };
  await open([{ json: linkedWith(paid) }]);
  await expect.element(page.getByText('Sua parte está paga. Obrigado!')).toBeVisible();
  expect(button(/^Pagar/).query()).toBeNull();
});

test('where the payment is divided no more, the page says so when the companion pays', async () => {
  const sentence = 'O pagamento desta reserva não está mais dividido. Fale com quem fez a reserva.';
  await open([{ json: linkedWith({}) }], {
    [CHARGE]: refusal(409, { code: 'PAYMENT_NOT_SPLIT', message: sentence }),
  });
  await button(/^Pagar o sinal/).click();
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test('a reservation that ends while its code is open asks the companion to pay no more', async () => {
  const over = refusal(404, { code: 'PARTICIPANT_LINK_OVER', message: 'Este link não vale mais.' });
  await open([{ json: linkedWith({ charge }) }, over]);
  await expect.element(page.getByLabelText('Pix copia e cola', { exact: true })).toBeVisible();
  vi.advanceTimersByTime(8_000);
  await expect.element(page.getByText(/Não pague mais nada por ele/)).toBeVisible();
});
