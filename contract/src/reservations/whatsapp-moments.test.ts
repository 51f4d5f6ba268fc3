import { describe, expect, it } from 'vitest';
import type { ChatFacts } from '../chat-facts.ts';
import {
  type ChatSender,
  concerns,
  greetingText,
  messageToParticipant,
  messageToPayer,
  momentOf,
  waitingText,
} from './whatsapp-moments.ts';

// Saturday, 5 December 2026, 05:30 in São Paulo.
const DEPARTURE = '2026-12-05T08:30:00.000Z';
const sender: ChatSender = {
  operator: 'Rota das Águas',
  origin: 'https://passeio.example',
  timeZone: 'America/Sao_Paulo',
  now: Date.parse('2026-11-20T15:00:00.000Z'),
  wordings: [],
};
const ana: ChatFacts = {
  id: '01980000-0000-7000-8000-000000000001',
  code: 'K7M2QX',
  state: 'booked',
  status: 'paid',
  payer: { name: 'Ana Prado', contact: '+5535999990000', hasAccount: true },
  trip: { id: '01980000-0000-7000-8000-000000000002', title: 'Cânions de Furnas', date: DEPARTURE },
  boarding: [{ at: '2026-12-05T08:10:00.000Z', place: 'Três Corações, posto do trevo' }],
  missing: [],
  depositCents: 0,
  dueCents: 0,
  until: null,
  refund: null,
};
const held: ChatFacts = {
  ...ana,
  state: 'held',
  status: 'deposit_due',
  depositCents: 5_670,
  dueCents: 18_900,
  until: '2026-11-23T21:00:00.000Z',
};
const owing: ChatFacts = { ...ana, status: 'balance_due', dueCents: 13_230, until: '2026-12-03T08:30:00.000Z' };
const jose = { id: 'jose', name: 'José', isPayer: false, fields: ['birthdate', 'documentNumber'] };
const at = (instant: string): ChatSender => ({ ...sender, now: Date.parse(instant) });

