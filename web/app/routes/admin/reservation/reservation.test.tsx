import type { Invoice } from '@passeio/contract/payments/invoices';
import type { IssuedInvoice } from '@passeio/contract/payments/issued-invoices';
import type { LedgerEntry, Receipt, Refund } from '@passeio/contract/payments/payments';
import type { ReservationNote } from '@passeio/contract/reservations/notes-and-tags';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { TAGS } from '~/test/found-reservations';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { newCharge, newExtraLine, newForStaff, newReceipt } from '~/test/reservations';
import { expectWords } from '~/test/screen';
import { newSeller } from '~/test/sellers';
import { newItem, timelineOf } from '~/test/timelines';
import { expectToast } from '~/test/toast';
import { newExtra } from '~/test/trip';
import * as reservationPage from './reservation';

const id = crypto.randomUUID();
const PATH = `/api/reservations/${id}`;
const OPEN = `GET ${PATH}/page`;
const LEDGER = `GET ${PATH}/payments`;
const MESSAGES = `GET ${PATH}/messages`;
const TIMELINE = `GET ${PATH}/timeline`;

const INVOICES = `GET ${PATH}/invoices`;
const invoicesOf = (data: Invoice[] = [], billing = { name: '', taxId: '', address: '' }) => ({
  json: { data, billing },
});
const ledgerOf = (data: LedgerEntry[] = [], receipts: Receipt[] = []) => ({
  json: { data, receipts, page: { number: 1, size: 20, total: data.length } },
});
const SELLER = `GET ${PATH}/seller`;

const nothing = {
  [SELLER]: { json: { seller: null } },
  [LEDGER]: ledgerOf(),
  [INVOICES]: invoicesOf(),
  [MESSAGES]: { json: { data: [], whatsApp: [] } },
  [TIMELINE]: timelineOf([]),
  [TAGS]: { json: { data: [{ label: 'VIP', reservations: 3 }] } },
};

function show(
  more: Partial<ReservationForStaff> | FakeResponse[] = {},
  responses: Record<string, FakeResponse | FakeResponse[]> = {},
  role: 'ADMIN' | 'OPERATOR' = 'OPERATOR',
) {
  signIn(role);
  const opened = Array.isArray(more) ? more : { json: newForStaff({ id, ...more }) };
  const network = answerCalls({ ...nothing, [OPEN]: opened, ...responses });
  const rendered = renderRoute(reservationPage, {
    at: `/admin/reservas/${id}`,
    path: '/admin/reservas/:reservationId',
  });
  return rendered.then((screen) => ({ ...network, screen }));
}

const section = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name });
const deedsOf = (name: string) =>
  section(name)
    .getByRole('button')
    .or(section(name).getByRole('link'))
    .elements()
    .map((one) => one.textContent)
    .filter((text) => text && text !== 'Mostrar' && !text.startsWith('Falta:'));

test('a payment by card says what the provider keeps, what is left, and when it is paid out', async () => {
  const card = newEntry({ method: 'card', amountCents: 5_670, feeCents: 282, settlesOn: '2026-12-20' });
  await show({}, { [LEDGER]: ledgerOf([card, newEntry()]) });
  const money = section('Dinheiro');
  await expect.element(money.getByText('Taxa R$ 2,82 · líquido R$ 53,88 · na conta em 20/12/2026')).toBeVisible();
  await expect.element(money.getByText('Sinal · Cartão')).toBeVisible();
});

test('a reservation names who sold it and by which rule; staff corrects that with a reason', async () => {
  const [jussara, bento] = [newSeller(), newSeller({ name: 'Bento Reis', kind: 'person' })];
  const { id: sellerId, name, code } = jussara;
  const sold = { id: sellerId, name, code, way: 'link', isOwn: true, rule: '10% das tarifas', commissionCents: 1_000 };
  const correct = `PUT ${PATH}/seller`;
  const { bodies } = await show(
    {},
    {
      [SELLER]: [{ json: { seller: sold } }, { json: { seller: null } }],
      'GET /api/sellers': { json: { data: [jussara, bento] } },
      [correct]: { json: { seller: null } },
    },
  );
  const seller = section('Quem vendeu');
  await expect
    .element(seller.getByRole('link', { name: 'Jussara Turismo' }))
    .toHaveAttribute('href', `/admin/vendedores/${sellerId}`);
  await expectWords(seller, 'Pelo link · compra própria');
  await expectWords(seller, 'Comissão de 10% das tarifas: R$ 10,00 até agora');
  await button('Corrigir quem vendeu').click();
  await button('Salvar correção').click();
  await expect.element(page.getByLabelText('Motivo')).toHaveFocus();
  await page.getByLabelText('Motivo').fill('Cliente direto da agência');
  await page.getByRole('combobox', { name: 'Vendedor' }).click();
  await page.getByRole('option', { name: 'Venda direta' }).click();
  await expectNothingFound('dialog[open]');
  await button('Salvar correção').click();
  await expectToast('success', 'Quem vendeu foi corrigido.');
  expect(bodies[correct]).toEqual({ sellerId: null, reason: 'Cliente direto da agência' });
  await expect.element(seller.getByText('Venda direta, sem vendedor.')).toBeVisible();
});

