import { describe, expect, it } from 'vitest';
import { sampleTotals } from './passenger.sample';
import {
  boardingChoices,
  isNarrowed,
  missingChoices,
  readPassengerSearch,
  reservationPath,
  stateChoices,
} from './passenger-search';

const point = '0197d2a4-5c3b-7d10-9a55-0123456789ab';
const read = (query: string) => readPassengerSearch(new URLSearchParams(query));

describe('the search in the address', () => {
  it('begins with everybody who holds a place, by boarding', () => {
    expect(read('')).toEqual({
      state: 'going',
      boardingPointId: undefined,
      reservationId: undefined,
      missing: undefined,
      q: undefined,
      sort: 'boarding',
      page: 1,
      size: 50,
    });
    expect(isNarrowed(new URLSearchParams('page=2&ordem=name'))).toBe(false);
  });

  it('is read part by part', () => {
    expect(
      read(`situacao=cancelled&embarque=${point}&reserva=${point}&pendentes=sim&q=+ana+&ordem=due&page=3`),
    ).toMatchObject({
      state: 'cancelled',
      boardingPointId: point,
      reservationId: point,
      missing: true,
      q: 'ana',
      sort: 'due',
      page: 3,
    });
    expect(read('situacao=todas').state).toBeUndefined();
    expect(read('embarque=none').boardingPointId).toBe('none');
    expect(isNarrowed(new URLSearchParams('situacao=todas'))).toBe(true);
  });

  it.each([
    'situacao=perdida',
    'embarque=rua',
    'reserva=34679A',
    'ordem=sorte',
    'page=-1',
    'page=dois',
    'pendentes=talvez',
  ])('that makes no sense (%s) is as good as none', (query) => {
    expect(read(query)).toEqual(read(''));
  });
});

describe('what can be chosen', () => {
  const totals = {
    ...sampleTotals,
    byState: { held: 2, cancelled: 1 },
    byBoardingPoint: [{ boardingPointId: point, count: 2 }],
  };

  it('are the states that there are, each with how many people', () => {
    expect(stateChoices(totals).map(({ label }) => label)).toEqual([
      'Com vaga',
      'Vaga guardada (2)',
      'Cancelada (1)',
      'Todas',
    ]);
  });

  it('are all boarding points of the trip, also those without anybody', () => {
    const boardingPoints = [
      { id: point, time: '04:30', place: 'Posto do trevo' },
      { id: 'other', time: '05:00', place: 'Rodoviária' },
    ];
    expect(boardingChoices({ boardingPoints } as Parameters<typeof boardingChoices>[0], totals)).toEqual([
      { value: '', label: 'Todos' },
      { value: point, label: '04:30 Posto do trevo (2)' },
      { value: 'other', label: '05:00 Rodoviária (0)' },
      { value: 'none', label: 'A combinar (0)' },
    ]);
  });

  it('are passengers who lack data', () => {
    expect(missingChoices(sampleTotals).at(-1)?.label).toBe('Faltam dados (7)');
  });
});

it('leads from a reservation to its people, whatever its state', () => {
  const { searchParams } = new URL(reservationPath({ tripId: 't', id: point }), 'http://localhost');
  expect(readPassengerSearch(searchParams)).toMatchObject({ state: undefined, reservationId: point });
});