describe('the message for a moment', () => {
  it.each<[string, ChatFacts, ChatSender, string, string]>([
    [
      'a deposit that is missing',
      held,
      sender,
      'falta o sinal',
      `Olá, Ana! Aqui é da Rota das Águas. A sua reserva K7M2QX em Cânions de Furnas está guardada até segunda-feira, 23 de novembro, às 18:00. Falta o sinal de R$ 56,70.

Pague por aqui: https://passeio.example/minhasreservas/K7M2QX`,
    ],
    [
      'a deposit without a deadline',
      { ...held, until: null },
      sender,
      'falta o sinal',
      `Olá, Ana! Aqui é da Rota das Águas. A sua reserva K7M2QX em Cânions de Furnas está guardada até o pagamento. Falta o sinal de R$ 56,70.

Pague por aqui: https://passeio.example/minhasreservas/K7M2QX`,
    ],
    [
      'a deposit of somebody without an account, who opens no page',
      { ...held, payer: { ...held.payer, hasAccount: false } },
      sender,
      'falta o sinal',
      'Olá, Ana! Aqui é da Rota das Águas. A sua reserva K7M2QX em Cânions de Furnas está guardada até segunda-feira, 23 de novembro, às 18:00. Falta o sinal de R$ 56,70.',
    ],
    [
      'a balance',
      owing,
      sender,
      'falta o restante',
      `Olá, Ana! Aqui é da Rota das Águas. Da sua reserva K7M2QX em Cânions de Furnas falta pagar R$ 132,30, até quinta-feira, 3 de dezembro, às 05:30.

Pague por aqui: https://passeio.example/minhasreservas/K7M2QX`,
    ],
    [
      'a balance that is late',
      { ...owing, status: 'balance_overdue' },
      at('2026-12-03T12:00:00.000Z'),
      'pagamento atrasado',
      `Olá, Ana! Aqui é da Rota das Águas. O prazo do restante da sua reserva K7M2QX em Cânions de Furnas passou: faltam R$ 132,30. Podemos ajudar?

Pague por aqui: https://passeio.example/minhasreservas/K7M2QX`,
    ],
    [
      'a receipt under review',
      { ...held, status: 'receipt_review' },
      sender,
      'comprovante em conferência',
      'Olá, Ana! Aqui é da Rota das Águas. Recebemos o comprovante da sua reserva K7M2QX em Cânions de Furnas e já estamos conferindo.',
    ],
    [
      'data of others and of the payer',
      { ...ana, missing: [{ ...jose, id: 'ana', isPayer: true, fields: ['documentNumber'] }, jose] },
      sender,
      'faltam dados',
      `Olá, Ana! Aqui é da Rota das Águas. Para a lista de passageiros de Cânions de Furnas (sábado, 5 de dezembro, às 05:30), ainda falta: você: documento; José: nascimento e documento.

Complete por aqui: https://passeio.example/minhasreservas/K7M2QX`,
    ],
    [
      'data of the payer alone',
      { ...ana, missing: [{ ...jose, isPayer: true }] },
      sender,
      'faltam dados',
      `Olá, Ana! Aqui é da Rota das Águas. Para a lista de passageiros de Cânions de Furnas (sábado, 5 de dezembro, às 05:30), ainda falta: nascimento e documento.

Complete por aqui: https://passeio.example/minhasreservas/K7M2QX`,
    ],
    [
      'the eve, with everything else pending',
      { ...owing, status: 'balance_overdue', missing: [jose] },
      at('2026-12-04T12:00:00.000Z'),
      'o embarque é amanhã',
      `Olá, Ana! Aqui é da Rota das Águas. Cânions de Furnas sai sábado, 5 de dezembro, às 05:30. O seu embarque: 05:10 – Três Corações, posto do trevo. Chegue 15 minutos antes e leve o documento original.

O seu voucher: https://passeio.example/minhasreservas/K7M2QX/voucher`,
    ],
    [
      'the day of a departure at night, boarding the evening before',
      {
        ...ana,
        trip: { ...ana.trip, date: '2026-12-05T03:30:00.000Z' },
        boarding: [
          { at: '2026-12-05T02:40:00.000Z', place: 'Varginha, rodoviária' },
          { at: '2026-12-05T03:10:00.000Z', place: 'Três Corações' },
        ],
      },
      at('2026-12-05T03:05:00.000Z'),
      'o embarque é hoje',
      `Olá, Ana! Aqui é da Rota das Águas. Cânions de Furnas sai sábado, 5 de dezembro, às 00:30, madrugada de sexta para sábado. O seu embarque: sexta-feira, 4 de dezembro, às 23:40 – Varginha, rodoviária; 00:10, madrugada de sexta para sábado – Três Corações. Chegue 15 minutos antes e leve o documento original.

O seu voucher: https://passeio.example/minhasreservas/K7M2QX/voucher`,
    ],
    [
      'the eve without a boarding point',
      { ...ana, boarding: [] },
      at('2026-12-04T03:00:00.000Z'),
      'o embarque é amanhã',
      `Olá, Ana! Aqui é da Rota das Águas. Cânions de Furnas sai sábado, 5 de dezembro, às 05:30. O seu embarque: a combinar com a nossa equipe. Chegue 15 minutos antes e leve o documento original.

O seu voucher: https://passeio.example/minhasreservas/K7M2QX/voucher`,
    ],
    [
      'a refund',
      {
        ...ana,
        state: 'cancelled',
        status: 'refund_due',
        refund: { amountCents: 10_010, promisedFor: '2027-01-04' },
      },
      sender,
      'devolução',
      'Olá, Ana! Aqui é da Rota das Águas. Sobre a devolução de R$ 100,10 da sua reserva K7M2QX em Cânions de Furnas: ela está prevista até segunda-feira, 4 de janeiro de 2027.',
    ],
    [
      'a request',
      { ...ana, state: 'requested', status: 'request_pending', until: '2026-11-21T21:00:00.000Z' },
      sender,
      'pedido de reserva em análise',
      'Olá, Ana! Aqui é da Rota das Águas. Recebemos o seu pedido K7M2QX para Cânions de Furnas e respondemos até sábado, 21 de novembro, às 18:00.',
    ],
    [
      'nothing that is pending',
      ana,
      sender,
      'outros assuntos',
      'Olá, Ana! Aqui é da Rota das Águas, sobre a sua reserva K7M2QX em Cânions de Furnas (sábado, 5 de dezembro, às 05:30).',
    ],
  ])('fits %s', (_, facts, from, topic, text) => {
    expect(messageToPayer(facts, from)).toMatchObject({ topic, text });
  });

  it('is the eve from midnight of the operator on, until the departure', () => {
    const moments = ['2026-12-04T02:59:00Z', '2026-12-04T03:00:00Z', '2026-12-05T08:29:00Z', '2026-12-05T08:30:00Z'];
    const keys = moments.map((now) => momentOf(ana, at(now)));
    expect(keys).toEqual(['whatsAppTalk', 'whatsAppTomorrow', 'whatsAppTomorrow', 'whatsAppTalk']);
  });

  it('asks nobody to board who has not confirmed or is on board', () => {
    const eve = at('2026-12-04T12:00:00.000Z');
    expect(momentOf(held, eve)).toBe('whatsAppDeposit');
    expect(momentOf({ ...ana, status: 'boarded' }, eve)).toBe('whatsAppTalk');
  });

  it('the text for a status that this version does not know is about nothing in particular', () => {
    expect(momentOf({ ...ana, state: 'paused', status: 'on_ice', missing: [jose] }, sender)).toBe('whatsAppTalk');
  });

  it('has the operator’s own wording, and the year of another one', () => {
    const wordings = [{ key: 'whatsAppDeposit', text: 'Oi, {primeiro_nome}! {passeio}, {saida}: {valor}.' }];
    const next = { ...held, trip: { ...held.trip, date: '2027-02-06T08:30:00.000Z' } };
    expect(messageToPayer(next, { ...sender, wordings }).text).toBe(
      'Oi, Ana! Cânions de Furnas, sábado, 6 de fevereiro de 2027, às 05:30: R$ 56,70.',
    );
  });
});