test('a reservation says how whoever made it came, first and last', async () => {
  const first = { source: '', medium: '', campaign: '', referrer: 'search', at: '2026-11-10T12:00:00.000Z' } as const;
  const last = { ...first, source: 'instagram', medium: 'ads', campaign: 'verao', at: '2026-11-20T12:00:00.000Z' };
  await show({ touches: { first, last } });
  await expectWords(section('Reserva'), 'Origem: instagram · ads · verao, em 20/11/2026');
  await expectWords(section('Reserva'), 'Primeira visita: Busca, em 10/11/2026');
});

test('a phone shows first where it stands, what is next, and how to reach the payer; nothing is wider', async () => {
  await page.viewport(360, 780);
  const long = 'https://exemplo.com.br/'.repeat(12);
  await show(
    { notes: [newNote({ text: long })], tags: [{ id: crypto.randomUUID(), label: 'W'.repeat(30) }] },
    {
      [LEDGER]: ledgerOf([newEntry({ endToEndId: 'E0000000020261120120000000000001', note: long })], [newReceipt()]),
      [TIMELINE]: timelineOf([newItem({ who: 'operator', name: 'Rita Lopes' })]),
    },
  );
  await expect.element(page.getByText('Aguardando pagamento do sinal')).toBeVisible();
  const call = page.getByRole('link', { name: 'Ligar para Marina Alves de Souza: (35) 98888-7777' });
  await expect.element(call).toHaveAttribute('href', 'tel:+5535988887777');
  const chat = section('Quem paga').getByRole('link', { name: /^WhatsApp de Marina/ });
  await expect.element(chat).toHaveAttribute('href', expect.stringContaining('wa.me/5535988887777?text='));
  await expect.element(button('Confirmar sinal: reserva A3K7QX')).toBeVisible();
  // The bars above and below take some 110 px.
  for (const one of [call, chat, button('Confirmar sinal: reserva A3K7QX')]) {
    expect(one.element().getBoundingClientRect().bottom).toBeLessThan(670);
  }
  await expect.element(section('Histórico').getByText('Rita Lopes')).toBeVisible();
  await expect.element(section('Dinheiro').getByText('R$ 86,70')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectNothingFound();
});

test('all that can be done stands in groups by what it does', async () => {
  await show({ receivedCents: 5_000, state: 'held' });
  await expect.element(button('Informar nota')).toBeVisible();
  expect(deedsOf('Dinheiro')).toEqual([
    expect.stringMatching(/^Gerar Pix de/),
    expect.stringMatching(/^Gerar Pix de/),
    'Informar nota',
    'Dados da nota',
    'Marcar como quitada',
    'Registrar pagamento',
    'Devolver',
    'Desconto ou acréscimo',
    'Dividir o pagamento',
  ]);
  expect(deedsOf('Pessoas e poltronas')).toEqual([
    'Pessoas da reserva',
    'Mudar embarque',
    'Dados de quem paga',
    'Convidar para criar a conta',
    'Poltronas',
  ]);
  expect(deedsOf('Reserva')).toEqual([
    'Link para o cliente',
    'Na lista de passageiros',
    'Mudar o prazo',
    'Confirmar sem sinal',
    'Mudar de passeio',
    'Cancelar reserva',
  ]);
  expect(deedsOf('Mensagens')).toEqual(['WhatsApp']);
});

test('nothing is offered that has no effect any more', async () => {
  const gone = { state: 'expired', cancellable: false, reinstatable: true } as const;
  const { screen } = await show({ ...gone, payer: { ...newForStaff().payer, hasAccount: true } });
  await expect.element(button('Reativar a reserva')).toBeVisible();
  expect(deedsOf('Dinheiro')).toEqual([]);
  expect(deedsOf('Pessoas e poltronas')).toEqual(['Poltronas']);
  expect(deedsOf('Reserva')).toEqual(['Link para o cliente', 'Na lista de passageiros', 'Reativar a reserva']);
  await screen.unmount();
  await show({ ...gone, reinstatable: false });
  await expect.element(section('Reserva')).toBeVisible();
  expect(deedsOf('Reserva')).toEqual(['Link para o cliente', 'Na lista de passageiros']);
});

test('a request is answered at the top', async () => {
  const status = {
    key: 'request_pending',
    label: 'Pedido enviado',
    tone: 'waiting',
    nextStep: 'Responda ao pedido.',
    until: null,
  } as const;
  const accept = `POST ${PATH}/acceptance`;
  const { calls } = await show({ state: 'requested', status }, { [accept]: { json: newForStaff({ id }) } });
  await button('Aceitar o pedido: reserva A3K7QX').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aceitar o pedido' }).click();
  await expect.element(page.getByText(/^Pedido A3K7QX aceito/)).toBeVisible();
  expect(calls).toContain(accept);
});

test('somebody without an account gets a link by WhatsApp, which can be taken back', async () => {
  const payer = { ...newForStaff().payer, hasAccount: false, email: 'marina@viajantes.example' };
  const invitation = `/api/users/${payer.id}/invitation`;
  const link = 'http://localhost:3000/auth/invitation?token=abc';
  const { calls } = await show(
    { payer },
    {
      [`POST ${invitation}`]: { json: { link, expiresAt: '2099-12-01T12:00:00.000Z' } },
      [`DELETE ${invitation}`]: { json: {} },
    },
  );
  await button('Convidar para criar a conta').click();
  await button('Criar convite').click();
  const send = page.getByRole('link', { name: 'Enviar convite pelo WhatsApp' });
  await expect.element(send).toBeVisible();
  const address = new URL(send.element().getAttribute('href') ?? '');
  expect(address.href).toContain('5535988887777');
  expect(address.searchParams.get('text')).toContain('Olá, Marina!');
  expect(address.searchParams.get('text')).toContain(link);
  await button('Cancelar convite').click();
  await expectToast('success', 'Convite cancelado: o link não vale mais.');
  await expect.element(button('Criar convite')).toBeVisible();
  expect(calls).toEqual(expect.arrayContaining([`POST ${invitation}`, `DELETE ${invitation}`]));
});

function newEntry(more: Partial<LedgerEntry> = {}): LedgerEntry {
  const when = '2026-11-02T12:00:00.000Z';
  return {
    ...{ id: crypto.randomUUID(), kind: 'deposit', direction: 'in', method: 'pix', amountCents: 8_670, note: '' },
    ...{ payerName: '', endToEndId: null, reversedBy: null },
    ...{ occurredAt: when, recordedAt: when, recordedVia: 'person', recordedBy: 'Rita' },
    ...more,
  };
}

test('payments that do not come say so, and come when they are tried again', async () => {
  await show({}, { [LEDGER]: ['lost', 'lost', ledgerOf([newEntry()])] });
  const money = section('Dinheiro');
  await expect.element(money.getByText('Não foi possível carregar os pagamentos.', { exact: false })).toBeVisible();
  await money.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(money.getByText('R$ 86,70')).toBeVisible();
});

test('the notes of the reservation are removed, and made out to somebody else than the payer', async () => {
  const note: Invoice = { id: crypto.randomUUID(), number: '2026/17', issuedOn: '2026-11-20' };
  const billing = { name: 'Escola Aurora', taxId: '', address: '' };
  const { bodies, calls } = await show(
    {},
    {
      [INVOICES]: invoicesOf([note], billing),
      [`DELETE ${PATH}/invoices/${note.id}`]: invoicesOf([], billing),
      [`PUT ${PATH}/billing`]: invoicesOf([note], billing),
    },
  );
  const money = section('Dinheiro');
  await expect.element(money.getByText('Nota para: Escola Aurora')).toBeVisible();
  await money.getByRole('button', { name: 'Dados da nota' }).click();
  await userEvent.fill(page.getByLabelText('CPF ou CNPJ'), '123');
  await userEvent.click(page.getByRole('button', { name: 'Salvar' }));
  await expect.element(page.getByText('CPF ou CNPJ inválido. Confira os números digitados.')).toBeVisible();
  await userEvent.fill(page.getByLabelText('CPF ou CNPJ'), '11.222.333/0001-81');
  await userEvent.click(page.getByRole('button', { name: 'Salvar' }));
  await expectToast('success', 'Dados salvos.');
  expect(bodies[`PUT ${PATH}/billing`]).toEqual({ ...billing, taxId: '11222333000181' });
  await money.getByRole('button', { name: 'Retirar nota 2026/17' }).click();
  await expectToast('success', 'Nota retirada.');
  expect(calls).toContain(`DELETE ${PATH}/invoices/${note.id}`);
});

const issued = (more: Partial<IssuedInvoice> = {}): IssuedInvoice => ({
  ...{ id: crypto.randomUUID(), state: 'authorised', number: '1/7', noteNumber: '42', accessKey: '3'.repeat(50) },
  ...{ lookUpUrl: 'https://nota.example/?chave=3', amountCents: 18_900, createdAt: '2026-11-20T15:00:00.000Z' },
  ...{ authorisedAt: '2026-11-20T15:00:02.000Z', cancelledAt: null, isBeingCancelled: false, messages: [] },
  ...{ replacedAt: null, replaces: null },
  nextTryAt: null,
  ...more,
});
const proposed = { amountCents: 18_900, description: 'Passeio “Capitólio”. Reserva 7K3M9Q.', isTest: true };

test('a note is issued with what is proposed, and appears with the government’s answer', async () => {
  const ISSUE = `POST ${PATH}/invoices/issue`;
  const before = { json: { ...invoicesOf().json, issued: [], proposed } };
  const sent = issued({ state: 'sent', noteNumber: null, accessKey: null, lookUpUrl: null, authorisedAt: null });
  const after = { json: { ...invoicesOf().json, issued: [issued({ id: sent.id })], proposed } };
  const { bodies } = await show({ receivedCents: 18_900 }, { [INVOICES]: [before, after], [ISSUE]: { json: sent } });
  const money = section('Dinheiro');
  await money.getByRole('button', { name: 'Emitir nota' }).click();
  await expect.element(page.getByText('Esta instalação emite notas de teste, sem valor fiscal.')).toBeVisible();
  await expectNothingFound();
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir nota' }).click();
  await expectToast('success', 'Nota enviada. A resposta do governo aparece aqui.');
  expect(bodies[ISSUE]).toEqual({ amountCents: 18_900, description: proposed.description });
  await expectWords(money, 'Nota 42 · R$ 189,00');
  await expect.element(money.getByRole('button', { name: 'Baixar XML da nota 42' })).toBeVisible();
});

test('what is wrong with a note stands beside its field, and about its payer below', async () => {
  const ISSUE = `POST ${PATH}/invoices/issue`;
  const taxId = 'Quem paga não tem CPF ou CNPJ. Preencha em “Dados da nota”.';
  const above = refusal(409, { code: 'INVOICE_ABOVE_RECEIVED', message: 'O valor passa do que foi recebido.' });
  await show(
    { receivedCents: 18_900 },
    {
      [INVOICES]: { json: { ...invoicesOf().json, issued: [], proposed } },
      [ISSUE]: [above, refusal(422, { code: 'INVOICE_PAYER', fields: { taxId } })],
    },
  );
  await section('Dinheiro').getByRole('button', { name: 'Emitir nota' }).click();
  const send = page.getByRole('dialog').getByRole('button', { name: 'Emitir nota' });
  await userEvent.fill(page.getByLabelText('Valor do serviço'), '900');
  await send.click();
  await expect
    .element(page.getByLabelText('Valor do serviço'))
    .toHaveAccessibleDescription(/passa do que foi recebido/);
  await userEvent.fill(page.getByLabelText('Valor do serviço'), '100');
  await send.click();
  await expect.element(page.getByText(taxId)).toBeVisible();
});

test('a refused note says the government’s code and words, and what to do; one in work, when it is tried again', async () => {
  const messages = [{ code: 'E0160', text: 'Opção errada.', advice: 'Confira a situação no Simples Nacional.' }];
  const refused = issued({
    state: 'rejected',
    number: '1/8',
    noteNumber: null,
    accessKey: null,
    authorisedAt: null,
    messages,
  });
  const { noteNumber, accessKey, authorisedAt } = refused;
  const waiting = issued({
    state: 'sent',
    number: '1/9',
    noteNumber,
    accessKey,
    authorisedAt,
    nextTryAt: '2026-11-20T15:10:00.000Z',
  });
  await show({}, { [INVOICES]: { json: { ...invoicesOf().json, issued: [refused, waiting], proposed } } });
  const money = section('Dinheiro');
  await expectWords(money, 'Recusada');
  await expectWords(money, 'E0160: Opção errada. Confira a situação no Simples Nacional.');
  await expectWords(money, 'Corrija e emita de novo: a nota sai com outro número.');
  await expectWords(money, 'O governo ainda não respondeu.');
  await expect.element(money.getByRole('button', { name: 'Emitir nota' })).toBeDisabled();
});

test('a note is cancelled with a reason', async () => {
  const note = issued();
  const CANCEL = `POST ${PATH}/invoices/${note.id}/cancellation`;
  const { bodies } = await show(
    {},
    {
      [INVOICES]: {
        json: { ...invoicesOf([{ id: note.id, number: '42', issuedOn: '2026-11-20' }]).json, issued: [note], proposed },
      },
      [CANCEL]: { json: { ...note, isBeingCancelled: true } },
    },
  );
  await section('Dinheiro').getByRole('button', { name: 'Cancelar nota 42' }).click();
  await userEvent.fill(page.getByLabelText('Explicação'), 'curto');
  await page.getByRole('button', { name: 'Cancelar a nota' }).click();
  await expect.element(page.getByText('Explique o motivo com 15 a 255 caracteres.')).toBeVisible();
  await userEvent.fill(page.getByLabelText('Explicação'), 'O passeio não aconteceu');
  await page.getByRole('button', { name: 'Cancelar a nota' }).click();
  await expectToast('success', 'Pedido enviado. A resposta do governo aparece aqui.');
  expect(bodies[CANCEL]).toEqual({ reason: '2', text: 'O passeio não aconteceu' });
});

test('where no notes are issued there is no button', async () => {
  await show({ receivedCents: 18_900 });
  const money = section('Dinheiro');
  await expect.element(money.getByRole('button', { name: 'Informar nota' })).toBeVisible();
  expect(money.getByRole('button', { name: 'Emitir nota' }).elements()).toEqual([]);
});

test('the money says what is asked for, what goes back, and what comes to the total', async () => {
  const refund: Refund = {
    id: crypto.randomUUID(),
    amountCents: 700,
    reason: 'overpaid',
    promisedFor: '2099-12-01',
    state: 'due',
    paidAt: null,
    pixKey: '',
    throughProvider: false,
    asCredit: false,
    parts: [],
  };
  const at = '2026-11-01T12:00:00.000Z';
  await show({
    charge: newCharge(),
    refunds: [refund],
    creditCents: 1_500,
    adjustments: [
      { id: crypto.randomUUID(), amountCents: -500, reason: 'Cliente antigo', isPenalty: false, createdAt: at },
    ],
  });
  const money = section('Dinheiro');
  await expect.element(money.getByText('Cliente antigo')).toBeVisible();
  await expect.element(money.getByText('Sinal por Pix')).toBeVisible();
  await expect.element(money.getByText(/até 01\/12\/2099 · sem chave Pix/)).toBeVisible();
  await expect
    .element(money.getByRole('link', { name: 'Ver em Devoluções' }))
    .toHaveAttribute('href', '/admin/pagamentos/devolucoes');
  await expect.element(money.getByText('R$ 15,00')).toBeVisible();
});

test('a payment that is split is shown share by share, until staff ends that', async () => {
  const shown = newForStaff({ id });
  const [payer, other] = shown.participants;
  const of = (who: typeof payer, paidCents: number) => ({
    ...{ participantId: who?.id ?? '', amountCents: 18_900, paidCents },
    ...{ dueCents: 18_900 - paidCents, depositDueCents: 0 },
  });
  const { bodies } = await show(
    { participants: shown.participants, shares: [of(payer, 0), of(other, 18_900)] },
    { [`PUT ${PATH}/split`]: { json: shown } },
  );
  const money = section('Dinheiro');
  await expect.element(money.getByText(/^Parte de Marina Alves de Souza\s*falta R\$\s189,00$/)).toBeVisible();
  await expect.element(money.getByText(/^Parte de Pessoa 2\s*pago$/)).toBeVisible();
  await button('Não dividir mais').click();
  await expect.poll(() => bodies[`PUT ${PATH}/split`]).toEqual({ isSplit: false });
});

test('staff adds an extra, and takes one out after reading what the rules would keep', async () => {
  const [lunch, bottle] = [newExtra('Almoço', 4_500), newExtra('Garrafa', 1_000, { per: 'reservation' })];
  const shown = newForStaff({ id, state: 'booked', totalCents: 49_700, receivedCents: 49_700 });
  const [payer] = shown.participants;
  const line = newExtraLine(lunch, payer?.id ?? null);
  const reservation = { ...shown, lines: [line], trip: { ...shown.trip, extras: [lunch, bottle] } };
  const quote = {
    contractedCents: 4_500,
    receivedCents: 4_500,
    promisedFor: '2099-12-05',
    rule: 'Devolução integral.',
  };
  const { bodies, calls } = await show([{ json: reservation }], {
    [`POST ${PATH}/extras`]: { status: 201, json: reservation },
    [`GET ${PATH}/cancellation`]: { json: { ...quote, penaltyCents: 900, refundCents: 4_500 } },
    [`DELETE ${PATH}/extras/${line.id}`]: { json: reservation },
  });
  await expectWords(section('Dinheiro'), 'TarifasR$ 473,00AlmoçoR$ 45,00');
  await section('Adicionais').getByRole('button', { name: 'Adicionar adicional' }).click();
  await page.getByLabelText('Adicional', { exact: true }).selectOptions(bottle.id);
  await button('Adicionar').last().click();
  await expect.poll(() => bodies[`POST ${PATH}/extras`]).toEqual({ extraId: bottle.id, count: 1 });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await section('Adicionais').getByRole('button', { name: 'Tirar: Almoço, Marina Alves de Souza' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tirar adicional' });
  await expectWords(dialog, 'Pela regra da reserva, R$ 9,00 não voltariam.');
  await expectNothingFound();
  await dialog.getByRole('button', { name: 'Tirar' }).click();
  await expect.poll(() => calls).toContain(`DELETE ${PATH}/extras/${line.id}`);
});

test('every receipt is there: what waits leads to its review, others can be fetched', async () => {
  const reason = 'A imagem está ilegível.';
  const waiting = newReceipt({ createdAt: '2026-11-20T15:00:00.000Z' });
  const refused = newReceipt({ state: 'rejected', reason, createdAt: '2026-11-19T15:00:00.000Z' });
  const gone = newReceipt({ state: 'accepted', hasFile: false, createdAt: '2026-11-18T15:00:00.000Z' });
  const file = `GET /api/payments/receipts/${refused.id}/file`;
  const { calls } = await show({}, { [LEDGER]: ledgerOf([], [waiting, refused, gone]), [file]: { text: 'a picture' } });
  const items = page.getByRole('region', { name: 'Comprovantes' }).getByRole('listitem');
  await expect.element(items.nth(1).getByText('Enviado em 19/11/2026, 12:00 · A imagem está ilegível.')).toBeVisible();
  await items.nth(1).getByRole('button', { name: 'Baixar o comprovante de 19/11/2026, 12:00' }).click();
  await expect.poll(() => calls).toContain(file);
  await expect.element(items.nth(2).getByText('arquivo já apagado', { exact: false })).toBeVisible();
  await expect.element(items.nth(2).getByRole('button')).not.toBeInTheDocument();
  await items.first().getByRole('link', { name: 'Conferir' }).click();
  await expect
    .element(page.getByRole('heading', { name: `/admin/pagamentos?comprovante=${waiting.id}` }))
    .toBeVisible();
});

test('an entry says who recorded it, and a wrong one is reversed with a reason', async () => {
  const wrong = newEntry();
  const automatic = newEntry({ recordedVia: 'provider', recordedBy: '', payerName: 'Rui' });
  const path = `POST ${PATH}/payments/${wrong.id}/reversal`;
  const opposite = newEntry({ kind: 'reversal_out', direction: 'out', note: 'Valor de outra reserva' });
  const { bodies } = await show(
    {},
    {
      [LEDGER]: [ledgerOf([wrong, automatic]), ledgerOf([{ ...wrong, reversedBy: opposite.id }, automatic, opposite])],
      [path]: { status: 201, json: newForStaff({ id }) },
    },
  );
  await expect.element(page.getByText('Pix automático · de Rui', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Estornar lançamento: Sinal de R$ 86,70' }).first().click();
  await page.getByLabelText('Motivo').fill('Valor de outra reserva');
  await page.getByRole('button', { name: 'Estornar', exact: true }).click();
  await expectToast('success', 'Lançamento estornado.');
  expect(bodies[path]).toEqual({ reason: 'Valor de outra reserva' });
  await expect.element(page.getByText('Estornado')).toBeVisible();
});

test('people show data, share, seat and attendance; what is missing is filled in from their menu', async () => {
  const [payer, other, child] = newForStaff().participants;
  if (!payer || !other || !child) expect.unreachable();
  const seated = {
    ...payer,
    shareCents: 17_000,
    seat: { vehicle: null, number: '12' },
    boardedAt: '2026-12-05T08:30:00.000Z',
  };
  await show({ participants: [seated, { ...other, missedAt: '2026-12-05T09:00:00.000Z' }, child] });
  const rows = section('Pessoas e poltronas').getByRole('listitem');
  for (const [index, words] of [
    [0, ['Poltrona 12', 'Embarcou em 05/12 às 05:30', 'R$ 170,00', 'tarifa R$ 189,00']],
    [1, ['Pessoa 2 de Marina Alves de Souza', 'Não compareceu']],
    [2, ['Falta: nome completo']],
  ] as const) {
    for (const word of words) await expect.element(rows.nth(index).getByText(word, { exact: false })).toBeVisible();
  }
  await button('Mais ações: Pessoa 3 de Marina Alves de Souza').click();
  await expect.element(page.getByRole('menuitem', { name: 'Pedir os dados que faltam' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Cancelar esta pessoa' })).toBeVisible();
});

test('the e-mails about a reservation are shown with what became of them', async () => {
  const email = {
    ...{ id: crypto.randomUUID(), to: 'cleusa@exemplo.com.br', subject: 'Recebemos a sua reserva', state: 'failed' },
    ...{ createdAt: '2026-11-20T12:00:00.000Z', settledAt: '2026-11-21T15:00:00.000Z' },
  };
  const retry = `POST ${PATH}/messages/${email.id}/retry`;
  const queued = { ...email, state: 'queued', settledAt: null, notByChat: 'template' };
  const whatsApp: object[] = [];
  await show(
    {},
    {
      [MESSAGES]: ['lost', 'lost', { json: { data: [email], whatsApp } }, { json: { data: [queued], whatsApp } }],
      [retry]: { json: { data: [queued], whatsApp } },
    },
  );
  await section('Mensagens').getByRole('button', { name: 'Tentar de novo' }).click();
  for (const words of ['Recebemos a sua reserva', 'não saiu', /cleusa@exemplo\.com\.br/]) {
    await expect.element(page.getByText(words)).toBeVisible();
  }
  await button('Enviar de novo: Recebemos a sua reserva').click();
  await expectToast('success', 'Mensagem de volta na fila de envio.');
  await expect.element(page.getByText('na fila', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Por e-mail: modelo não aprovado na Meta/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Enviar de novo/ })).not.toBeInTheDocument();
});

test('the history has who did what, with every change in words', async () => {
  const recorded = newItem({
    ...{ who: 'operator', name: 'Rita Lopes', sentence: 'Registrou pagamento da reserva' },
    changes: { note: [null, 'no balcão'], amountCents: [null, 8_670], state: ['held', 'booked'] },
  });
  const down = refusal(503, { message: 'Fora do ar.' });
  const items = [newItem({ name: 'Cleusa Maria Prado', sentence: 'Fez a reserva' }), recorded];
  await show({}, { [TIMELINE]: [down, down, timelineOf(items)] });
  const history = section('Histórico');
  await expect.element(history.getByText(/^Não foi possível carregar o histórico\./)).toBeVisible();
  await history.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(history.getByText('Rita Lopes')).toBeVisible();
  const lines = history.getByRole('list').nth(1).getByRole('listitem').elements();
  expect(lines.map((line) => line.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Situação: de Vaga guardada para Confirmada',
    'Valor: R$ 86,70',
    'Observação: no balcão',
  ]);
});

test('a long history begins with the latest, and shows everything when it is asked for', async () => {
  const items = Array.from({ length: 40 }, (_, index) => newItem({ sentence: `Fato ${index + 1}` }));
  await show({}, { [TIMELINE]: timelineOf(items) });
  await expect.element(page.getByText('Fato 40')).toBeVisible();
  await expect.element(page.getByText('Fato 35')).not.toBeInTheDocument();
  await button('Ver tudo (40)').click();
  await expect.element(page.getByText('Fato 1', { exact: true })).toBeVisible();
});

const newNote = (more: Partial<ReservationNote> = {}): ReservationNote => ({
  ...{
    id: crypto.randomUUID(),
    text: 'Vai de cadeira de rodas',
    author: { id: crypto.randomUUID(), name: 'Rita Lopes' },
  },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', editedAt: null, changeable: false },
  ...more,
});

test('a note is written, changed and deleted; a colleague’s is only read', async () => {
  const own = newNote({ text: 'Ligou hoje', changeable: true });
  const others = newNote();
  const opened = (...notes: ReservationNote[]) => ({ json: newForStaff({ id, notes }) });
  const [add, change] = [`POST ${PATH}/notes`, `/notes/${own.id}`];
  const { bodies, calls } = await show(
    [
      opened(others),
      opened(own, others),
      opened({ ...own, text: 'Ligou ontem', editedAt: own.createdAt }, others),
      opened(others),
    ],
    {
      [add]: [refusal(503, { message: 'Fora do ar.' }), { status: 201, json: own }],
      [`PUT ${PATH}${change}`]: { json: own },
      [`DELETE ${PATH}${change}`]: { json: {} },
    },
  );
  const notes = section('Notas e etiquetas');
  await expect.element(notes.getByText('Vai de cadeira de rodas')).toBeVisible();
  await expect.element(notes.getByRole('button', { name: 'Alterar' })).not.toBeInTheDocument();
  await button('Escrever nota').click();
  const dialog = page.getByRole('dialog', { name: 'Escrever nota' });
  await dialog.getByRole('button', { name: 'Guardar nota' }).click();
  await expect.element(dialog.getByText('Nota: preencha este campo.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nota' }).fill('Ligou hoje');
  await dialog.getByRole('button', { name: 'Guardar nota' }).click();
  await expect.element(dialog.getByText(/O que você digitou continua aqui/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Guardar nota' }).click();
  await expect.element(notes.getByText('Ligou hoje')).toBeVisible();
  expect(bodies[add]).toEqual({ text: 'Ligou hoje' });

  await notes.getByRole('button', { name: 'Alterar' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nota' }).fill('Ligou ontem');
  await button('Guardar nota').click();
  await expect.element(notes.getByText('Ligou ontem')).toBeVisible();
  await notes.getByRole('button', { name: 'Apagar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(notes.getByText('Ligou ontem')).not.toBeInTheDocument();
  expect(calls).toContain(`DELETE ${PATH}${change}`);
});

test('a tag is chosen from those in use or typed, and taken off', async () => {
  const vip = { id: crypto.randomUUID(), label: 'VIP' };
  const [add, remove] = [`POST ${PATH}/tags`, `DELETE ${PATH}/tags/${vip.id}`];
  const { bodies } = await show(
    [{ json: newForStaff({ id }) }, { json: newForStaff({ id, tags: [vip] }) }, { json: newForStaff({ id }) }],
    { [add]: { status: 201, json: { data: [vip] } }, [remove]: { json: { data: [] } } },
  );
  await page.getByRole('combobox', { name: 'Etiqueta' }).fill('vi');
  await page.getByRole('option', { name: 'VIP' }).click();
  await userEvent.keyboard('{Enter}');
  const tag = page.getByRole('link', { name: 'Reservas com a etiqueta VIP' });
  await expect.element(tag).toHaveAttribute('href', '/admin/reservas?etiqueta=VIP');
  expect(bodies[add]).toEqual({ label: 'VIP' });
  await button('Tirar a etiqueta VIP').click();
  await expect.element(tag).not.toBeInTheDocument();
});

test('says that there is no such reservation, and tries again what did not come', async () => {
  const { screen } = await show([refusal(404, { code: 'RESERVATION_NOT_FOUND' })]);
  await expect.element(page.getByText('Não encontramos esta reserva')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ver as reservas' })).toHaveAttribute('href', '/admin/reservas');
  await screen.unmount();
  await show(['lost', { json: newForStaff({ id }) }]);
  await button('Tentar de novo').click();
  await expect.element(page.getByText('Cânions de Furnas')).toBeVisible();
});

test('the trip’s end is said; the payer’s record opens for administrators alone', async () => {
  const { trip, payer } = newForStaff();
  const { screen } = await show({ trip: { ...trip, isArchived: true, isCancelled: true } });
  await expect.element(page.getByText('Passeio arquivado')).toBeVisible();
  await expect.element(page.getByText('Saída cancelada')).toBeVisible();
  await expect.element(page.getByRole('link', { name: payer.name, exact: true })).not.toBeInTheDocument();
  await screen.unmount();
  await show({ payer }, {}, 'ADMIN');
  await expect
    .element(page.getByRole('link', { name: payer.name, exact: true }))
    .toHaveAttribute('href', `/admin/usuarios/${payer.id}`);
});
test("staff makes the payer's link, and ends those that were sent once it is confirmed", async () => {
  const LINK = `POST ${PATH}/link`;
  const url = `https://passeio.example/reserva#${'d'.repeat(43)}`;
  const { bodies, calls } = await show(
    {},
    { [LINK]: { status: 201, json: { url } }, [`DELETE ${PATH}/link`]: { json: {} } },
  );
  await button('Link para o cliente').click();
  await expect.element(page.getByLabelText('Link', { exact: true })).toHaveValue(url);
  expect(bodies[LINK]).toEqual({ renew: false });
  await button('Trocar por um link novo').click();
  await button('Confirmar').click();
  await expect.poll(() => bodies[LINK]).toEqual({ renew: true });
  await button('Cancelar todos os links').click();
  await button('Confirmar').click();
  await expectToast('success', 'Os links desta reserva não abrem mais.');
  expect(calls).toContain(`DELETE ${PATH}/link`);
});

test('staff writes who said on the telephone that the minors may travel', async () => {
  const asked = newForStaff({ id });
  const [first, ...others] = asked.participants;
  if (!first) throw new Error('nobody travels');
  const participants = [{ ...first, age: 10, missing: ['minorStatement' as const] }, ...others];
  const { bodies } = await show({ participants }, { [`PUT ${PATH}/minor-statement`]: { json: asked } });
  const part = section('Menores de 18 anos');
  await part.getByRole('switch').click();
  await part.getByLabelText('Quem declarou').fill('Rosa Prado');
  await part.getByRole('button', { name: 'Registrar declaração' }).click();
  await expectToast('success', 'Declaração registrada.');
  expect(bodies[`PUT ${PATH}/minor-statement`]).toEqual({ name: 'Rosa Prado', version: '1' });
});

test('documents are masked until staff asks for those of one person', async () => {
  const [first, ...others] = newForStaff({ id }).participants;
  if (!first) throw new Error('nobody travels');
  const masked = { ...first, documentNumber: null, cpf: null, masked: { documentNumber: '•••678', cpf: '•••725' } };
  const path = `${PATH}/participants/${first.id}/documents`;
  await show(
    { participants: [masked, ...others] },
    { [`GET ${path}`]: { json: { documentNumber: 'MG-12.345.678', cpf: '52998224725' } } },
  );
  await expect.element(page.getByText(/•••678 .*CPF •••725/)).toBeVisible();
  await page
    .getByRole('button', { name: /^Mostrar: documentos de/ })
    .first()
    .click();
  await expect.element(page.getByText(/MG-12\.345\.678 .*CPF 529\.982\.247-25/)).toBeVisible();
});
