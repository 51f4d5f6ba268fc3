import { expect, test } from 'vitest';
import { departureFilters } from './find-departures';

const today = '2026-11-29';

test.each([
  ['', {}],
  ['capitólio', { text: 'capitólio' }],
  ['05/12', { from: '2026-12-05', to: '2026-12-05' }],
  ['29/11', { from: '2026-11-29', to: '2026-11-29' }],
  ['28/11', { from: '2027-11-28', to: '2027-11-28' }],
  ['29/2', { from: '2028-02-29', to: '2028-02-29' }],
  ['5/12/27', { from: '2027-12-05', to: '2027-12-05' }],
  ['05/12/2027 são thomé', { text: 'são thomé', from: '2027-12-05', to: '2027-12-05' }],
  ['12/2027', { month: '2027-12' }],
  ['31/02', {}],
  ['99/99/2027', {}],
  ['13/2027', {}],
  ['05/', {}],
  ['rota 66', { text: 'rota 66' }],
])('a departure typed as “%s” is looked for by title and day', (typed, filters) => {
  expect(departureFilters(typed, today)).toEqual(filters);
});
