import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fareLine, type Line, totalOf } from '../lines.ts';
import { type DiscountRule, faresAfter, type RuleBenefitKind, ruleLines } from './rule-lines.ts';
import { ruleText } from './rule-text.ts';

const TRIP = 'trip';
const moment = {
  tripId: TRIP,
  now: Date.parse('2027-01-01T12:00:00Z'),
  departsAt: '2027-03-02T08:00:00Z',
  timeZone: 'America/Sao_Paulo',
};
const fares = { Adulto: 20_000, Criança: 12_345, Colo: 0 };
type Label = keyof typeof fares;

const everything = { minPeople: null, minTotalCents: null, minDaysBefore: null, fareLabels: [] };
const usual = { tripIds: [], validFrom: null, validUntil: null, isActive: true, position: 0 };

function rule(id: string, overrides: Partial<DiscountRule> & Pick<DiscountRule, 'benefit'>): DiscountRule {
  return { ...usual, id, label: `Desconto ${id}`, condition: everything, ...overrides };
}

const benefit = (kind: RuleBenefitKind, value: number, ...fareLabels: Label[]) => ({ kind, value, fareLabels });

function partyOf(...labels: Label[]): Line[] {
  return labels.map((label, index) => fareLine({ id: label, label, priceCents: fares[label] }, String(index)));
}

const offOf = (rules: DiscountRule[], party: Line[], at = moment) => Math.abs(totalOf(ruleLines(rules, party, at)));
const group = (people: number) => Array.from({ length: people }, (): Label => 'Adulto');

const labels = fc.subarray<Label>(['Adulto', 'Criança', 'Colo']);
const anyRule = fc.record({
  condition: fc.record({
    minPeople: fc.option(fc.integer({ min: 1, max: 8 })),
    minTotalCents: fc.option(fc.integer({ min: 1, max: 90_000 })),
    minDaysBefore: fc.option(fc.integer({ min: 1, max: 120 })),
    fareLabels: labels,
  }),
  benefit: fc
    .constantFrom<[RuleBenefitKind, number]>(['percent', 100], ['amount_each', 30_000], ['cheapest_free', 5])
    .chain(([kind, most]) =>
      fc.record({ kind: fc.constant(kind), value: fc.integer({ min: 1, max: most }), fareLabels: labels }),
    ),
  position: fc.integer({ min: 0, max: 3 }),
});
const anyRules = fc
  .array(anyRule, { maxLength: 5 })
  .map((some) => some.map((one, index) => rule(`rule ${index}`, one)));
const anyParty = fc.array(fc.constantFrom<Label>('Adulto', 'Criança', 'Colo'), { maxLength: 12 });

