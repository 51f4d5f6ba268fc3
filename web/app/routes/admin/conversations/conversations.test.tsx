import type { Conversation, ConversationThread } from '@passeio/contract/conversations/conversations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage, renderRoute } from '~/test/render';
import { ConversationView } from './conversation';
import * as conversationsPage from './conversations';

const LIST = 'GET /api/conversations';
const id = crypto.randomUUID();
const READ = `GET /api/conversations/${id}/messages`;
const SEND = `POST /api/conversations/${id}/messages`;
const CHANGE = `PUT /api/conversations/${id}`;
const TEMPLATES = `GET /api/conversations/${id}/templates`;
const TYPE = `PUT /api/conversations/${id}/typing`;

const conversation = (more: Partial<Conversation> = {}): Conversation => ({
  ...{ id, name: 'Ana Prado', phone: '+5535988112001', state: 'waiting', unread: 0 },
  ...{ openUntil: new Date(Date.now() + 3_600_000).toISOString(), reservation: null, assignee: null, typing: null },
  ...{ hasStopped: false, last: { text: 'Tem vaga?', kind: 'text', isOurs: false, at: '2026-12-01T12:00:00.000Z' } },
  ...more,
});

const message = (more: Partial<ConversationThread['messages'][number]> = {}) => ({
  ...{ id: crypto.randomUUID(), direction: 'in' as const, kind: 'text', text: 'Tem vaga?', status: 'received' },
  ...{ at: '2026-12-01T12:00:00.000Z', by: null, fellBackTo: null, errorCode: null, media: null },
  ...more,
});

const thread = (more: Partial<ConversationThread> = {}): { json: ConversationThread } => ({
  json: {
    conversation: conversation(),
    messages: [message()],
    hasOlder: false,
    team: [{ id: crypto.randomUUID(), name: 'Bia Lima' }],
    proposals: [],
    ...more,
  },
});

async function openOne(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  await renderPage(<ConversationView conversationId={id} />, { at: `/admin/conversas/${id}` });
  return network;
}

async function openList(data: Conversation[], at = '/admin/conversas') {
  signIn('OPERATOR');
  answerCalls({ [LIST]: { json: { data, page: { number: 1, size: 30, total: data.length } } } });
  await renderRoute(conversationsPage, { at });
}

test('the list says who wrote, how much is unread, and who waits', async () => {
  await openList([conversation({ unread: 2 })]);
  await expect.element(page.getByText('Ana Prado')).toBeVisible();
  await expect.element(page.getByRole('img', { name: '2 não lidas' })).toBeVisible();
  await expect.element(page.getByText('Espera resposta')).toBeVisible();
});

test('an empty list says what comes here', async () => {
  await openList([]);
  await expect.element(page.getByText('Nenhuma conversa ainda')).toBeVisible();
});

test('names with marks that turn text or cannot be seen are shown without them, and their markup as text', async () => {
  await openList([conversation({ name: '\u202e<b>Ana</b>\u200b 👩‍🚀' })]);
  const entry = page.getByRole('link', { name: /Ana/ });
  await expect.element(entry).toBeVisible();
  expect(entry.element().querySelector('bdi')?.textContent).toBe('<b>Ana</b> 👩‍🚀');
});

test('a message that was not delivered says why, and that its e-mail left', async () => {
  const failed = (status: string, errorCode: number | null) =>
    message({
      direction: 'out' as never,
      text: 'Falta o sinal.',
      status,
      fellBackTo: 'email' as never,
      errorCode: errorCode as never,
    });
  await openOne({
    [READ]: thread({ messages: [failed('failed', 131026), failed('failed', 131000), failed('unknown', null)] }),
  });
  for (const why of ['sem WhatsApp neste número', 'recusada pelo WhatsApp (131000)', 'o WhatsApp não respondeu']) {
    await expect.element(page.getByText(`Automática · foi por e-mail · ${why}`)).toBeVisible();
  }
});

