import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keep } from '~/features/boarding/outbox';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, refusal } from '~/test/network';
import { newToday } from '~/test/overview';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newReservation, newReservedTrip, newWaitingEntry } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling, expectToFit, expectWords } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newExtra, newTrip } from '~/test/trip';
import * as home from './home';

const none = { data: [], page: { number: 1, size: 20, total: 0 } };
const nothing = { total: 0, data: [] };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Without `payments`. */
const earlier = {
  today: '2026-11-22',
  departures: nothing,
  belowMinimum: nothing,
  toDecide: 0,
  overdueDeposits: { cents: 0, reservations: 0 },
  requests: { cents: 0, reservations: 0 },
  cancelledDepartures: [],
  missingData: { people: 0, trips: [] },
};
const payments = {
  receipts: 0,
  refunds: { refunds: 0, late: 0, cents: 0 },
  unmatched: { payments: 0, cents: 0 },
  withGuides: { payments: 0, cents: 0 },
  bankChecks: 0,
};

test("today's work in the form of another version is not shown in part: the page asks to try again, and it comes", async () => {
  signIn('OPERATOR');
  answerCalls({
    'GET /api/reservations/me': [{ json: none }, { json: none }],
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/overview/today': [{ json: earlier }, { json: { ...earlier, payments } }],
  });
  await renderRoute(home, { at: '/home' });
  await expect.element(page.getByRole('heading', { name: 'Não foi possível carregar esta página' })).toBeVisible();
  await expectToast('error', 'Não foi possível ler a resposta do servidor. Tente de novo.');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText(/^Olá, /)).toBeVisible();
});

