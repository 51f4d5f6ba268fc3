import { cancellationPresets } from '@passeio/contract/trips/trip-draft';
import { expect, it } from 'vitest';
import { cancellationTexts } from './cancellation-texts.ts';

it('says what each usual rule means', () => {
  const sentences = Object.fromEntries(
    cancellationPresets.map(({ label, tiers }) => [label, cancellationTexts(tiers)]),
  );
  expect(sentences).toEqual({
    Padrão: [
      'Com mais de 30 dias de antecedência: multa de 10% do valor',
      'Depois disso, até a saída: multa de 20% do valor',
    ],
    'Bate-volta flexível': ['Até 1 dia antes da saída: sem multa', 'Depois disso, até a saída: multa de 20% do valor'],
  });
});

it('puts the earliest first, whatever the order', () => {
  expect(
    cancellationTexts([
      { minHoursBefore: 0, penaltyPercent: 100 },
      { minHoursBefore: 48, penaltyPercent: 15 },
      { minHoursBefore: 72, penaltyPercent: 0 },
    ]),
  ).toEqual([
    'Até 3 dias antes da saída: sem multa',
    'Até 2 dias antes da saída: multa de 15% do valor',
    'Depois disso, até a saída: sem devolução',
  ]);
});

const flexible = [
  { minHoursBefore: 24, penaltyPercent: 0 },
  { minHoursBefore: 0, penaltyPercent: 20 },
];
const departsAt = '2026-12-05T07:00:00Z';

it('leaves out what is over for a trip that leaves soon', () => {
  const nineHoursBefore = Date.parse('2026-12-04T22:00:00Z');
  expect(cancellationTexts(flexible, departsAt, nineHoursBefore)).toEqual([
    'A qualquer momento antes da saída: multa de 20% do valor',
  ]);
  const twoDaysBefore = Date.parse('2026-12-03T07:00:00Z');
  expect(cancellationTexts(flexible, departsAt, twoDaysBefore)).toHaveLength(2);
});

it('lists a rule to the very hour until which it holds', () => {
  const tiers = [
    { minHoursBefore: 48, penaltyPercent: 0 },
    { minHoursBefore: 0, penaltyPercent: 20 },
  ];
  const countAt = (hoursBefore: number) =>
    cancellationTexts(tiers, departsAt, Date.parse(departsAt) - hoursBefore * 3_600_000).length;
  expect([48, 47.9].map(countAt)).toEqual([2, 1]);
});

it('says so where one rule holds at all times', () => {
  expect(cancellationTexts([{ minHoursBefore: 0, penaltyPercent: 20 }])).toEqual([
    'A qualquer momento antes da saída: multa de 20% do valor',
  ]);
});