test('an answer is sent by the keyboard, and a colleague who writes too is shown', async () => {
  const sent = message({ direction: 'out' as never, text: 'Tem sim!', by: 'Bia Lima', status: 'queued' });
  const { bodies } = await openOne({
    [READ]: [thread(), thread({ messages: [message(), sent] })],
    [TYPE]: { json: { typing: 'Caio Reis' } },
    [SEND]: { status: 201, json: sent },
  });
  const field = page.getByRole('textbox', { name: 'Responder' });
  await field.fill('Tem sim!');
  await expect.element(page.getByText('Caio Reis está escrevendo…')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Bia Lima · saindo')).toBeVisible();
  expect(bodies[SEND]).toEqual({ text: 'Tem sim!' });
  await expect.element(field).toHaveValue('');
});

test('what could not be sent stays in the field', async () => {
  await openOne({
    [READ]: thread(),
    [TYPE]: { json: { typing: null } },
    [SEND]: { status: 409, json: { statusCode: 409, code: 'CHAT_CLOSED', message: 'Passou um dia.', requestId: 'r' } },
  });
  await page.getByRole('textbox', { name: 'Responder' }).fill('Oi');
  await page.getByRole('button', { name: 'Enviar resposta' }).click();
  await expect.element(page.getByText('Passou um dia.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Responder' })).toHaveValue('Oi');
});

const closed = () => thread({ conversation: conversation({ openUntil: '2026-01-01T00:00:00.000Z' }) });
const talk = { kind: 'talk', label: 'Continuar a conversa', text: 'Olá, Ana! Podemos continuar?', button: null };
const balance = { kind: 'balanceDue', label: 'Falta o restante', text: 'Faltam R$ 200,00.', button: 'Pagar com Pix' };

test('after a day the answer is written in the app, or sent as an approved message', async () => {
  await openOne({ [READ]: closed() });
  await expect
    .element(page.getByRole('link', { name: 'Abrir no WhatsApp' }))
    .toHaveAttribute('href', 'https://wa.me/5535988112001');
  await expect.element(page.getByRole('textbox', { name: 'Responder' })).not.toBeInTheDocument();
});