test('an operator begins the day with what is to be done, each figure leading to its list', async () => {
  await beOnPhone();
  signIn('OPERATOR');
  const today = newToday();
  answerCalls({
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/overview/today': { json: today },
  });
  await renderRoute(home, { at: '/home' });
  for (const [label, words, href] of [
    [/^Próximas saídas/, '9', '/admin/passeios'],
    [/^Sinal atrasado/, 'R$ 260,103 reservas', '/admin/reservas?lista=sinal-atrasado'],
    [/^Abaixo do mínimo/, '1passeio', '/admin/passeios?situacao=abaixo-do-minimo'],
    [/^Dados pendentes/, '7pessoas', '/home#dados-pendentes'],
  ] as const) {
    await expectWords(page.getByRole('link', { name: label }), words);
    await expect.element(page.getByRole('link', { name: label })).toHaveAttribute('href', href);
  }
  const lacking = page.getByRole('region', { name: 'Abaixo do mínimo' }).getByRole('listitem');
  await expectWords(lacking, 'faltam 8 para o mínimo · decisão amanhã');
  await expectWords(page.getByRole('region', { name: 'Dados pendentes' }), '5 de 12 completos');
  // The company's figures are the administrators', and trips to join the clients'.
  for (const words of ['Dinheiro da semana', 'A receber', 'Próximos passeios']) {
    await expect.element(page.getByText(words, { exact: true })).not.toBeInTheDocument();
  }
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('an operator is shown no figure whose list they may not open', async () => {
  const today = newToday();
  const waiting = { payments: 2, cents: 9_000 };
  const figures = {
    receipts: 3,
    refunds: { refunds: 1, late: 0, cents: 500 },
    unmatched: waiting,
    withGuides: waiting,
  };
  const responses = {
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/overview/today': { json: { ...today, payments: { ...today.payments, ...figures } } },
  };
  const links = ['Comprovantes', 'A conciliar', 'Dinheiro com guias', 'A devolver'].map((label) =>
    page.getByRole('link', { name: new RegExp(`^${label}`) }),
  );
  const shown = async (permissions: string[]) => {
    signIn('OPERATOR');
    useUser.setState(({ user }) => ({ user: { ...user, permissions } }));
    answerCalls(responses);
    const { unmount } = await renderRoute(home, { at: '/home' });
    await expect.element(page.getByRole('link', { name: /^Próximas saídas/ })).toBeVisible();
    const found = links.map((link) => link.elements().length);
    await unmount();
    return found;
  };
  expect(await shown(['see_money', 'confirm_money'])).toEqual([1, 1, 1, 1]);
  expect(await shown(['see_money'])).toEqual([1, 0, 1, 1]);
  expect(await shown([])).toEqual([0, 0, 0, 0]);
});

test('a guide begins the day with the departures that are their own, and boards those that they guide', async () => {
  await beOnPhone();
  signIn('GUIDE');
  const falls = {
    ...{ id: crypto.randomUUID(), title: 'Capitólio', date: inDays(3), returnDate: inDays(4), people: 12 },
    ...{ opensAt: inDays(2), role: 'guide' },
  };
  const driven = { ...falls, id: crypto.randomUUID(), title: 'Ubatuba', role: 'driver' };
  answerCalls({
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/trips': { json: { ...none, data: [newTrip()] } },
    'GET /api/guide/boardings': [{ json: { data: [falls, driven] } }, { json: { data: [] } }],
  });
  const { unmount } = await renderRoute(home, { at: '/home' });
  const own = page.getByRole('region', { name: 'Suas saídas' });
  await expectWords(own, '12 pessoas');
  await expectWords(own, 'Abre');
  await expectWords(own, 'Você dirige');
  await expect.element(own.getByRole('link')).toHaveAttribute('href', `/admin/embarque/${falls.id}`);
  await expect.element(page.getByText('Próximos passeios', { exact: true })).not.toBeInTheDocument();
  await expectNothingFound();
  await expectToFit();
  await unmount();
  await renderRoute(home, { at: '/home' });
  await expectWords(own, 'Nenhuma por enquanto. A equipe escala você nas saídas em que vai guiar ou dirigir.');
});

test('a guide’s unsent cash of a departure that is not theirs any more goes out from the home page', async () => {
  await beOnPhone();
  const { id: owner } = signIn('GUIDE').profile;
  const tripId = crypto.randomUUID();
  const cash = { id: crypto.randomUUID(), code: 'AB12CD', amountCents: 18_900, tappedAt: inDays(0), clockOffsetMs: 0 };
  await keep('payments', { ...cash, owner, list: tripId, refusal: null });
  const path = `POST /api/trips/${tripId}/door-payments`;
  const { bodies } = answerCalls({
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/trips': { json: none },
    'GET /api/guide/boardings': { json: { data: [] } },
    [path]: ['lost', { json: {} }],
  });
  await renderRoute(home, { at: '/home' });
  await expect.element(page.getByText(/^Reserva AB12CD: R\$.189,00 em dinheiro, por enviar$/)).toBeVisible();
  await expect.element(page.getByText(/^Sem sinal: este aparelho envia quando/)).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/^Reserva AB12CD: R\$.189,00 em dinheiro enviados\.$/)).toBeVisible();
  await expectNothingFound();
  expect(bodies[path]).toEqual(cash);
});