describe('what staff may choose', () => {
  it('is every text that is true of a reservation, not only the most urgent', () => {
    const facts = { ...owing, missing: [jose] };
    const eve = at('2026-12-04T12:00:00.000Z');
    const keys = ['whatsAppTomorrow', 'whatsAppBalance', 'whatsAppData', 'whatsAppTalk'] as const;
    expect(keys.map((key) => concerns(key, facts, eve))).toEqual([true, true, true, true]);
    const others = ['whatsAppDeposit', 'whatsAppOverdue', 'whatsAppReceipt', 'whatsAppRefund'] as const;
    expect(others.map((key) => concerns(key, facts, eve))).toEqual([false, false, false, false]);
    expect(concerns('whatsAppTalk', { ...ana, state: 'cancelled', status: 'cancelled' }, eve)).toBe(false);
  });
});

describe('the message to somebody who travels along', () => {
  it('asks for their own data, with a link of their own', () => {
    const missing = [
      { ...jose, fields: ['documentNumber', 'companionId'] },
      { ...jose, id: 'ana', isPayer: true },
    ];
    const link = 'https://passeio.example/participante#abc';
    expect(messageToParticipant({ ...held, missing }, sender, { id: 'jose', name: 'José Prado', link })).toEqual({
      key: 'whatsAppData',
      topic: 'faltam dados',
      text: `Olá, José! Aqui é da Rota das Águas. Para a lista de passageiros de Cânions de Furnas (sábado, 5 de dezembro, às 05:30), ainda falta: documento.

Complete por aqui: https://passeio.example/participante#abc`,
    });
  });

  it('leaves money to the payer', () => {
    const { key, text } = messageToParticipant(held, sender, { id: 'jose', name: 'José Prado' });
    expect(key).toBe('whatsAppTalk');
    expect(text).not.toContain('R$');
  });
});

describe('the message without a reservation', () => {
  it('the text to a waiting person is about the list, or about the places that were offered', () => {
    const waiting = { name: 'Bia Lima', trip: ana.trip, offer: null };
    expect(waitingText(waiting, sender)).toBe(
      'Olá, Bia! Aqui é da Rota das Águas. É sobre a lista de espera de Cânions de Furnas (sábado, 5 de dezembro, às 05:30).',
    );
    expect(waitingText({ ...waiting, offer: { until: '2026-11-21T21:00:00.000Z' } }, sender)).toBe(
      'Olá, Bia! Aqui é da Rota das Águas. Abriram vagas em Cânions de Furnas (sábado, 5 de dezembro, às 05:30), e elas estão guardadas para você até sábado, 21 de novembro, às 18:00.',
    );
    expect(greetingText('Bia Lima', sender)).toBe('Olá, Bia! Aqui é da Rota das Águas.');
  });
});

describe('an empty field', () => {
  it('takes along what leads to it, and nothing else', () => {
    const guest = { ...ana, payer: { ...ana.payer, hasAccount: false } };
    const textOf = (text: string) =>
      messageToPayer(guest, { ...sender, wordings: [{ key: 'whatsAppTalk', text }] }).text;
    expect(textOf('Oi, {primeiro_nome}! Tudo certo. Veja: {link}\nAté já!')).toBe('Oi, Ana! Tudo certo.\nAté já!');
    expect(textOf('Oi!\n\nVeja aqui: {link}')).toBe('Oi!');
    expect(textOf('Reserva: {codigo}')).toBe('Reserva: K7M2QX');
    expect(messageToParticipant(ana, sender, { id: 'x', name: '' }).text).toMatch(/^Olá! Aqui é da Rota/);
  });
});
