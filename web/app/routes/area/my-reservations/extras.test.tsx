import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { TripExtra } from '@passeio/contract/trips/extras';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newDetails, newExtraLine, newParticipant, newPayer } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling, expectToFit, expectWords } from '~/test/screen';
import { newExtra } from '~/test/trip';
import * as linkedPage from './linked-reservation';
import * as reservationPage from './reservation';

const lunch = newExtra('Almoço', 4_500, { description: 'No restaurante do mirante.', maxQuantity: 2 });
const snorkel = newExtra('Snorkel', 2_500, { stock: 12, stockLeft: 0 });
const bottle = newExtra('Garrafa', 1_000, { per: 'reservation', maxQuantity: 3 });
const [marina, ana] = [newPayer(), newParticipant({ name: 'Ana Prado' })];

/** A reservation of two, R$ 378,00, in a trip that sells these extras. */
function newOfTwo(more: Partial<Reservation> = {}, extras: TripExtra[] = [lunch, snorkel, bottle]) {
  return newDetails({ participants: [marina, ana], depositCents: 11_340, ...more }, extras);
}

const section = page.getByRole('region', { name: 'Adicionais' });
const dialog = page.getByRole('dialog');
const inDialog = (name: string | RegExp) => dialog.getByRole('button', { name });
const summary = dialog.getByRole('status', { name: 'Novo valor' });
const noTimeline = { json: { data: [], hasEarlier: false } };

