import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { keepWayBack } from '~/features/reservations/payment/kept-way-back';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newCharge, newDetails } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import * as back from './back-from-provider';
import * as linkedPage from './linked-reservation';
import * as reservationPage from './reservation';

const PATH = 'GET /api/reservations/A3K7QX';
const id = crypto.randomUUID();
const CHARGES = `POST /api/reservations/${id}/charges`;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const toCard = page.getByRole('link', { name: 'Pagar com cartão' });

const address = 'https://cards.example/checkout?pref_id=1';
const charge = newCharge({ txid: 'A3K7QX000000PASSEIO0000000', method: 'card', payload: null, address });
const offered: Partial<Reservation> = { means: ['pix', 'card'] };
const answered = (status: string, reference = charge.txid) => `?status=${status}&external_reference=${reference}`;

async function open(
  versions: Partial<Reservation>[],
  responses: Record<string, FakeResponse | FakeResponse[]> = {},
  search = '',
) {
  signIn();
  const network = answerCalls({
    [PATH]: versions.map((facts) => ({ json: newDetails({ id, ...offered, ...facts }) })),
    'GET /api/reservations/me/companions': { json: { data: [] } },
    [`GET /api/reservations/${id}/timeline`]: { json: { data: [], hasEarlier: false } },
    ...responses,
  });
  await renderRoute(reservationPage, { at: `/minhasreservas/A3K7QX${search}`, path: '/minhasreservas/:code' });
  return network;
}

test('a payer who may choose a card is sent to its page, and may choose Pix instead', async () => {
  const { bodies } = await open([{}, { charge }], { [CHARGES]: { status: 201, json: charge } });
  await expect.element(page.getByText(/^Pague o sinal de R\$\s141,90 por Pix ou cartão para confirmar/)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Pix' })).toBeChecked();
  await page.getByText('Cartão', { exact: true }).click();
  await button(/^Pagar o sinal/).click();
  expect(bodies[CHARGES]).toEqual({ purpose: 'deposit', means: 'card' });
  await expect.element(toCard).toHaveAttribute('href', address);
  // Another means takes the place of the open charge.
  await page.getByText('Pix', { exact: true }).click();
  await expect.element(button(/^Pagar o sinal/)).toBeVisible();
  await expectNothingFound();
});

test('a payer sees what each means costs before choosing, and the code says what it took off', async () => {
  const dear = newCharge({ amountCents: 13_481, adjustmentCents: -709 });
  const prices = { meansPermille: { pix: -50, card: 35 } };
  const responses = { [CHARGES]: { status: 201, json: dear } };
  const { bodies } = await open([prices, { ...prices, charge: dear }], responses);
  await expect.element(page.getByText(/^Pix R\$\s134,81 ou .*\(5% de desconto\)$/)).toBeVisible();
  await expect.element(page.getByText(/^Cartão R\$\s146,87 ou .*\(3,5% de acréscimo\)$/)).toBeVisible();
  await button(/^Pagar o sinal\s*R\$\s134,81$/).click();
  expect(bodies[CHARGES]).toEqual({ purpose: 'deposit' });
  await expect.element(page.getByText(/^Desconto do Pix: R\$\s7,09$/)).toBeVisible();
  // Paying the same price by Pix leaves nothing to choose.
  await expect.element(button(/^Pagar o sinal/)).not.toBeInTheDocument();
  await expectToFit();
  await expectNothingFound();
});

test('another amount is paid by card too', async () => {
  const instalments = ['2027-01-27', '2027-02-27'].map((dueDate, index) => ({
    ...{ id: String(index + 1), dueDate, amountCents: 14_000, paidCents: 0, state: 'open' as const },
  }));
  const booked = { state: 'booked' as const, totalCents: 40_000, depositCents: 12_000, receivedCents: 12_000 };
  const { bodies } = await open([{ ...booked, dueCents: 28_000, instalments }], {
    [CHARGES]: { status: 201, json: charge },
  });
  await page.getByText('Cartão', { exact: true }).click();
  await button('Pagar outro valor').click();
  await page.getByLabelText('Quanto você quer pagar agora?').fill('150');
  await button(/^Pagar com cartão: R\$\s150,00$/).click();
  await expect.poll(() => bodies[CHARGES]).toEqual({ purpose: 'balance', amountCents: 15_000, means: 'card' });
});

test('a card that was approved is confirmed without a reload, and cannot be paid again meanwhile', async () => {
  const paid = { state: 'booked', receivedCents: 14_190 } as const;
  await open([{ charge }, paid], {}, answered('approved'));
  await expect.element(page.getByText('Estamos confirmando o pagamento…')).toBeVisible();
  await expect.element(toCard).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Recebemos R\$\s141,90\. Obrigado!$/)).toBeVisible();
  await expect.element(page.getByText('Estamos confirmando o pagamento…')).not.toBeInTheDocument();
});