test('the next departure and its voucher stand above a later deposit that is due, which shows its deadline', async () => {
  signIn();
  const paid = newReservation({
    state: 'booked',
    receivedCents: 47_300,
    trip: { ...newReservedTrip(inDays(10)), title: 'Pago' },
  });
  const trip = { ...newReservedTrip(inDays(40)), id: crypto.randomUUID(), title: 'Ilhabela' };
  const due = newReservation({ code: 'D3P0S1', holdExpiresAt: inDays(1), trip });
  answerCalls({
    'GET /api/reservations/me': { json: { ...none, data: [paid, due] } },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/trips': { json: none },
  });
  await renderRoute(home, { at: '/home' });
  const toPay = page.getByRole('region', { name: 'Ilhabela' });
  await expect.element(toPay.getByText('Falta pagar o sinal')).toBeVisible();
  await expect.element(toPay.getByText(/^Faltam \d/)).toBeVisible();
  await expect
    .element(toPay.getByRole('link', { name: 'Pagar o sinal' }))
    .toHaveAttribute('href', '/minhasreservas/D3P0S1');
  const next = page.getByRole('region', { name: 'Pago' });
  await expect.element(next.getByText('Sua próxima saída')).toBeVisible();
  await expect.element(next.getByRole('link', { name: 'Abrir o voucher' })).toBeVisible();
  expect(next.element().compareDocumentPosition(toPay.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('offered places lead to their payment, a line shows the place in it, and what is booked its voucher', async () => {
  signIn();
  const trip = (title: string) => ({ ...newReservedTrip(inDays(9)), id: crypto.randomUUID(), title });
  const offered = newReservation({ code: 'SOON22', channel: 'waiting_list', trip: trip('Ilhabela') });
  const booked = newReservation({ state: 'booked', receivedCents: 14_190, trip: trip('Ubatuba') });
  answerCalls({
    'GET /api/reservations/me': { json: { ...none, data: [booked, offered] } },
    'GET /api/waiting-list/me': { json: { data: [newWaitingEntry()] } },
    'GET /api/trips': { json: none },
  });
  await renderRoute(home, { at: '/home' });
  const offer = page.getByRole('region', { name: 'Ilhabela' });
  await expect.element(offer.getByText('Saíram vagas para o seu grupo', { exact: true })).toBeVisible();
  await expect
    .element(offer.getByRole('link', { name: 'Pagar o sinal' }))
    .toHaveAttribute('href', '/minhasreservas/SOON22');
  const line = page.getByRole('region', { name: 'Lista de espera' });
  await expect.element(line.getByText('Lista de espera: 1º')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Ubatuba' }).getByRole('link', { name: 'Abrir o voucher' }))
    .toHaveAttribute('href', '/minhasreservas/A3K7QX/voucher');
  await expectNothingFound();
  await expectToFit();
});

test('who pressed "Entrar na lista de espera" before signing in finds party and trip again, and waits with one press', async () => {
  const full = newTrip({ situation: 'sold_out', placesLeft: 0 });
  const [adult, child] = full.fares;
  const request = {
    party: [
      { fareId: adult?.id ?? '', count: 2 },
      { fareId: child?.id ?? '', count: 1 },
    ],
    boardingPointId: full.boardingPoints[1]?.id ?? null,
    acceptedPolicy: true,
  };
  // As it is kept when the visitor is sent to sign in.
  savePendingEnrolment(full, request);
  signIn();
  const path = `POST /api/trips/${full.id}/waiting-list`;
  const entry = {
    ...{ id: crypto.randomUUID(), state: 'waiting', position: 3, places: 3, people: 3, party: [], totalCents: 46_700 },
    ...{ joinedAt: '2026-11-22T12:00:00.000Z', offer: null, trip: full },
  };
  const { bodies } = answerCalls({
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': [{ json: { data: [] } }, { json: { data: [entry] } }],
    'GET /api/trips': { json: none },
    [`GET /api/trips/${full.slug}`]: { json: full },
    [path]: { status: 201, json: entry },
  });
  await renderRoute(home, { at: '/home' });
  const card = page.getByRole('region', { name: /^Você quer ir: Ubatuba/ });
  await expect.element(card.getByText('2 adultos, 1 criança · embarque 06:10 Três Corações')).toBeVisible();
  await card.getByRole('button', { name: 'Entrar na lista de espera' }).click();
  await expectToast('success', 'Pronto! Você é o 3º da lista de espera.');
  expect(bodies[path]).toMatchObject({ party: request.party, boardingPointId: request.boardingPointId });
  expect(readPendingEnrolment()).toBeUndefined();
  await expect.element(card).not.toBeInTheDocument();
});

test('somebody who signs in with a trip that they have booked reads so, until they say that they know', async () => {
  const trip = newTrip();
  savePendingEnrolment(trip, undefined);
  signIn();
  const reservation = newReservation({ trip: { ...newReservedTrip(inDays(9)), id: trip.id } });
  answerCalls({
    'GET /api/reservations/me': { json: { ...none, data: [reservation] } },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/trips': { json: none },
    [`GET /api/trips/${trip.slug}`]: { json: trip },
  });
  await renderRoute(home, { at: '/home' });
  const notice = page.getByRole('region', { name: trip.title }).first();
  await expect.element(notice.getByText(/Você já tem uma reserva neste passeio/)).toBeVisible();
  await expect
    .element(notice.getByRole('link', { name: 'Ver minha reserva' }))
    .toHaveAttribute('href', `/minhasreservas/${reservation.code}`);
  await expect.element(page.getByRole('button', { name: 'Concluir reserva' })).not.toBeInTheDocument();
  await expectNothingFound('main, body');
  await notice.getByRole('button', { name: 'Entendi' }).click();
  await expect.element(page.getByText(/Você já tem uma reserva neste passeio/)).not.toBeInTheDocument();
  expect(readPendingEnrolment()).toBeUndefined();
});

test('extras that were chosen before signing in are in the price, and reserved without asking again', async () => {
  const lunch = newExtra('Almoço', 4_500);
  const trip = newTrip({ extras: [lunch, newExtra('Snorkel', 2_500)] });
  const extras = [{ extraId: lunch.id, count: 2 }];
  savePendingEnrolment(trip, { party: [{ fareId: trip.fares[0]?.id ?? '', count: 2 }], extras, acceptedPolicy: true });
  signIn();
  const path = `POST /api/trips/enrrol/${trip.id}`;
  const { bodies } = answerCalls({
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/trips': { json: none },
    [`GET /api/trips/${trip.slug}`]: { json: trip },
    [path]: { status: 201, json: true },
  });
  await renderRoute(home, { at: '/home' });
  const card = page.getByRole('region', { name: /^Você está reservando: Ubatuba/ });
  await expect.element(card.getByText('2 adultos · 2 × Almoço')).toBeVisible();
  await expect.element(card.getByText(/Total R\$\s428,00 · Sinal R\$\s128,40/)).toBeVisible();
  await card.getByRole('button', { name: 'Concluir reserva' }).click();
  await expect.poll(() => bodies[path]).toMatchObject({ extras });
});

test('a coupon of before signing in lowers the price of the card; one that is refused is said and can be changed', async () => {
  const trip = newTrip();
  savePendingEnrolment(trip, {
    party: [{ fareId: trip.fares[0]?.id ?? '', count: 2 }],
    extras: [],
    coupon: 'VERAO',
    acceptedPolicy: true,
  });
  signIn();
  const off = { kind: 'discount', label: 'Cupom VERAO', quantity: 1, unitCents: -5_000, totalCents: -5_000 };
  const path = `POST /api/trips/enrrol/${trip.id}`;
  const { bodies } = answerCalls({
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/trips': { json: none },
    [`GET /api/trips/${trip.slug}`]: { json: trip },
    'POST /api/quotes': {
      json: { lines: [{ ...off, participantIndex: null }], totalCents: 1, depositCents: 1, couponCents: 5_000 },
    },
    [path]: [
      refusal(409, { code: 'COUPON_USED_BY_YOU', message: 'Você já usou este cupom.' }),
      { status: 201, json: true },
    ],
  });
  await renderRoute(home, { at: '/home' });
  const card = page.getByRole('region', { name: /^Você está reservando: Ubatuba/ });
  await expect.element(card.getByText('Cupom VERAO', { exact: true })).toBeVisible();
  await expect.element(card.getByText(/^− R\$\s50,00$/)).toBeVisible();
  await expect.element(card.getByText(/Total R\$\s288,00 · Sinal R\$\s86,40/)).toBeVisible();
  await expectNothingFound('main, body');
  await card.getByRole('button', { name: 'Concluir reserva' }).click();
  const code = card.getByRole('textbox', { name: 'Código do cupom' });
  await expect.element(code).toHaveAccessibleDescription('Você já usou este cupom.');
  expect(bodies[path]).toMatchObject({ coupon: 'VERAO' });
  await code.fill('');
  await card.getByRole('button', { name: 'Concluir reserva' }).click();
  await expect.poll(() => bodies[path]).not.toHaveProperty('coupon');
});

test('what was chosen before signing in can be changed on the page of the trip, or dismissed', async () => {
  const trip = newTrip();
  savePendingEnrolment(trip, { party: [{ fareId: trip.fares[0]?.id ?? '', count: 3 }], acceptedPolicy: true });
  signIn();
  answerCalls({
    'GET /api/reservations/me': { json: none },
    'GET /api/waiting-list/me': { json: { data: [] } },
    'GET /api/trips': { json: none },
    [`GET /api/trips/${trip.slug}`]: { json: trip },
  });
  await renderRoute(home, { at: '/home' });
  const card = page.getByRole('region', { name: /^Você está reservando: Ubatuba/ });
  await expect.element(card.getByText('3 adultos')).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'Mudar' })).toHaveAttribute('href', '/portal/passeio/ubatuba');
  await card.getByRole('button', { name: 'Agora não' }).click();
  await expect.element(card).not.toBeInTheDocument();
  expect(readPendingEnrolment()).toBeUndefined();
});
