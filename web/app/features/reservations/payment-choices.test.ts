import { describe, expect, it } from 'vitest';
import { isPaymentNext, paymentChoices } from './payment-choices';

const status = (key: 'deposit_due' | 'added_deposit_due' | 'balance_due') =>
  ({ label: '', tone: 'waiting', nextStep: '', until: null, key }) as const;
const held: Parameters<typeof paymentChoices>[0] = {
  payable: true,
  state: 'held',
  status: status('deposit_due'),
  depositCents: 14_190,
  receivedCents: 0,
  dueCents: 47_300,
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
