import type {
  ClosedAccounts,
  SettlementFigures,
  SettlementPerson,
  SettlementReport,
} from '@passeio/contract/payments/settlement-report';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import * as settlementReport from './settlement-report';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const trip = { id: crypto.randomUUID(), title: 'Capitólio', date: ago(4), returnDate: ago(3) };
const READ = `GET /api/trips/${trip.id}/closing`;
const CLOSE = `POST /api/trips/${trip.id}/closing`;

const figures: SettlementFigures = {
  people: { boarded: 1, missed: 1, unknown: 0 },
  ...{ expectedCents: 57_800, retainedCents: 0, receivedCents: 40_000, refundedCents: 0 },
  ...{ creditUsedCents: 6_000, creditGrantedCents: 0 },
  ...{ missingCents: 11_800, toRefundCents: 0 },
  methods: [
    { method: 'pix', inCents: 40_000, outCents: 0 },
    { method: 'credit', inCents: 6_000, outCents: 0 },
  ],
  extras: [],
  costs: { fixedCents: 20_000, perPersonCents: 0, people: 2, totalCents: 20_000 },
  ...{ forecastCents: 37_800, resultCents: 26_000 },
};
const person = (more: Partial<SettlementPerson>): SettlementPerson => ({
  ...{ id: crypto.randomUUID(), reservationId: crypto.randomUUID(), code: 'ABC234', name: 'Ana Lima' },
  ...{ fareLabel: 'Adulto', attendance: 'boarded', correction: null, phone: '+5535988887777', phoneOf: null },
  ...{ receivedCents: 28_900, dueCents: 0, ...more },
});
const bento = person({ name: 'Bento Reis', attendance: 'missed', receivedCents: 17_100, dueCents: 11_800 });
const balance = { kind: 'balance' as const, reservationId: bento.reservationId, amountCents: 11_800 };
const named = { ...balance, code: 'ABC234', payer: 'Bento Reis' };
const report = (more: Partial<SettlementReport> = {}): { json: SettlementReport } => ({
  json: {
    ...{ trip, isBack: true, attendanceClosesAt: ago(2), people: [person({}), bento], figures },
    ...{ open: [named], closed: null, ...more },
  },
});
const closed: ClosedAccounts = {
  ...{ at: ago(1), by: 'Rita Alves', note: 'Paga em dezembro', figures, exceptions: [named], later: [] },
};

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  await renderRoute(settlementReport, {
    at: `/admin/passeios/${trip.id}/fechamento`,
    path: '/admin/passeios/:tripId/fechamento',
  });
  return network;
}

test('the report shows no-shows with contact and money, the accounts, and open items', async () => {
  await open({ [READ]: report() });
  await expect.element(page.getByText('1 viajou, 1 não compareceu')).toBeVisible();
  const absent = page.getByRole('region', { name: /^Não compareceram/ });
  await expect.element(absent.getByText('Adulto · reserva ABC234: R$ 171,00 pagos, faltam R$ 118,00')).toBeVisible();
  await expect.element(absent.getByRole('link', { name: 'Ligar para Bento Reis' })).toBeVisible();
  await expect.element(page.getByText('R$ 118,00 abaixo do previsto')).toBeVisible();
  await expect.element(page.getByText('usados R$ 60,00')).toBeVisible();
  const openItems = page.getByRole('region', { name: 'Em aberto' });
  await expect.element(openItems.getByText('Falta receber')).toBeVisible();
  await expect.element(page.getByText('O embarque de todos foi informado.')).toBeVisible();
});

test('the report says what extras brought, where any were sold', async () => {
  const extras = [{ id: crypto.randomUUID(), label: 'Almoço', count: 3, incomeCents: 13_500 }];
  await open({ [READ]: report({ figures: { ...figures, extras } }) });
  const sold = page.getByRole('region', { name: 'Adicionais' }).getByRole('listitem');
  await expect.element(sold).toMatchTextContent(/3 × AlmoçoR\$ 135,00/);
});

