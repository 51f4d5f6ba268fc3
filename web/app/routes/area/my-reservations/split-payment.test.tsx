import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { Share } from '@passeio/contract/reservations/shares';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails, newParticipant, newPayer } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import * as reservationPage from './reservation';

const PATH = 'GET /api/reservations/A3K7QX';
const id = crypto.randomUUID();
const SPLIT = `PUT /api/reservations/${id}/split`;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const people = [newPayer(), newParticipant({ name: 'Bia Prado' })];
const [payer, bia] = people;

const shareOf = (who: { id: string } | undefined, paidCents: number): Share => ({
  ...{ participantId: who?.id ?? '', amountCents: 18_900, paidCents, dueCents: 18_900 - paidCents },
  depositDueCents: Math.max(7_095 - paidCents, 0),
});
const unpaid = { shares: [shareOf(payer, 0), shareOf(bia, 0)] };
const paid = { receivedCents: 7_095, shares: [shareOf(payer, 0), shareOf(bia, 7_095)] };

async function open(versions: Partial<Reservation>[], responses: Record<string, FakeResponse> = {}) {
  signIn();
  const network = answerCalls({
    [PATH]: versions.map((facts) => ({ json: newDetails({ id, participants: people, ...facts }) })),
    'GET /api/reservations/me/companions': { json: { data: [] } },
    [`GET /api/reservations/${id}/timeline`]: { json: { data: [], hasEarlier: false } },
    [SPLIT]: { json: newDetails({ id, participants: people }) },
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

test('the payer divides the payment, reads what each person pays, and sends them their link', async () => {
  const url = `http://localhost/participante#${'a'.repeat(43)}`;
  const { bodies } = await open([{}, unpaid, unpaid], {
    [`POST /api/reservations/${id}/participants/${bia?.id}/link`]: { status: 201, json: { url } },
  });
  await button('Dividir o pagamento').click();
  await expect.element(page.getByRole('heading', { name: 'Pagamento dividido' })).toBeVisible();
  expect(bodies[SPLIT]).toEqual({ isSplit: true });
  await expect.element(page.getByText(/só ficam garantidos quando o sinal de todas entrar, até /)).toBeVisible();
  await expect.element(page.getByText(/^R\$\s189,00 · falta R\$\s189,00$/).first()).toBeVisible();
  await expectToFit();
  await expectNothingFound();

  await button('Enviar link: Bia Prado').click();
  await expect.element(page.getByLabelText('Link', { exact: true })).toHaveValue(url);
  const chat = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
  const { href } = chat.element() as HTMLAnchorElement;
  expect(decodeURIComponent(href)).toMatch(/Olá, Bia! Pague a sua parte \(R\$\s70,95\) e preencha os seus dados/);
});

test('what somebody has paid is shown, and the payment is divided no more once that is confirmed', async () => {
  const { bodies } = await open([paid, { receivedCents: 7_095 }]);
  await expect.element(page.getByText(/^R\$\s189,00 · pago R\$\s70,95, falta R\$\s118,05$/)).toBeVisible();
  await expect.element(button('Pagar a minha parte')).toBeVisible();
  await button('Não dividir mais').click();
  await expect.element(page.getByText(/O que já foi pago continua valendo/)).toBeVisible();
  expect(bodies[SPLIT]).toBeUndefined();
  await button('Confirmar').click();
  await expect.element(button('Dividir o pagamento')).toBeVisible();
  expect(bodies[SPLIT]).toEqual({ isSplit: false });
});

test('who travels alone divides nothing', async () => {
  await open([{ participants: [newPayer()] }]);
  await expect.element(button(/^Pagar o valor total/)).toBeVisible();
  expect(button('Dividir o pagamento').query()).toBeNull();
});

test('a payment about which the bank of a card decides is not divided', async () => {
  await open([{ cardInReview: true, dueCents: 37_800 }]);
  await expect.element(page.getByRole('heading', { name: 'Cartão em análise' })).toBeVisible();
  expect(button('Dividir o pagamento').query()).toBeNull();
});