async function open(
  details: ReturnType<typeof newOfTwo>,
  responses: Record<string, FakeResponse | FakeResponse[]> = {},
) {
  signIn();
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': { json: details },
    [`GET /api/reservations/${details.id}/timeline`]: noTimeline,
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

test('an extra is added for somebody, after the new total and what is due are shown', async () => {
  await beOnPhone();
  const details = newOfTwo({ state: 'booked', receivedCents: 11_340 });
  const lines = [newExtraLine(lunch, ana.id, 2)];
  const after = newOfTwo({ ...details, lines, totalCents: 46_800, dueCents: 35_460 });
  const add = `POST /api/reservations/${details.id}/extras`;
  const sentence = 'Almoço: resta 1.';
  const { bodies } = await open(details, {
    'GET /api/reservations/A3K7QX': [{ json: details }, { json: details }, { json: after }],
    [`GET /api/reservations/${details.id}/cancellation`]: refusal(409),
    [add]: [
      refusal(409, { code: 'EXTRA_SOLD_OUT', message: 'Um adicional se esgotou.', fields: { extras: sentence } }),
      { status: 201, json: after },
    ],
  });
  await expectWords(section, 'Este passeio oferece: Almoço (R$ 45,00), Garrafa (R$ 10,00).');
  await section.getByRole('button', { name: 'Adicionar adicional' }).click();

  await expect.element(dialog.getByRole('option', { name: 'Snorkel · esgotado' })).toBeDisabled();
  await dialog.getByLabelText('Para quem?').selectOptions(ana.id);
  (inDialog('Menos um: Quantidade').element() as HTMLElement).click();
  await inDialog('Mais um: Quantidade').click();
  await expect.element(dialog.getByRole('spinbutton', { name: 'Quantidade' })).toHaveValue(2);
  await expectWords(summary, '2 × Almoço');
  await expectWords(summary, 'R$ 468,00');
  await expectWords(summary, 'R$ 354,60');
  await expect.element(summary.getByText('A reserva continua confirmada.')).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectToFit();
  await expectNothingFound();

  await inDialog('Adicionar').click();
  await expect.element(dialog.getByText(sentence)).toBeVisible();
  await inDialog('Adicionar').click();
  await expect.element(section.getByRole('listitem')).toMatchTextContent('2 × AlmoçoAna Prado · R$ 90,00');
  expect(bodies[add]).toEqual({ extraId: lunch.id, count: 2, participantId: ana.id });
  const price = page.getByRole('region', { name: 'Valores' });
  await expectWords(price, '2 × AlmoçoAna PradoR$ 90,00Total');
  await expectWords(price, 'R$ 468,00');
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('an extra is taken out after what comes back is shown; one whose price is kept is not', async () => {
  const ticket = newExtra('Ingresso', 10_000, { refundable: false });
  const lines = [newExtraLine(lunch, ana.id), newExtraLine(ticket, marina.id), newExtraLine(bottle, null, 2)];
  const details = newOfTwo({ state: 'booked', lines, totalCents: 54_300, receivedCents: 54_300 }, [
    lunch,
    ticket,
    bottle,
  ]);
  const [ofLunch] = lines;
  const path = `/api/reservations/${details.id}`;
  const quote = { contractedCents: 4_500, receivedCents: 4_500, penaltyCents: 0, refundCents: 4_500 };
  const rules = {
    rule: 'Faltam 5 dias: sem multa.',
    promisedFor: '2099-12-05',
    parts: [{ way: 'pix', amountCents: 4_500 }],
  };
  const costs = {
    contractedCents: 10_000,
    receivedCents: 10_000,
    penaltyCents: 10_000,
    refundCents: 0,
    promisedFor: null,
  };
  const { calls, searches } = await open(details, {
    [`GET ${path}/cancellation`]: [
      ...[refusal(409), { json: { ...costs, rule: 'R$ 100,00 de adicionais sem reembolso não voltam.' } }],
      { json: { ...quote, ...rules } },
    ],
    [`DELETE ${path}/extras/${ofLunch?.id}`]: { json: details },
  });
  await section.getByRole('button', { name: 'Tirar: Ingresso, Marina Alves de Souza' }).click();
  await expect.element(dialog.getByText(/R\$\s100,00 ficam com a operadora/)).toBeVisible();
  await expect.element(inDialog('Tirar')).toBeDisabled();
  await inDialog('Voltar').click();
  await expect.element(section.getByRole('button', { name: 'Tirar: 2 × Garrafa, Da reserva toda' })).toBeVisible();
  await section.getByRole('button', { name: 'Tirar: Almoço, Ana Prado' }).click();
  await expect.poll(() => searches[`GET ${path}/cancellation`]).toContain(`extra=${ofLunch?.id}`);
  await expectWords(dialog, 'O total passa de R$ 543,00 para R$ 498,00.');
  await expectWords(dialog, 'Você recebe R$ 45,00 até 05/12/2099, por Pix.');
  await expectNothingFound();
  await inDialog('Tirar').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toContain(`DELETE ${path}/extras/${ofLunch?.id}`);
});

test('extras that are no longer sold stand there to be read', async () => {
  await open(newOfTwo({ lines: [newExtraLine(lunch, ana.id)] }, []));
  await expect.element(section.getByText('O prazo para mudar os adicionais passou: fale com a gente.')).toBeVisible();
  expect(section.getByRole('button').elements()).toEqual([]);
});

test('a trip without extras says nothing of them', async () => {
  await open(newOfTwo({}, []));
  await expect.element(page.getByRole('region', { name: 'Valores' })).toBeVisible();
  expect(section.elements()).toEqual([]);
});

test('the payer’s link adds them too', async () => {
  const details = newOfTwo();
  const byLink = (name: string) => `POST /api/reservation-links/${name}`;
  const token = 'b'.repeat(43);
  const { bodies } = answerCalls({
    [byLink('read')]: { json: details },
    [byLink('timeline')]: noTimeline,
    [byLink('cancellation')]: refusal(409),
    [byLink('extras')]: { status: 201, json: details },
  });
  window.location.hash = token;
  await renderRoute(linkedPage, { at: '/reserva' });
  await section.getByRole('button', { name: 'Adicionar adicional' }).click();
  await dialog.getByLabelText('Adicional', { exact: true }).selectOptions(bottle.id);
  await inDialog('Adicionar').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies[byLink('extras')]).toMatchObject({ token, extraId: bottle.id, count: 1 });
});
