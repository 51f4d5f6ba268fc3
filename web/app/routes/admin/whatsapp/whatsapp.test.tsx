import type { ChatSentenceList } from '@passeio/contract/conversations/chat-sentences';
import type { ChatTemplateState, WhatsAppState } from '@passeio/contract/messages/chat-routes';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import * as whatsAppPage from './whatsapp';

const STATE = 'GET /api/whatsapp';
const SAVE = 'PUT /api/whatsapp/settings';
const TEMPLATES = 'GET /api/whatsapp/templates';
const SUBMIT = 'POST /api/whatsapp/templates';
const SENTENCES = 'GET /api/conversations/sentences';
const ADD = 'POST /api/conversations/sentences';

const month = {
  ...{ month: '2026-12', sent: 3, delivered: 2, read: 1, byEmail: 1, received: 4, costHundredths: 1_250 },
};
const state = (more: Partial<WhatsAppState> = {}): { json: WhatsAppState } => ({
  json: {
    ...{ isConnected: true, demonstrationUrl: null, months: [month] },
    settings: {
      ...{ sendsUnasked: false, firstAnswers: false, monthlyBudgetCents: 5_000 },
      ...{ utilityHundredths: 385, marketingHundredths: 3_500 },
    },
    ...more,
  },
});

const template = (more: Partial<ChatTemplateState> = {}): ChatTemplateState => ({
  ...{ kind: 'tripThanks', label: 'Depois da viagem', name: `passeio_${crypto.randomUUID()}`, text: 'Olá, Ana!' },
  ...{ button: 'Contar como foi', category: 'UTILITY', state: 'APPROVED', reason: '' },
  ...more,
});

const sentence = (more: Partial<ChatSentenceList['data'][number]> = {}): ChatSentenceList['data'][number] => ({
  ...{ id: crypto.randomUUID(), sentence: 'qual a boa?', reading: 'departures', trip: null },
  createdAt: '2026-12-01T12:00:00.000Z',
  ...more,
});
const trips = [{ seriesId: crypto.randomUUID(), title: 'Capitólio' }];
const sentences = (data: ChatSentenceList['data'] = []): { json: ChatSentenceList } => ({ json: { data, trips } });

async function open(responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn('ADMIN');
  const network = answerCalls({
    [STATE]: state(),
    [TEMPLATES]: { json: { data: [template()] } },
    [SENTENCES]: sentences(),
    ...responses,
  });
  await renderRoute(whatsAppPage, { at: '/admin/whatsapp' });
  return network;
}

const failure = (status: number, code: string, message: string) => refusal(status, { code, message });
const saveButton = () => page.getByRole('button', { name: 'Salvar configurações' });