test('accounts with open items close only with a confirmation and a reason', async () => {
  const { bodies } = await open({
    [READ]: [report(), report({ closed })],
    [CLOSE]: { ...report({ closed }), status: 201 },
  });
  await page.getByRole('button', { name: 'Fechar contas' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Fechar contas' });
  await submit.click();
  await expect.element(dialog.getByText('Confirme que as contas fecham com essas pendências.')).toBeVisible();
  await dialog.getByLabelText('Fechar com esta pendência').click();
  await submit.click();
  await expect.element(dialog.getByText('Diga por que as contas fecham com pendências.')).toBeVisible();
  expect(bodies[CLOSE]).toBeUndefined();
  await dialog.getByLabelText('Motivo').fill('Paga em dezembro');
  await submit.click();
  await expectToast('success', 'Contas fechadas.');
  expect(bodies[CLOSE]).toEqual({ resultCents: 26_000, accepted: [balance], note: 'Paga em dezembro' });
  await expect.element(page.getByText(/Contas fechadas por Rita Alves/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Fechar contas' })).not.toBeInTheDocument();
});

test('cash that guides have leads to where it is confirmed, and is named before accounts close with it', async () => {
  const cash = { ...named, kind: 'cash' as const, amountCents: 5_000 };
  const { bodies } = await open({ [READ]: report({ open: [cash] }), [CLOSE]: { ...report({ closed }), status: 201 } });
  const item = page.getByRole('region', { name: 'Em aberto' }).getByRole('listitem');
  await expect.element(item).toMatchTextContent(/Dinheiro com guia a confirmarR\$ 50,00/);
  const link = item.getByRole('link', { name: 'Bento Reis' });
  await expect.element(link).toHaveAttribute('href', '/admin/pagamentos/embarque');
  await page.getByRole('button', { name: 'Fechar contas' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Bento Reis \(ABC234\): dinheiro com guia a confirmar R\$ 50,00/);
  await dialog.getByLabelText('Fechar com esta pendência').click();
  await dialog.getByLabelText('Motivo').fill('A guia entrega amanhã');
  await dialog.getByRole('button', { name: 'Fechar contas' }).click();
  await expect.poll(() => bodies[CLOSE]).toMatchObject({ accepted: [{ kind: 'cash', amountCents: 5_000 }] });
});

test('changed accounts are shown with a message, and the reason stays', async () => {
  const message = 'As contas mudaram enquanto a página estava aberta.';
  const newer = { ...figures, resultCents: 37_800 };
  await open({
    [READ]: [report(), report({ figures: newer })],
    [CLOSE]: refusal(409, { code: 'CLOSING_CHANGED', message }),
  });
  await page.getByRole('button', { name: 'Fechar contas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Fechar com esta pendência').click();
  await dialog.getByLabelText('Motivo').fill('Combinado');
  await dialog.getByRole('button', { name: 'Fechar contas' }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(dialog.getByText('R$ 378,00')).toBeVisible();
  await expect.element(dialog.getByLabelText('Motivo')).toHaveValue('Combinado');
});

test('later entries stand apart, and the closed figures stay', async () => {
  const now = { ...figures, receivedCents: 57_800, resultCents: 37_800 };
  await open({ [READ]: report({ closed, figures: now, open: [] }) });
  const later = page.getByRole('region', { name: 'Depois do fechamento' });
  await expect.element(later.getByText('Resultado: R$ 260,00 no fechamento, R$ 378,00 agora')).toBeVisible();
  const accounts = page.getByLabelText('Contas', { exact: true });
  await expect.element(accounts.getByText('R$ 260,00', { exact: true })).toBeVisible();
  const exceptions = page.getByRole('region', { name: 'Fechadas com pendências' });
  await expect.element(exceptions.getByText('Motivo: Paga em dezembro')).toBeVisible();
});

test('staff corrects attendance with a reason, only after it has closed', async () => {
  const CORRECT = `PUT /api/trips/${trip.id}/boarding/people/${bento.id}`;
  const attendance = { tapId: crypto.randomUUID(), decision: 'boarded', decidedAt: ago(0) };
  const { bodies } = await open({ [READ]: report(), [CORRECT]: { json: attendance } });
  await page.getByRole('button', { name: 'Corrigir presença: Bento Reis' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Corrigir' }).click();
  await expect.element(dialog.getByText('Motivo: preencha este campo.')).toBeVisible();
  await dialog.getByLabelText('Motivo').fill('ab');
  await dialog.getByRole('button', { name: 'Corrigir' }).click();
  await expect.element(dialog.getByText('Motivo: use pelo menos 3 caracteres.')).toBeVisible();
  await dialog.getByLabelText('Motivo').fill('Embarcou na segunda parada');
  await dialog.getByRole('button', { name: 'Corrigir' }).click();
  await expectToast('success', 'Presença corrigida.');
  expect(bodies[CORRECT]).toEqual({ decision: 'boarded', reason: 'Embarcou na segunda parada' });
});

test('while attendance is open it leads to the boarding page; before the return nothing can be closed', async () => {
  await open({ [READ]: report({ attendanceClosesAt: ago(-2), isBack: false }) });
  await expect.element(page.getByRole('link', { name: 'marque no embarque' })).toBeVisible();
  await expect.element(page.getByText(/As contas fecham depois\./)).toBeVisible();
  expect(page.getByRole('button', { name: /^(Fechar contas|Corrigir)/ }).elements()).toHaveLength(0);
});
