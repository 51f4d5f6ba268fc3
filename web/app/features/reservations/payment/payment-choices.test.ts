import { describe, expect, it } from 'vitest';
import { allocationText, isPaymentNext, paymentChoices } from './payment-choices';

const status = (key: 'deposit_due' | 'added_deposit_due' | 'balance_due') =>
  ({ label: '', tone: 'waiting', nextStep: '', until: null, key }) as const;
const held: Parameters<typeof paymentChoices>[0] = {
  payable: true,
  state: 'held',
  status: status('deposit_due'),
  depositCents: 14_190,
  receivedCents: 0,
  dueCents: 47_300,
  instalments: [],
};

const instalment = (id: string, paidCents: number, state: 'open' | 'overdue' | 'paid') => ({
  ...{ id, dueDate: '2026-12-27', amountCents: 10_000, paidCents, state },
});
const inInstalments: typeof held = {
  ...{ ...held, state: 'booked', status: status('balance_due'), receivedCents: 25_000, dueCents: 25_000 },
  instalments: [
    instalment('1', 10_000, 'paid'),
    instalment('2', 5_000, 'open'),
    ...['3', '4'].map((id) => instalment(id, 0, 'open')),
  ],
};
const overdue = {
  ...inInstalments,
  instalments: inInstalments.instalments.map((one, index) =>
    index === 1 || index === 2 ? { ...one, state: 'overdue' as const } : one,
  ),
};

describe('what can be paid', () => {
  it.each<[string, typeof held, string[]]>([
    ['a new reservation: deposit or everything', held, ['Pagar o sinal 14190', 'Pagar o valor total 47300']],
    [
      'a part of the deposit came',
      { ...held, receivedCents: 4_190, dueCents: 43_110 },
      ['Pagar o sinal 10000', 'Pagar o valor total 43110'],
    ],
    ['the deposit is everything', { ...held, depositCents: 47_300 }, ['Pagar o valor total 47300']],
    ['no deposit is asked', { ...held, depositCents: 0 }, ['Pagar o valor total 47300']],
    ['booked', { ...held, state: 'booked', receivedCents: 14_190, dueCents: 33_110 }, ['Pagar o restante 33110']],
    [
      'booked, with people who were added',
      { ...held, state: 'booked', status: status('added_deposit_due'), receivedCents: 10_000, dueCents: 37_300 },
      ['Pagar o sinal 4190', 'Pagar o restante 37300'],
    ],
    [
      'booked without a deposit',
      { ...held, state: 'booked', status: status('balance_due') },
      ['Pagar o restante 47300'],
    ],
    ['in instalments', inInstalments, ['Pagar a parcela 5000', 'Pagar o restante 25000']],
    ['with instalments that are late', overdue, ['Pagar a parcela 15000', 'Pagar o restante 25000']],
    ['nothing is due', { ...held, state: 'booked', receivedCents: 47_300, dueCents: 0 }, []],
    ['the server says not now', { ...held, payable: false }, []],
  ])('%s', (_, money, choices) => {
    expect(paymentChoices(money).map(({ label, amountCents }) => `${label} ${amountCents}`)).toEqual(choices);
  });
});

it.each([
  ['deposit_due', true],
  ['balance_overdue', true],
  ['balance_due', false],
] as const)('paying comes next while the status is %s: %s', (key, isNext) => {
  expect(isPaymentNext({ status: { ...{ label: '', tone: 'waiting', nextStep: '', until: null }, key } })).toBe(isNext);
});

it.each<[number, string]>([
  [5_000, 'Paga a parcela 2.'],
  [7_000, 'Paga a parcela 2 e R$ 20,00 da parcela 3.'],
  [25_000, 'Paga a parcela 2, a parcela 3 e a parcela 4.'],
  [1_000, 'Paga R$ 10,00 da parcela 2.'],
])('%d centavos of what is left of the instalments: %s', (cents, text) => {
  expect(allocationText(inInstalments, cents)).toBe(text);
});

it('says that an amount pays a deposit that was waived first', () => {
  expect(allocationText({ ...inInstalments, dueCents: 30_000 }, 6_000)).toBe('Paga o sinal e R$ 10,00 da parcela 2.');
});
