import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancellationPresets } from '../trips/trip-draft.ts';
import { type CancellationFacts, quoteCancellation, quotePartialCancellation } from './cancellation.ts';

const HOUR_MS = 3_600_000;
const SAO_PAULO = 'America/Sao_Paulo';
const DEPARTS = new Date('2026-12-12T08:00:00Z');
const [standard, dayTrip] = cancellationPresets.map(({ tiers }) => tiers);

/** A quote so many hours before departure, contracted long ago unless said otherwise. */
function quote(hoursBefore: number, more: Partial<CancellationFacts> = {}) {
  return quoteCancellation({
    policy: { tiers: standard ?? [], withdrawalDays: 7 },
    contractedAt: '2026-09-01T12:00:00Z',
    departsAt: DEPARTS,
    now: new Date(DEPARTS.getTime() - hoursBefore * HOUR_MS),
    timeZone: SAO_PAULO,
    contractedCents: 35_800,
    receivedCents: 17_900,
    by: 'client',
    ...more,
  });
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('what the presets cost', () => {
  it.each([
    ['Padrão', 745, 3_580, 14_320, 'Faltam 31 dias: multa de 10% sobre R$ 358,00.'],
    ['Padrão', 721, 3_580, 14_320, 'Faltam 30 dias: multa de 10% sobre R$ 358,00.'],
    ['Padrão', 720.99, 7_160, 10_740, 'Faltam 30 dias: multa de 20% sobre R$ 358,00.'],
    ['Padrão', 293, 7_160, 10_740, 'Faltam 12 dias: multa de 20% sobre R$ 358,00.'],
    ['Padrão', 48, 7_160, 10_740, 'Faltam 2 dias: multa de 20% sobre R$ 358,00.'],
    ['Padrão', 47.9, 7_160, 10_740, 'Faltam 47 horas: multa de 20% sobre R$ 358,00.'],
    ['Bate-volta flexível', 24, 0, 17_900, 'Faltam 24 horas: sem multa.'],
    ['Bate-volta flexível', 23.9, 7_160, 10_740, 'Faltam 23 horas: multa de 20% sobre R$ 358,00.'],
    ['Bate-volta flexível', 1, 7_160, 10_740, 'Falta 1 hora: multa de 20% sobre R$ 358,00.'],
    ['Bate-volta flexível', 0.5, 7_160, 10_740, 'Falta menos de 1 hora: multa de 20% sobre R$ 358,00.'],
  ])('%s, %d hours before departure', (preset, hours, penaltyCents, refundCents, rule) => {
    const tiers = (preset === 'Padrão' ? standard : dayTrip) ?? [];
    const quoted = quote(hours, { policy: { tiers, withdrawalDays: 7 } });
    expect({ ...quoted, rule: plain(quoted.rule) }).toMatchObject({ penaltyCents, refundCents, rule });
  });

  it('nothing if no penalty was agreed, or none for so late', () => {
    expect(quote(5, { policy: { tiers: [], withdrawalDays: null } })).toMatchObject({
      penaltyCents: 0,
      refundCents: 17_900,
      rule: 'Nenhuma multa de cancelamento foi combinada.',
    });
    const tiers = [{ minHoursBefore: 24, penaltyPercent: 10 }];
    expect(quote(5, { policy: { tiers, withdrawalDays: null } })).toMatchObject({
      penaltyCents: 0,
      rule: 'Faltam 5 horas: nenhuma multa foi combinada para este prazo.',
    });
  });

  it('half a centavo and more is a centavo, once, and more than was received is not asked for', () => {
    const tiers = [{ minHoursBefore: 0, penaltyPercent: 15 }];
    const policy = { tiers, withdrawalDays: null };
    expect(quote(5, { policy, contractedCents: 10_003, receivedCents: 10_003 }).penaltyCents).toBe(1_500);
    expect(quote(5, { policy, contractedCents: 10_010, receivedCents: 1_000 })).toMatchObject({
      penaltyCents: 1_502,
      refundCents: 0,
    });
  });

  it('penalties for people who left before stay, unless the operator cancels', () => {
    const paid = { contractedCents: 21_480, receivedCents: 21_480, earlierPenaltyCents: 3_580 };
    const quoted = quote(293, paid);
    expect(quoted).toMatchObject({ penaltyCents: 7_160, refundCents: 14_320 });
    expect(plain(quoted.rule)).toBe(
      'Faltam 12 dias: multa de 20% sobre R$ 179,00, e R$ 35,80 de multas anteriores não voltam.',
    );
    expect(quote(293, { ...paid, by: 'operator' }).refundCents).toBe(21_480);
  });
});

describe('the hours of a tier', () => {
  // Thirty days on the calendar before a departure at 8:00 in Lisbon, across each change of clocks.
  it.each([
    ['back', '2026-11-10T08:00:00Z', '2026-10-11T07:00:00Z', 721, 10, 'Faltam 30 dias: multa de 10%'],
    ['forward', '2027-04-10T07:00:00Z', '2027-03-11T08:00:00Z', 719, 20, 'Faltam 29 dias: multa de 20%'],
  ])('are hours that pass: where clocks go %s, thirty days have an hour more or less', (...changed) => {
    const [, departsAt, now, hours, percent, words] = changed;
    expect((Date.parse(departsAt) - Date.parse(now)) / HOUR_MS).toBe(hours);
    const quoted = quote(0, { timeZone: 'Europe/Lisbon', departsAt, now, contractedAt: '2026-01-01T12:00:00Z' });
    expect(quoted.penaltyPercent).toBe(percent);
    expect(quoted.rule).toContain(words);
  });

  it('are the same whatever the zone of the operator', () => {
    const rules = [SAO_PAULO, 'Europe/Lisbon', 'Asia/Tokyo'].map((timeZone) => quote(720.5, { timeZone }).rule);
    expect(new Set(rules).size).toBe(1);
  });
});

describe('the right of withdrawal', () => {
  const rightOf = (more: Partial<CancellationFacts>) => quote(0, more).penaltyCents === 0;
  // Contracted on 1 December at 23:30 and cancelled at the end of the 8th, and a minute later, on the operator's clock.
  it.each([
    [SAO_PAULO, '2026-12-02T02:30:00Z', '2026-12-09T02:59:59Z', '2026-12-09T03:00:00Z'],
    ['America/Manaus', '2026-12-02T03:30:00Z', '2026-12-09T03:59:59Z', '2026-12-09T04:00:00Z'],
    // Contracted on 20 October; clocks go back on the 25th, so that the seven days have an hour more.
    ['Europe/Lisbon', '2026-10-20T22:30:00Z', '2026-10-27T23:59:59Z', '2026-10-28T00:00:00Z'],
    // Clocks go forward on 28 March, so that they have an hour less.
    ['Europe/Lisbon', '2027-03-24T10:00:00Z', '2027-03-31T22:59:59Z', '2027-03-31T23:00:00Z'],
  ])('in %s, contracted at %s, lasts to the end of the seventh day', (timeZone, contractedAt, last, first) => {
    const departsAt = new Date('2027-05-01T08:00:00Z');
    expect(rightOf({ timeZone, contractedAt, departsAt, now: last })).toBe(true);
    expect(rightOf({ timeZone, contractedAt, departsAt, now: first })).toBe(false);
  });

  it('is a setting, ends at departure, and has its days in its words', () => {
    const now = new Date(DEPARTS.getTime() - HOUR_MS);
    const contractedAt = new Date(DEPARTS.getTime() - 30 * HOUR_MS);
    expect(quote(1, { contractedAt }).rule).toBe('Desistência em até 7 dias da contratação: sem multa.');
    expect(rightOf({ contractedAt, now: DEPARTS })).toBe(false);
    const tiers = standard ?? [];
    expect(rightOf({ contractedAt, now, policy: { tiers, withdrawalDays: null } })).toBe(false);
    const yesterday = new Date(DEPARTS.getTime() - 20 * HOUR_MS);
    const policy = { tiers, withdrawalDays: 1 };
    expect(quote(1, { contractedAt: yesterday, policy }).rule).toContain('até 1 dia da');
  });
});

describe('some of several people', () => {
  const partial = (leavingCents: number, receivedCents: number, percent = 20) =>
    quotePartialCancellation({
      policy: { tiers: [{ minHoursBefore: 0, penaltyPercent: percent }], withdrawalDays: null },
      contractedAt: '2026-09-01T12:00:00Z',
      departsAt: DEPARTS,
      now: new Date(DEPARTS.getTime() - 293 * HOUR_MS),
      timeZone: SAO_PAULO,
      contractedCents: 35_800,
      receivedCents,
      by: 'client',
      leavingCents,
    });

  it('paid in full: the rest of their share goes back', () => {
    const quoted = partial(17_900, 35_800);
    const sums = { contractedCents: 17_900, receivedCents: 17_900, penaltyCents: 3_580, refundCents: 14_320 };
    expect(quoted).toMatchObject({ ...sums, newTotalCents: 21_480 });
    expect(plain(quoted.rule)).toBe('Faltam 12 dias: multa de 20% sobre R$ 179,00.');
  });

  it('the deposit paid: what is left of their share pays for the others', () => {
    const quoted = partial(17_900, 10_740);
    const sums = { receivedCents: 5_370, penaltyCents: 3_580, refundCents: 0, newTotalCents: 21_480 };
    expect(quoted).toMatchObject(sums);
    expect(plain(quoted.rule)).toBe(
      'Faltam 12 dias: multa de 20% sobre R$ 179,00. Dos R$ 53,70 já pagos por quem desiste, R$ 35,80 ficam de multa e R$ 17,90 pagam o restante da reserva.',
    );
  });

  it('never asks for new money', () => {
    expect(partial(17_900, 10_740, 50)).toMatchObject({ penaltyCents: 5_370, refundCents: 0 });
    expect(plain(partial(17_900, 10_740, 50).rule)).toContain(
      'se limita ao que já foi pago por quem desiste, R$ 53,70.',
    );
    expect(partial(17_900, 0).rule).toContain('Como nada foi pago, nada é cobrado.');
  });
});

const tiersArbitrary = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 2_000 }), fc.nat(100)), { maxLength: 5 })
  .chain((rows) =>
    fc.nat(100).map((last) => {
      const hours = [...new Set(rows.map(([one]) => one)), 0].toSorted((a, b) => b - a);
      const percents = [...rows.map(([, one]) => one), last].toSorted((a, b) => a - b);
      return hours.map((minHoursBefore, index) => ({ minHoursBefore, penaltyPercent: percents[index] ?? last }));
    }),
  );