test('a page that cannot be read says so, and can be tried again', async () => {
  await open({ [STATE]: [failure(500, 'INTERNAL', 'Algo deu errado.'), state()] });
  await page.getByRole('button', { name: /Tentar de novo/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Quem recebe, e quanto pode custar' })).toBeVisible();
});

test('without a connection the page says what happens until then, and offers nothing to submit', async () => {
  await open({ [STATE]: state({ isConnected: false, months: [] }) });
  await expect.element(page.getByText(/O WhatsApp ainda não está conectado/)).toBeVisible();
  await expect.element(page.getByText('Nenhuma mensagem ainda.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Enviar modelos à Meta' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Ser o cliente na demonstração' })).not.toBeInTheDocument();
});

test('what left, came and cost is told by month', async () => {
  await open();
  await expect.element(page.getByText('dezembro de 2026')).toBeVisible();
  await expect.element(page.getByText(/3 enviadas, 2 entregues, 1 lida; 1 foi por e-mail; 4 recebidas/)).toBeVisible();
  await expect.element(page.getByText(/R\$\s0,13/)).toBeVisible();
  await expectNothingFound('main, body');
});

test('each template says its state, and why Meta does not accept it', async () => {
  await open({
    [TEMPLATES]: {
      json: {
        data: [
          template({ label: 'Aprovado um' }),
          template({ label: 'Recusado um', state: 'REJECTED', reason: 'INVALID_FORMAT' }),
          template({ label: 'Parado um', state: 'PAUSED' }),
          template({ label: 'Novo um', state: 'NONE' }),
          template({ label: 'Mudado um', state: 'CHANGED' }),
          template({ label: 'De amanhã', state: 'FROM_TOMORROW' as never, button: null, category: 'MARKETING' }),
        ],
      },
    },
  });
  await expect.element(page.getByText(/1 de 6 modelos/)).toBeVisible();
  for (const text of ['Recusado', 'Pausado pela Meta', 'Não enviado', 'Mudou: envie de novo', 'FROM_TOMORROW']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(page.getByText('A Meta diz: INVALID_FORMAT')).toBeVisible();
  await expect.element(page.getByText('Categoria: marketing')).toBeVisible();
});

test('templates are submitted, and their new states shown', async () => {
  const pending = { json: { data: [template({ state: 'PENDING' })] } };
  await open({ [TEMPLATES]: [{ json: { data: [template({ state: 'NONE' })] } }, pending], [SUBMIT]: pending });
  await expect.element(page.getByText('Não enviado')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar modelos à Meta' }).click();
  await expect.element(page.getByText('Em análise')).toBeVisible();
});

test('templates that could not be submitted say why, and stay as they were', async () => {
  await open({
    [TEMPLATES]: { json: { data: [template({ state: 'NONE' })] } },
    [SUBMIT]: failure(503, 'WHATSAPP_UNAVAILABLE', 'O WhatsApp não respondeu.'),
  });
  await page.getByRole('button', { name: 'Enviar modelos à Meta' }).click();
  await expect.element(page.getByText('O WhatsApp não respondeu.')).toBeVisible();
  await expect.element(page.getByText('Não enviado')).toBeVisible();
});

test('switches, budget and prices are changed by the keyboard', async () => {
  const saved = state({
    settings: {
      ...{ sendsUnasked: true, firstAnswers: true, monthlyBudgetCents: null },
      ...{ utilityHundredths: 412, marketingHundredths: 3_500 },
    },
  }).json;
  const { bodies } = await open({ [SAVE]: { json: saved } });
  const unasked = page.getByRole('switch', { name: /^Enviar também/ });
  await expect.element(unasked).toBeInTheDocument();
  (unasked.element() as HTMLElement).focus();
  await userEvent.keyboard(' {Tab} ');
  await page.getByRole('textbox', { name: 'Orçamento do mês' }).clear();
  const price = page.getByRole('textbox', { name: 'Preço de uma mensagem de serviço' });
  await price.fill('0,0412');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => bodies[SAVE]).toEqual(saved.settings);
  await expect.element(page.getByText('Configurações do WhatsApp salvas.')).toBeVisible();
});

test('a price that is none stands beside its field, which has the focus, and nothing is sent', async () => {
  const { bodies } = await open();
  const price = page.getByRole('textbox', { name: 'Preço de uma mensagem de marketing' });
  await price.fill('barato');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/use um valor em reais, como 0,04/)).toBeVisible();
  await expect.element(price).toHaveFocus();
  expect(bodies[SAVE]).toBeUndefined();
});

test('what could not be saved stays in the fields', async () => {
  await open({ [SAVE]: failure(503, 'UNAVAILABLE', 'Tente de novo em instantes.') });
  const budget = page.getByRole('textbox', { name: 'Orçamento do mês' });
  await budget.fill('80,00');
  await saveButton().click();
  await expect.element(page.getByText(/Tente de novo em instantes/)).toBeVisible();
  await expect.element(budget).toHaveValue('80,00');
});

test('a sentence is taught with what it means and its trip, and shown', async () => {
  const taught = sentences([sentence({ trip: { title: 'Capitólio', isAhead: true } })]);
  const { bodies } = await open({ [SENTENCES]: [sentences(), taught], [ADD]: { status: 201, ...taught } });
  await page.getByRole('textbox', { name: 'Frase' }).fill('qual a boa?');
  await page.getByRole('combobox', { name: 'O que ela quer dizer' }).selectOptions('Pergunta onde é o embarque');
  await page.getByRole('combobox', { name: 'Passeio' }).selectOptions('Capitólio');
  await page.getByRole('button', { name: 'Adicionar frase' }).click();
  await expect.element(page.getByText('Pergunta as saídas, os preços e as vagas · Capitólio')).toBeVisible();
  const seriesId = trips[0]?.seriesId;
  expect(bodies[ADD]).toEqual({ sentence: 'qual a boa?', reading: 'boarding', seriesId });
  await expect.element(page.getByRole('textbox', { name: 'Frase' })).toHaveValue('');
});

test('a sentence for a person has no trip, and what is refused stands beside it', async () => {
  const refused = failure(409, 'SENTENCE_EXISTS', 'Esta frase já está na lista.');
  const { bodies } = await open({ [ADD]: refused });
  await page.getByRole('textbox', { name: 'Frase' }).fill('socorro');
  await page.getByRole('combobox', { name: 'Passeio' }).selectOptions('Capitólio');
  await page.getByRole('combobox', { name: 'O que ela quer dizer' }).selectOptions('É para uma pessoa responder');
  await expect.element(page.getByRole('combobox', { name: 'Passeio' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Adicionar frase' }).click();
  const field = page.getByRole('textbox', { name: 'Frase' });
  await expect.element(field).toHaveAccessibleDescription(/Esta frase já está na lista/);
  expect(bodies[ADD]).toEqual({ sentence: 'socorro', reading: 'person', seriesId: null });
});

test('a sentence is deleted once that is confirmed', async () => {
  const known = sentence();
  const REMOVE = `DELETE /api/conversations/sentences/${known.id}`;
  const { calls } = await open({ [SENTENCES]: [sentences([known]), sentences()], [REMOVE]: sentences() });
  await page.getByRole('button', { name: 'Apagar “qual a boa?”' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls.filter((one) => one === REMOVE)).toEqual([]);
  await page.getByRole('button', { name: 'Apagar “qual a boa?”' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByText('qual a boa?')).not.toBeInTheDocument();
});