it('nobody pays less than nothing, and each line is one of a person whose fare it lowers', () => {
  fc.assert(
    fc.property(anyRules, anyParty, (rules, party) => {
      const lines = ruleLines(rules, partyOf(...party), moment);
      for (const { unitCents } of faresAfter(partyOf(...party), lines)) expect(unitCents).toBeGreaterThanOrEqual(0);
      for (const { unitCents, quantity } of lines) expect([unitCents < 0, quantity]).toEqual([true, 1]);
      const keys = lines.map(({ sourceId, participantId }) => `${sourceId} ${participantId}`);
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 2_000 },
  );
});

it('a percentage is, to the centavo, that of all fares together', () => {
  fc.assert(
    fc.property(anyParty, fc.integer({ min: 1, max: 100 }), (party, percent) => {
      const off = offOf([rule('a', { benefit: benefit('percent', percent) })], partyOf(...party));
      expect(off).toBe(Math.round((totalOf(partyOf(...party)) * percent) / 100));
    }),
  );
});

it('it does not matter in which order the party is named, nor in which order rules are read', () => {
  const shuffled = anyParty.chain((party) =>
    fc.tuple(fc.constant(party), fc.shuffledSubarray(party, { minLength: party.length })),
  );
  fc.assert(
    fc.property(anyRules, shuffled, (rules, [party, other]) => {
      const sums = (labels: Label[], read: DiscountRule[]) => {
        const lines = partyOf(...labels);
        const left = faresAfter(lines, ruleLines(read, lines, moment));
        return left.map(({ label, unitCents }) => `${label} ${unitCents}`).toSorted();
      };
      expect(sums(other, rules.toReversed())).toEqual(sums(party, rules));
    }),
    { numRuns: 2_000 },
  );
});

it('rules that are off, of other trips, not valid yet or no longer do nothing', () => {
  const without = [
    { isActive: false },
    { tripIds: ['another'] },
    { validFrom: '2027-01-01T12:00:01Z' },
    { validUntil: '2027-01-01T12:00:00Z' },
  ];
  fc.assert(
    fc.property(anyRules, anyParty, fc.constantFrom(...without), (rules, party, off) => {
      const others = rules.map((one) => ({ ...one, ...off, id: `${one.id} off` }));
      const lines = partyOf(...party);
      expect(ruleLines([...others, ...rules], lines, moment)).toEqual(ruleLines(rules, lines, moment));
    }),
  );
  const one = rule('a', { benefit: benefit('percent', 10), tripIds: [TRIP], validFrom: '2027-01-01T12:00:00Z' });
  expect(offOf([one], partyOf('Adulto'))).toBe(2_000);
});

it('a group of ten pays a tenth less, nine do not', () => {
  const condition = { ...everything, minPeople: 10 };
  const rules = [rule('group', { condition, benefit: benefit('percent', 10) })];
  expect(offOf(rules, partyOf(...group(10)))).toBe(20_000);
  expect(offOf(rules, partyOf(...group(9)))).toBe(0);
});

it('a minimum total counts only the fares that the rule names', () => {
  const condition = { ...everything, minTotalCents: 40_000, fareLabels: ['Adulto'] };
  const rules = [rule('adults', { condition, benefit: benefit('amount_each', 1_000) })];
  expect(offOf(rules, partyOf('Adulto', 'Criança', 'Criança'))).toBe(0);
  expect(offOf(rules, partyOf('Adulto', 'Adulto'))).toBe(2_000);
});

it('early birds pay less per person up to the day that is so many calendar days before the departure', () => {
  const condition = { ...everything, minDaysBefore: 60 };
  const rules = [rule('early', { condition, benefit: benefit('amount_each', 3_000) })];
  expect(offOf(rules, partyOf('Adulto', 'Criança', 'Colo'))).toBe(6_000);
  // The last minute of 1 January in São Paulo, then the first of the 2nd.
  expect(offOf(rules, partyOf('Adulto'), { ...moment, now: Date.parse('2027-01-02T02:59:00Z') })).toBe(3_000);
  expect(offOf(rules, partyOf('Adulto'), { ...moment, now: Date.parse('2027-01-02T03:00:00Z') })).toBe(0);
});

it('a child goes for free with two adults, one child of two', () => {
  const rules = [
    rule('child', {
      condition: { ...everything, minPeople: 2, fareLabels: ['Adulto'] },
      benefit: benefit('cheapest_free', 1, 'Criança'),
    }),
  ];
  expect(offOf(rules, partyOf('Adulto', 'Criança', 'Adulto', 'Criança'))).toBe(12_345);
  expect(offOf(rules, partyOf('Adulto', 'Criança', 'Criança'))).toBe(0);
});

it('the cheapest who goes for free is somebody who pays', () => {
  const rules = [rule('a', { benefit: benefit('cheapest_free', 1) })];
  expect(offOf(rules, partyOf('Colo', 'Adulto', 'Criança'))).toBe(12_345);
});

it('one rule takes its part of what the one before left', () => {
  const half = rule('half', { benefit: benefit('percent', 50) });
  const each = rule('each', { benefit: benefit('amount_each', 4_000), position: 1 });
  expect(offOf([each, half], partyOf('Adulto'))).toBe(14_000);
  expect(offOf([{ ...each, position: -1 }, half], partyOf('Adulto'))).toBe(12_000);
});

it('a rule says in words when it applies and what it gives', () => {
  const text = (condition: Partial<DiscountRule['condition']>, given: DiscountRule['benefit']) =>
    ruleText({ condition: { ...everything, ...condition }, benefit: given }).replaceAll('\u00a0', ' ');
  expect(text({ minPeople: 10 }, benefit('percent', 10))).toBe('A partir de 10 pessoas: 10% de desconto');
  expect(text({ minDaysBefore: 60 }, benefit('amount_each', 3_000))).toBe(
    'Reservando com 60 dias de antecedência: R$ 30,00 de desconto por pessoa',
  );
  expect(text({ minPeople: 2, fareLabels: ['Adulto'] }, benefit('cheapest_free', 1, 'Criança'))).toBe(
    'A partir de 2 pessoas da tarifa Adulto: 1 pessoa grátis na tarifa Criança',
  );
  expect(text({}, benefit('percent', 5, 'Adulto', 'Criança'))).toBe('5% de desconto nas tarifas Adulto e Criança');
});