const facts = fc.record({
  tiers: fc.oneof(tiersArbitrary, fc.constant([])),
  withdrawalDays: fc.option(fc.integer({ min: 1, max: 30 })),
  contractedHours: fc.integer({ min: 0, max: 3_000 }),
  hours: fc.tuple(fc.double({ min: 0.01, max: 3_000, noNaN: true }), fc.double({ min: 0.01, max: 3_000, noNaN: true })),
  contractedCents: fc.nat(10_000_000),
  receivedCents: fc.nat(10_000_000),
  earlierPenaltyCents: fc.oneof(fc.constant(0), fc.nat(10_000_000)),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  timeZone: fc.constantFrom(SAO_PAULO, 'Europe/Lisbon', 'America/Noronha', 'America/Santiago'),
  // On either side of changes of clocks in Lisbon and Santiago.
  departsAt: fc.date({ min: new Date('2026-10-20T00:00:00Z'), max: new Date('2027-05-01T00:00:00Z') }),
});

it('whatever was agreed, paid and when: the sums are possible, later is never cheaper, the operator pays back all', () => {
  fc.assert(
    fc.property(facts, ({ tiers, withdrawalDays, contractedHours, hours, share, departsAt, ...money }) => {
      const [late, early] = hours.toSorted((a, b) => a - b) as [number, number];
      const contractedAt = new Date(departsAt.getTime() - (early + contractedHours) * HOUR_MS);
      const at = (left: number) => ({
        ...{ ...money, policy: { tiers, withdrawalDays }, contractedAt, departsAt, by: 'client' as const },
        now: new Date(departsAt.getTime() - left * HOUR_MS),
      });
      const quotes = [quoteCancellation(at(early)), quoteCancellation(at(late))] as const;
      for (const { penaltyCents, refundCents, rule } of quotes) {
        expect(penaltyCents).toBeLessThanOrEqual(money.contractedCents);
        expect(penaltyCents).toBeGreaterThanOrEqual(Math.min(money.earlierPenaltyCents, money.contractedCents));
        expect(refundCents).toBeLessThanOrEqual(money.receivedCents);
        expect(refundCents).toBeGreaterThanOrEqual(0);
        expect(refundCents).toBe(Math.max(money.receivedCents - penaltyCents, 0));
        expect(rule.match(/\.(?=\s|$)/g)).toHaveLength(1);
      }
      expect(quotes[1].refundCents).toBeLessThanOrEqual(quotes[0].refundCents);
      const byOperator = quoteCancellation({ ...at(late), by: 'operator' });
      expect(byOperator).toMatchObject({ penaltyCents: 0, refundCents: money.receivedCents });

      const leavingCents = Math.round(money.contractedCents * share);
      const some = quotePartialCancellation({ ...at(late), leavingCents });
      expect(some.penaltyCents).toBeLessThanOrEqual(Math.min(leavingCents, money.receivedCents));
      expect(some.refundCents).toBe(Math.max(money.receivedCents - some.newTotalCents, 0));
      // A participant who leaves is not asked for money: what the others still owe grows by nothing.
      const dueBefore = Math.max(money.contractedCents - money.receivedCents, 0);
      expect(Math.max(some.newTotalCents - money.receivedCents, 0)).toBeLessThanOrEqual(dueBefore);
    }),
    { numRuns: 2_000 },
  );
});