test('a card that was approved and recorded before the payer is back is announced too', async () => {
  await open([{ state: 'booked', receivedCents: 14_190 }], {}, answered('approved'));
  await expect.element(page.getByRole('status').getByText('Pagamento aprovado. Obrigado!')).toBeVisible();
  await expectNothingFound();
});

test('a card that was refused says so with the deadline, and can be tried again', async () => {
  await open([{ charge }], {}, answered('rejected'));
  const alert = page.getByRole('alert').filter({ hasText: 'O cartão não foi aprovado.' });
  await expect
    .element(alert.getByText(/Tente de novo ou pague por Pix\. Os lugares estão guardados até /))
    .toBeVisible();
  await expect.element(toCard).toHaveAttribute('href', address);
  // The pointer may be on a button of the page before.
  await alert.hover();
  await expectNothingFound();
  await expectToFit();
});

test.each(['pending', 'in_process'])('a card that is %s says how long that may take', async (status) => {
  await open([{ charge }], {}, answered(status));
  await expect.element(page.getByText(/pode levar até 2 dias úteis/)).toBeVisible();
  await expect.element(toCard).not.toBeInTheDocument();
  await expect.element(page.getByRole('radio', { name: 'Pix' })).not.toBeInTheDocument();
});

test('a card whose bank decides is known without an address, and nothing else can be paid meanwhile', async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const nextStep = 'O banco do cartão está analisando o seu pagamento. Não pague de novo.';
  const status = { key: 'card_review', label: 'Cartão em análise', tone: 'waiting', nextStep, until } as const;
  await open([{ charge: null, cardInReview: true, creditCents: 5_000, status }]);
  await expect.element(page.getByText(/Não pague de novo/)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Pix' })).not.toBeInTheDocument();
  await expect.element(button(/^(Pagar|Usar|Tenho um vale)/)).not.toBeInTheDocument();
  await expectNothingFound();
  await expectToFit();
});

test('a card that its bank refused later can be tried again, whatever the address still says', async () => {
  const refused = { ...charge, cardReview: { paymentId: '77', inReview: false } };
  await open([{ charge: refused }], {}, `${answered('pending')}&payment_id=77`);
  await expect.element(page.getByRole('alert').getByText(/O cartão não foi aprovado\./)).toBeVisible();
  await expect.element(toCard).toBeVisible();
});

test('another payment than the one that was refused is decided first', async () => {
  const refused = { ...charge, cardReview: { paymentId: '77', inReview: false } };
  await open([{ charge: refused }], {}, `${answered('pending')}&payment_id=78`);
  await expect.element(page.getByText(/pode levar até 2 dias úteis/)).toBeVisible();
  await expect.element(toCard).not.toBeInTheDocument();
});

test.each([
  ['nothing was paid there', answered('null')],
  ['the answer is about another charge', answered('rejected', 'A3K7QXOTHER')],
])('the page is as it was if %s', async (_, search) => {
  await open([{ charge }], {}, search);
  await expect.element(toCard).toBeVisible();
  await expect.element(page.getByText(/O cartão não foi aprovado|Estamos confirmando/)).not.toBeInTheDocument();
});

const TOKEN = 'c'.repeat(43);
const byLink = (name: string) => `POST /api/reservation-links/${name}`;
const comeBack = () => renderRoute(back, { at: `/reserva/A3K7QX${answered('rejected')}`, path: '/reserva/:code' });

test('a payer by link comes back to the link, whose secret is in no address of the provider', async () => {
  answerCalls({ [byLink('read')]: { json: newDetails({ ...offered, charge }) } });
  window.location.hash = TOKEN;
  await renderRoute(linkedPage, { at: '/reserva' });
  await expect.element(toCard).toHaveAttribute('href', address);
  toCard.element().addEventListener('click', (event) => event.preventDefault());
  await toCard.click();
  window.location.hash = '';
  await cleanup();
  await comeBack();
  await expect.element(page.getByText(`/reserva${answered('rejected')}#${TOKEN}`)).toBeVisible();
});

test('a payer with an account comes back to its page', async () => {
  signIn();
  await comeBack();
  await expect.element(page.getByText(`/minhasreservas/A3K7QX${answered('rejected')}`)).toBeVisible();
});

test('another browser is asked to open the link or to sign in, and a link of another reservation stays', async () => {
  keepWayBack('B3K7QX', pagePaths.payerLink(TOKEN));
  await comeBack();
  await expect.element(page.getByRole('heading', { name: 'Abra a sua reserva' })).toBeVisible();
  const signingIn = page.getByRole('link', { name: 'Entrar na minha conta' });
  await expect.element(signingIn).toHaveAttribute('href', '/auth/login?returnUrl=%2Fminhasreservas%2FA3K7QX');
  await expectNothingFound();
});
