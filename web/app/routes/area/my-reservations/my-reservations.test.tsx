import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { userCacheName } from '~/features/session/user-cache';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newReservation, newReservedTrip, newWaitingEntry } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newVoucher } from '~/test/vouchers';
import * as myReservations from './my-reservations';
import * as voucherPage from './voucher';

const none = { json: { data: [], page: { number: 1, size: 20, total: 0 } } };

const WAITING = 'GET /api/waiting-list/me';

test.each([
  ['failed', { status: 500 }, 'Houve falha nesta ação'],
  ['is unavailable', { status: 503 }, 'O servidor está fora do ar agora. Tente de novo em instantes.'],
])('a page says that the server %s, and tries again', async (_, failure, sentence) => {
  signIn();
  answerCalls({ 'GET /api/reservations/me': [failure, none], [WAITING]: none });
  await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(page.getByText('Não foi possível carregar esta página')).toBeVisible();
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Você ainda não tem reservas')).toBeVisible();
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn();
  const network = answerCalls({ 'GET /api/reservations/me': none, ...responses });
  await renderRoute(myReservations, { at: '/minhasreservas' });
  return network;
}

test('places in a line are shown with who would go and what it costs, and can be given up', async () => {
  const entry = newWaitingEntry({ position: 2 });
  const leave = `DELETE /api/trips/${entry.trip.id}/waiting-list`;
  const { calls } = await open({ [WAITING]: [{ json: { data: [entry] } }, none], [leave]: { json: {} } });
  const card = page.getByRole('article', { name: 'Cânions de Furnas' });
  await expect.element(card.getByText('Lista de espera: 2º')).toBeVisible();
  await expect.element(card.getByText('2 adultos, 1 criança')).toBeVisible();
  expect(card.element().textContent?.replaceAll('\u00a0', ' ')).toContain('3 pessoas · R$ 473,00');
  await expectNothingFound();
  await expectToFit();
  await expect
    .element(card.getByRole('link', { name: 'Cânions de Furnas' }))
    .toHaveAttribute('href', '/portal/passeio/canions-de-furnas');
  await card.getByRole('button', { name: 'Sair da lista' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Você saiu da lista de espera.');
  await expect.element(page.getByText('Você ainda não tem reservas')).toBeVisible();
  expect(calls).toContain(leave);
});

test('without a network all coming reservations and their vouchers can be read, and nothing of them changed', async () => {
  signIn();
  const inDays = (days: number) => newReservedTrip(new Date(Date.now() + days * 86_400_000).toISOString());
  const paid = { state: 'booked' as const, receivedCents: 14_190, cancellable: true };
  const offer = newReservation({ code: 'OFFER2', channel: 'waiting_list', trip: inDays(3) });
  const next = newReservation({ ...paid, code: 'NEXT22', trip: inDays(4) });
  const later = newReservation({ ...paid, code: 'LATER2', trip: inDays(30) });
  const list = { json: { data: [later, offer, next], page: { number: 1, size: 20, total: 3 } } };
  const vouchers = ['NEXT22', 'LATER2'].map((code) => [
    `GET /api/reservations/${code}/voucher`,
    [{ json: newVoucher({ code }) }, 'lost'],
  ]);
  const { calls } = answerCalls({
    'GET /api/reservations/me': [list, list, 'lost'],
    [WAITING]: [none, none, 'lost'],
    ...Object.fromEntries(vouchers),
  });
  const cached = async (name: string) => (await caches.match(`/own/${name}`))?.text() ?? '';
  const online = await renderRoute(myReservations, { at: '/minhasreservas' });
  const pay = page.getByRole('link', { name: /^Pagar/ });
  await expect.element(pay.first()).toBeVisible();
  for (const code of ['NEXT22', 'LATER2']) await expect.poll(() => cached(`voucher-${code}`)).toContain(code);
  await online.unmount();
  // What has not changed is not asked for again.
  const again = await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(pay.first()).toBeVisible();
  await again.unmount();
  expect(calls.filter((call) => call.endsWith('/voucher'))).toHaveLength(2);

  const offline = await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(page.getByText(/^Sem conexão\. Dados de /)).toBeVisible();
  for (const code of ['OFFER2', 'NEXT22', 'LATER2']) await expect.element(page.getByText(code)).toBeVisible();
  await expect.element(pay).not.toBeInTheDocument();
  await expectNothingFound();
  await offline.unmount();
  await renderRoute(voucherPage, { at: '/minhasreservas/LATER2/voucher', path: '/minhasreservas/:code/voucher' });
  await expect.element(page.getByText(/^Sem conexão\. Voucher de /)).toBeVisible();
  await expect.element(page.getByText('LATER2').first()).toBeVisible();
});

test('copies that an earlier version stored are not shown without a network, and are replaced with the next answer', async () => {
  const { profile } = signIn();
  const [{ refund: _, ...reservation }, { people: __, ...voucher }] = [
    newReservation({ code: 'EARLY2' }),
    newVoucher(),
  ];
  const savedAt = new Date().toISOString();
  const cache = await caches.open(userCacheName(profile.id));
  await cache.put('/own/coming-reservations', Response.json({ savedAt, reservations: [reservation] }));
  await cache.put('/own/voucher-EARLY2', Response.json({ savedAt, voucher }));
  const current = { json: { data: [newReservation({ code: 'EARLY2' })], page: { number: 1, size: 20, total: 1 } } };
  answerCalls({
    'GET /api/reservations/me': ['lost', current, 'lost'],
    [WAITING]: none,
    'GET /api/reservations/EARLY2/voucher': 'lost',
  });
  const failed = page.getByText('Não foi possível carregar esta página');
  const list = await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(failed).toBeVisible();
  await expect.element(page.getByText('EARLY2')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('EARLY2')).toBeVisible();
  await list.unmount();
  const voucherAlone = await renderRoute(voucherPage, {
    at: '/minhasreservas/EARLY2/voucher',
    path: '/minhasreservas/:code/voucher',
  });
  await expect.element(failed).toBeVisible();
  await voucherAlone.unmount();
  await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(page.getByText(/^Sem conexão\. Dados de /)).toBeVisible();
  await expect.element(page.getByText('EARLY2')).toBeVisible();
});

test('the voucher of a reservation that was cancelled elsewhere does not stay on the device', async () => {
  signIn();
  const booked = newReservation({ code: 'GONE22', state: 'booked', receivedCents: 14_190 });
  const listOf = (data: object[]) => ({ json: { data, page: { number: 1, size: 20, total: data.length } } });
  answerCalls({
    'GET /api/reservations/me': [listOf([booked]), listOf([{ ...booked, state: 'cancelled' }])],
    [WAITING]: none,
    'GET /api/reservations/GONE22/voucher': { json: newVoucher({ code: 'GONE22' }) },
  });
  const cached = async () => (await caches.match('/own/voucher-GONE22'))?.text();
  const first = await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.poll(cached).toContain('GONE22');
  await first.unmount();
  await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.poll(cached).toBeUndefined();
});

test('offered places come first, the nearest deadline before all, and can be left to the next person', async () => {
  const offer = (code: string, hours: number, days: number) =>
    newReservation({
      code,
      channel: 'waiting_list',
      holdExpiresAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
      trip: newReservedTrip(new Date(Date.now() + days * 86_400_000).toISOString()),
    });
  const booked = newReservation({ code: 'BOOKED', state: 'booked', receivedCents: 14_190 });
  const reservations = [booked, offer('LATER2', 4, 3), offer('SOON22', 2, 9)];
  const cancel = `POST /api/reservations/${reservations[2]?.id}/cancel`;
  const quote = `GET /api/reservations/${reservations[2]?.id}/cancellation`;
  const { calls } = await open({
    'GET /api/reservations/me': { json: { data: reservations, page: { number: 1, size: 20, total: 3 } } },
    [WAITING]: { json: { data: [] } },
    [quote]: {
      json: { contractedCents: 47_300, receivedCents: 0, penaltyCents: 0, refundCents: 0, rule: '', promisedFor: null },
    },
    [cancel]: { json: { ...reservations[2], state: 'cancelled' } },
  });
  const offered = page.getByRole('region', { name: 'Vagas oferecidas a você' });
  await expect.element(offered.getByText('SOON22')).toBeVisible();
  expect(
    offered
      .getByRole('article')
      .elements()
      .map((one) => /SOON22|LATER2/.exec(one.textContent ?? '')?.[0]),
  ).toEqual(['SOON22', 'LATER2']);
  const first = offered.getByRole('article').first();
  await expect
    .element(first.getByText(/^Saíram vagas para o seu grupo: pague o sinal de R\$\s141,90 por Pix/))
    .toBeVisible();
  await expect.element(first.getByText('Faltam 2 h')).toBeVisible();
  await expect
    .element(first.getByRole('link', { name: 'Pagar o sinal' }))
    .toHaveAttribute('href', '/minhasreservas/SOON22');
  await expect.element(page.getByRole('region', { name: 'Próximas' }).getByText('BOOKED')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await first.getByRole('button', { name: 'Deixar para a próxima pessoa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deixar para a próxima pessoa' });
  await expect.element(dialog.getByText('As 3 vagas ficam livres para outras pessoas.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deixar para a próxima pessoa' }).click();
  await expectToast('success', 'Reserva cancelada.');
  expect(calls).toContain(cancel);
});

test('a card leads to its voucher, payment and page; cancelling and questions are on the page', async () => {
  const booked = newReservation({ code: 'BOOKED', state: 'booked', receivedCents: 14_190, cancellable: true });
  await open({
    'GET /api/reservations/me': { json: { data: [booked], page: { number: 1, size: 20, total: 1 } } },
    [WAITING]: none,
    'GET /api/reservations/BOOKED/voucher': { json: newVoucher({ code: 'BOOKED' }) },
  });
  const card = page.getByRole('article', { name: 'Cânions de Furnas' });
  await expect
    .element(card.getByRole('link', { name: 'Abrir o voucher' }))
    .toHaveAttribute('href', '/minhasreservas/BOOKED/voucher');
  const links = card.getByRole('link').elements();
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Cânions de Furnas',
    ...['Abrir o voucher', 'Pagar o restante', 'Ver reserva'],
  ]);
  expect(card.getByRole('button').elements()).toEqual([]);
});