test('an approved message is chosen by the keyboard, shown as it arrives with what it costs, and sent', async () => {
  const { bodies } = await openOne({
    [READ]: closed(),
    [TEMPLATES]: {
      json: {
        data: [
          { ...balance, costHundredths: 385 },
          { ...talk, costHundredths: 3_500 },
        ],
      },
    },
    [SEND]: { status: 201, json: message({ direction: 'out' as never, text: talk.text, by: 'Bia Lima' }) },
  });
  await page.getByRole('button', { name: 'Escolher mensagem aprovada' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mensagem aprovada' });
  await expect.element(dialog.getByText('Faltam R$ 200,00.')).toBeVisible();
  await expect.element(dialog.getByText('Botão: Pagar com Pix')).toBeVisible();
  await expect.element(dialog.getByText(/R\$\s0,0385/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Modelo' }).selectOptions('Continuar a conversa');
  await expect.element(dialog.getByText(talk.text)).toBeVisible();
  await expect.element(dialog.getByText(/R\$\s0,35/)).toBeVisible();
  dialog.getByRole('button', { name: 'Enviar mensagem' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies[SEND]).toEqual({ template: 'talk' });
});

test('an approved message that is refused says why, and the dialog stays', async () => {
  const refused = { statusCode: 409, code: 'CHAT_STOPPED', message: 'Esta pessoa pediu para parar.', requestId: 'r' };
  await openOne({
    [READ]: closed(),
    [TEMPLATES]: { json: { data: [{ ...talk, costHundredths: 400 }] } },
    [SEND]: { status: 409, json: refused },
  });
  await page.getByRole('button', { name: 'Escolher mensagem aprovada' }).click();
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect.element(page.getByText('Esta pessoa pediu para parar.')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Mensagem aprovada' })).toBeVisible();
});

test('a list of approved messages says that none fits, and that it could not be read', async () => {
  const failure = {
    statusCode: 409,
    code: 'CHAT_UNREACHABLE',
    message: 'Não entregamos a este número.',
    requestId: 'r',
  };
  await openOne({ [READ]: closed(), [TEMPLATES]: [{ status: 409, json: failure }, { json: { data: [] } }] });
  await page.getByRole('button', { name: 'Escolher mensagem aprovada' }).click();
  await expect.element(page.getByText(/Não entregamos a este número/)).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText(/Nenhum modelo aprovado serve/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Enviar mensagem' })).not.toBeInTheDocument();
});

test('who reads an unread conversation marks it as read', async () => {
  const { bodies } = await openOne({
    [READ]: [thread({ conversation: conversation({ unread: 1 }) }), thread()],
    [CHANGE]: { json: conversation() },
  });
  await expect.poll(() => bodies[CHANGE]).toEqual({ seen: true });
});

test('a conversation without a reservation offers those that it may be about', async () => {
  const reservation = {
    ...{ id: crypto.randomUUID(), code: 'K7M2QX', payer: 'Ana Prado' },
    trip: { id: crypto.randomUUID(), title: 'Capitólio', date: '2026-12-05T07:30:00.000Z' },
  };
  await openOne({ [READ]: thread({ proposals: [reservation] }) });
  await page.getByRole('button', { name: /K7M2QX/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ligar a uma reserva' });
  await expect.element(dialog.getByRole('textbox', { name: 'Reserva', exact: true })).toHaveValue('K7M2QX');
});

test('a reservation that does not exist is said beside its field', async () => {
  const FOUND = 'GET /api/overview/reservations';
  await openOne({
    [READ]: thread(),
    [FOUND]: { json: { data: [], page: { number: 1, size: 8, total: 0 }, totalCents: 0 } },
  });
  await page.getByRole('button', { name: 'Ligar a reserva' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ligar a uma reserva' });
  await dialog.getByRole('textbox', { name: 'Reserva', exact: true }).fill('ZZZZZZ');
  await dialog.getByRole('button', { name: 'Ligar à reserva' }).click();
  await expect.element(dialog.getByText('Não encontramos esta reserva.')).toBeVisible();
});

test('a conversation that cannot be loaded says so, and can be tried again', async () => {
  const failure = {
    statusCode: 404,
    code: 'CONVERSATION_NOT_FOUND',
    message: 'Esta conversa não existe mais.',
    requestId: 'r',
  };
  await openOne({ [READ]: [{ status: 404, json: failure }, thread()] });
  await expect.element(page.getByText(/Esta conversa não existe mais/)).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Tem vaga?')).toBeVisible();
});

test('a voice message is heard in its place, and after a month the conversation says that it was deleted', async () => {
  const voice = {
    id: crypto.randomUUID(),
    contentType: 'audio/ogg',
    name: '',
    state: 'stored',
    isReceipt: false,
  } as const;
  const MEDIA = `GET /api/conversations/${id}/media/${voice.id}`;
  await openOne({
    [READ]: thread({
      messages: [
        message({ kind: 'audio', text: '', media: voice }),
        message({ kind: 'audio', text: '', at: '2026-10-01T12:00:00.000Z' }),
      ],
    }),
    [MEDIA]: { text: 'OggS' },
  });
  await expect.element(page.getByLabelText('Mensagem de voz')).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  await expect.element(page.getByText('Áudio: arquivo apagado depois de 30 dias.')).toBeVisible();
});

test('a file that was deleted meanwhile says so', async () => {
  const media = {
    id: crypto.randomUUID(),
    contentType: 'audio/ogg',
    name: '',
    state: 'stored',
    isReceipt: false,
  } as const;
  const gone = { statusCode: 404, code: 'MEDIA_NOT_FOUND', message: 'Este arquivo já foi apagado.', requestId: 'r' };
  await openOne({
    [READ]: thread({ messages: [message({ kind: 'audio', text: '', media })] }),
    [`GET /api/conversations/${id}/media/${media.id}`]: { status: 404, json: gone },
  });
  await expect.element(page.getByText('Arquivo apagado: fica guardado por 30 dias.')).toBeVisible();
});
