import { describe, expect, it } from 'vitest';
import { formatsIn } from '~/lib/formats';
import { groupByMonth } from './months';

describe('the schedule by month', () => {
  it('names the month of departure where the operator is', () => {
    // 1 January in London, still 31 December in São Paulo.
    const trips = [{ date: '2027-01-01T01:00:00.000Z' }, { date: '2027-01-09T08:00:00.000Z' }];
    const months = groupByMonth(trips, formatsIn('America/Sao_Paulo'));
    expect(months.map(({ key, name, year }) => [key, name, year])).toEqual([
      ['2026-12', 'DEZEMBRO', '2026'],
      ['2027-01', 'JANEIRO', '2027'],
    ]);
  });

  it('preserves the order of the trips and separates the same month of two years', () => {
    const trips = ['2026-03-02', '2026-03-20', '2027-03-01'].map((day) => ({ date: `${day}T12:00:00.000Z` }));
    const months = groupByMonth(trips, formatsIn('America/Sao_Paulo'));
    expect(months.map(({ name, trips: ofMonth }) => [name, ofMonth.length])).toEqual([
      ['MARÇO', 2],
      ['MARÇO', 1],
    ]);
  });

  it('is empty without trips', () => {
    expect(groupByMonth([], formatsIn('America/Sao_Paulo'))).toEqual([]);
  });
});
