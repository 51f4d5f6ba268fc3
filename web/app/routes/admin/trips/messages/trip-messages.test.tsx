import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { newChat } from '~/test/chats';
import { type FakeResponse, refusal } from '~/test/network';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import * as tripMessages from './trip-messages';

/** The chats that would have been opened: WhatsApp itself stays closed. */
let chats: URL[] = [];
const stayHere = (event: Event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[target=_blank]');
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  chats.push(new URL(link.href));
};
beforeAll(() => document.addEventListener('click', stayHere));
afterAll(() => document.removeEventListener('click', stayHere));

const trip = { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' };
const READ = `GET /api/trips/${trip.id}/whatsapp-messages`;
const ANNOUNCED = `GET /api/trips/${trip.id}/announcements`;

const person = (name: string, more: Partial<ChatFacts> = {}) =>
  newChat({ trip, payer: { name, contact: '+5535988887777', hasAccount: true }, ...more });
const record = ({ id }: ChatFacts) => `POST /api/reservations/${id}/whatsapp-messages`;

function messageFor({ id: reservationId }: ChatFacts, more: Partial<WhatsAppMessage> = {}): WhatsAppMessage {
  return {
    ...{ id: crypto.randomUUID(), reservationId, templateKey: 'whatsAppDeposit' },
    ...{ participantId: null, announcementId: null },
    ...{ phone: '+5535988887777', by: 'Bia Lima', openedAt: '2026-11-20T17:05:00.000Z' },
    ...more,
  };
}

async function open(
  reservations: ChatFacts[],
  {
    messages = [],
    search = '?mensagem=whatsAppDeposit',
    ...responses
  }: {
    messages?: WhatsAppMessage[];
    search?: string;
    [call: string]: FakeResponse | FakeResponse[] | WhatsAppMessage[] | string | undefined;
  } = {},
) {
  chats = [];
  const at = `/admin/passeios/${trip.id}/mensagens${search}`;
  return renderInArea(tripMessages, {
    ...{ at, path: '/admin/passeios/:tripId/mensagens', role: 'OPERATOR' },
    responses: {
      [READ]: { json: { trip, reservations, messages } },
      [ANNOUNCED]: { json: { data: [], boardingPoints: [] } },
      ...(responses as Record<string, FakeResponse>),
    },
  });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const chat = (name: string) => page.getByRole('link', { name: `Abrir no WhatsApp: ${name}`, exact: true });
const [ana, bia, caio] = [person('Ana Prado'), person('Bia Reis'), person('Caio Melo')];

test('says of every text to how many it applies, and leads to it', async () => {
  const paid = person('Davi Sá', { state: 'booked', status: 'paid', depositCents: 0, dueCents: 0 });
  await open([ana, bia, paid], { messages: [messageFor(ana)], search: '' });
  await expect.element(page.getByRole('link', { name: /^Falta o sinal.*2 pessoas, 1 já aberta/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Outros assuntos.*3 pessoas/ })).toBeVisible();
  await expect.element(page.getByText('Faltam dados', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Faltam dados/ })).not.toBeInTheDocument();
  await page.getByRole('link', { name: /^Falta o sinal/ }).click();
  await expect.element(button('Enviar para 1')).toBeVisible();
});

test('each tap opens a chat with the text, is recorded once, and shows the next; the end says what became of them', async () => {
  const { calls, bodies } = await open([ana, bia, caio], {
    [record(ana)]: { status: 201, json: messageFor(ana) },
    [record(caio)]: { status: 201, json: messageFor(caio) },
  });
  await button('Enviar para 3').click();
  await expect.element(page.getByText('1 de 3')).toBeVisible();
  await expect
    .element(page.getByText(/^Olá, Ana! Aqui é da .+ Falta o sinal de R\$ 86,70\.\s+Pague por aqui: http/))
    .toBeVisible();
  (chat('Ana Prado').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 de 3')).toBeVisible();
  await expect.element(page.getByText('Ana Prado: aberta no WhatsApp.')).toBeVisible();
  // The chat of the one that was tapped, not of the one who is shown by then.
  expect(chats.map(({ origin, pathname }) => origin + pathname)).toEqual(['https://wa.me/5535988887777']);
  expect(chats[0]?.searchParams.get('text')).toMatch(/^Olá, Ana! .+ Falta o sinal de R\$\s86,70\./s);
  expect(bodies[record(ana)]).toEqual({ templateKey: 'whatsAppDeposit', tripId: trip.id });
  await button('Pular: Bia Reis').click();
  await expect.element(page.getByRole('heading', { name: 'Caio Melo' })).toHaveFocus();
  await chat('Caio Melo').click();
  await expect.element(page.getByText('2 abertas no WhatsApp, 1 pulada.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Você chegou ao fim' })).toHaveFocus();
  expect(chats[1]?.searchParams.get('text')).toMatch(/^Olá, Caio!/);
  expect(calls.filter((one) => one.startsWith('POST'))).toEqual([record(ana), record(caio)]);
  await button('Ver a lista').click();
  await expect.element(button('Enviar para 1')).toBeVisible();
});

test('the button to tap stays in its place from one person to the next, in sight on a phone', async () => {
  await setWindow();
  await open([ana, bia], { [record(ana)]: { status: 201, json: messageFor(ana) } });
  await button('Enviar para 2').click();
  const placeOf = (name: string) => chat(name).element().getBoundingClientRect();
  await expect.element(chat('Ana Prado')).toBeVisible();
  const { top, bottom } = placeOf('Ana Prado');
  expect(bottom).toBeLessThan(740);
  await chat('Ana Prado').click();
  await expect.element(page.getByText('Ana Prado: aberta no WhatsApp.')).toBeVisible();
  expect(placeOf('Bia Reis').top).toBe(top);
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await button('Parar por aqui').click();
  await expect
    .element(page.getByRole('region', { name: 'Já abertas no WhatsApp' }).getByText('Ana Prado'))
    .toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('what was not sent is taken back, and comes again', async () => {
  const saved = messageFor(ana);
  const undo = `DELETE /api/reservations/${ana.id}/whatsapp-messages/${saved.id}`;
  const { calls } = await open([ana, bia], { [record(ana)]: { status: 201, json: saved }, [undo]: { json: saved } });
  await button('Enviar para 2').click();
  await chat('Ana Prado').click();
  await button('Não enviei: Ana Prado').click();
  await expect.element(chat('Ana Prado')).toHaveTextContent('Abrir no WhatsApp');
  await expect.poll(() => calls).toContain(undo);
  await button('Parar por aqui').click();
  await expect.element(button('Enviar para 2')).toBeVisible();
});

test('goes on where it stood: payers who got it are passed over, with when and by whom, and may get it again', async () => {
  const landline = person('Davi Sá', { payer: { name: 'Davi Sá', contact: '+553532120000', hasAccount: false } });
  const { calls } = await open([ana, bia, landline], {
    messages: [messageFor(ana)],
    [record(ana)]: { status: 201, json: messageFor(ana) },
  });
  const opened = page.getByRole('region', { name: 'Já abertas no WhatsApp' });
  await expect.element(opened.getByText(/^já aberta 20\/11 às 14:05 por Bia$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ligar para Davi Sá: (35) 3212-0000' })).toBeVisible();
  await button('Enviar para 1').click();
  await expect.element(page.getByText('1 de 1')).toBeVisible();
  await expect.element(chat('Bia Reis')).toBeVisible();
  await button('Parar por aqui').click();
  await page.getByRole('link', { name: 'Enviar de novo: Ana Prado' }).click();
  await expect.poll(() => calls).toContain(record(ana));
});

test('a record that fails is shown, and made by another try under the same key', async () => {
  const { headers, calls } = await open([ana, bia], {
    [record(ana)]: [refusal(503, { message: 'Tente daqui a pouco.' }), { status: 201, json: messageFor(ana) }],
  });
  await button('Enviar para 2').click();
  await chat('Ana Prado').click();
  await expect.element(page.getByText(/A mensagem para Ana Prado não foi registrada/)).toBeVisible();
  await button('Tentar de novo').click();
  await expect.element(page.getByText('Ana Prado: aberta no WhatsApp.')).toBeVisible();
  const keys = headers.filter((_, at) => calls[at] === record(ana)).map((one) => one.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('where nobody reserved there is nobody to write to', async () => {
  await open([], { search: '' });
  await expect.element(page.getByText('Ninguém para avisar')).toBeVisible();
});
