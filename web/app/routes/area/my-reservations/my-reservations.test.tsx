import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newReservation, newReservedTrip, newWaitingEntry } from '~/test/reservations';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as myReservations from './my-reservations';

const none = { json: { data: [], page: { number: 1, size: 20, total: 0 } } };

const WAITING = 'GET /api/waiting-list/me';

test.each([
  ['failed', { status: 500 }, 'Houve falha nesta ação'],
  ['is away', { status: 503 }, 'O servidor está fora do ar agora. Tente de novo em instantes.'],
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

test('without a network the next reservation is there to read, and nothing of it can be changed', async () => {
  signIn();
  const held = newReservation({ code: 'NEXT22', cancellable: true });
  const list = { json: { data: [held], page: { number: 1, size: 20, total: 1 } } };
  answerCalls({ 'GET /api/reservations/me': [list, 'lost'], [WAITING]: [none, 'lost'] });
  const online = await renderRoute(myReservations, { at: '/minhasreservas' });
  const cancel = page.getByRole('button', { name: 'Cancelar reserva' });
  await expect.element(cancel).toBeVisible();
  // Other tests' people may have left theirs.
  const cached = async () => {
    const names = await caches.keys();
    const copies = names.map((cacheName) => caches.match('/own/next-reservation', { cacheName }));
    return (await Promise.all(copies.map(async (copy) => (await copy)?.text()))).join();
  };
  await expect.poll(cached).toContain('NEXT22');
  await online.unmount();

  await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(page.getByText(/^Sem conexão\. Dados de /)).toBeVisible();
  await expect.element(page.getByText('NEXT22')).toBeVisible();
  await expect.element(cancel).not.toBeInTheDocument();
  await expectNothingFound();
  for (const name of await caches.keys()) await caches.delete(name);
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

test('a reservation is cancelled only after it is confirmed', async () => {
  const held = newReservation();
  const cancelled = newReservation({ id: held.id, state: 'cancelled' });
  const listOf = (one: object) => ({ json: { data: [one], page: { number: 1, size: 20, total: 1 } } });
  const cancel = `POST /api/reservations/${held.id}/cancel`;
  const quote = { contractedCents: 47_300, receivedCents: 0, penaltyCents: 0, refundCents: 0 };
  const { calls } = await open({
    'GET /api/reservations/me': [listOf(held), listOf(cancelled)],
    [WAITING]: none,
    [`GET /api/reservations/${held.id}/cancellation`]: { json: { ...quote, rule: '', promisedFor: null } },
    [cancel]: { json: cancelled },
  });
  const card = page.getByRole('article', { name: 'Cânions de Furnas' });
  const question = page.getByRole('dialog', { name: 'Cancelar reserva' });
  await card.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expect.element(question.getByText(/^Nada foi pago/)).toBeVisible();
  await expectNothingFound('dialog[open]');
  await question.getByRole('button', { name: 'Voltar' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(card.getByText('Aguardando pagamento do sinal')).toBeVisible();
  expect(calls).not.toContain(cancel);

  await card.getByRole('button', { name: 'Cancelar reserva' }).click();
  await question.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expectToast('success', 'Reserva cancelada.');
  await expect.element(card.getByText('Cancelada', { exact: true })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Cancelar reserva' })).not.toBeInTheDocument();
});
