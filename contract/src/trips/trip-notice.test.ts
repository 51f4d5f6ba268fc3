import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesFor, type NoticeableTrip, tripChanges } from './trip-notice.ts';

const ZONE = 'America/Sao_Paulo';
const [square, station] = ['0198c000-0000-7000-8000-000000000001', '0198c000-0000-7000-8000-000000000002'];
const trip: NoticeableTrip = {
  date: '2026-12-05T07:30:00.000Z',
  returnDate: '2026-12-06T01:00:00.000Z',
  vehicle: 'Van 15 lugares',
  boardingPoints: [
    { id: square, time: '04:30', place: 'Praça Central' },
    { id: station, time: '05:00', place: 'Rodoviária' },
  ],
};
const said = (after: Partial<NoticeableTrip>, timeZone = ZONE) =>
  tripChanges(trip, { ...trip, ...after }, timeZone).map(({ label, old, new: now }) => `${label}: ${old} → ${now}`);

describe('what travellers must know of a changed trip', () => {
  it.each<[string, Partial<NoticeableTrip>, string[]]>([
    ['nothing', {}, []],
    [
      'the hour of departure, named with its night',
      { date: '2026-12-05T09:00:00.000Z' },
      [
        'Saída: sábado, 5 de dezembro de 2026, às 04:30 (madrugada de sexta para sábado) → sábado, 5 de dezembro de 2026, às 06:00',
      ],
    ],
    [
      'another day of return',
      { returnDate: '2026-12-07T01:00:00.000Z' },
      ['Volta: sábado, 5 de dezembro de 2026, às 22:00 → domingo, 6 de dezembro de 2026, às 22:00'],
    ],
    [
      'the same instants in another way of writing',
      { date: '2026-12-05T07:30:00Z', returnDate: '2026-12-06T01:00:00Z' },
      [],
    ],
    ['the vehicle', { vehicle: 'Van 20 lugares' }, ['Veículo: Van 15 lugares → Van 20 lugares']],
    ['a vehicle that is open again', { vehicle: '' }, ['Veículo: Van 15 lugares → a definir']],
    [
      'time and place of a boarding point, whatever the order',
      {
        boardingPoints: [
          { id: station, time: '05:10', place: 'Rodoviária' },
          { id: square, time: '04:30', place: 'Igreja Matriz' },
        ],
      },
      ['Embarque: 04:30 – Praça Central → 04:30 – Igreja Matriz', 'Embarque: 05:00 – Rodoviária → 05:10 – Rodoviária'],
    ],
    [
      'no boarding point that is new or gone',
      {
        boardingPoints: [
          { id: square, time: '04:30', place: 'Praça Central' },
          { id: '0198c000-0000-7000-8000-000000000003', time: '06:00', place: 'Trevo' },
        ],
      },
      [],
    ],
  ])('is %s', (_, after, expected) => {
    expect(said(after)).toEqual(expected);
  });

  it('a change names instants in the operator’s time zone', () => {
    expect(said({ date: '2026-12-05T09:00:00.000Z' }, 'America/Manaus')).toEqual([
      'Saída: sábado, 5 de dezembro de 2026, às 03:30 (madrugada de sexta para sábado) → sábado, 5 de dezembro de 2026, às 05:00',
    ]);
  });

  it('a change of a boarding point goes only to passengers who board there', () => {
    const boardingPoints = trip.boardingPoints.map((point) => ({ ...point, time: '04:00' }));
    const changes = tripChanges(trip, { ...trip, boardingPoints, vehicle: 'Escuna' }, ZONE);
    expect(changesFor(changes, [station]).map(({ old }) => old)).toEqual(['05:00 – Rodoviária', 'Van 15 lugares']);
    expect(changesFor(changes, []).map(({ old }) => old)).toEqual(['Van 15 lugares']);
  });

  it('leads back from new to old, and is nothing between equal trips', () => {
    const place = fc.constantFrom('Praça', 'Rodoviária', 'Trevo');
    const time = fc.constantFrom('04:30', '05:00', '23:40');
    const date = fc.constantFrom('2026-12-05T07:30:00.000Z', '2026-12-05T08:30:00.000Z', '2026-12-12T07:30:00.000Z');
    const points = fc.tuple(fc.record({ time, place }), fc.record({ time, place }));
    const anyTrip = fc
      .record({ date, returnDate: date, vehicle: place, points })
      .map(({ points: [a, b], ...facts }) => ({
        ...facts,
        boardingPoints: [
          { id: square, ...a },
          { id: station, ...b },
        ],
      }));
    fc.assert(
      fc.property(anyTrip, anyTrip, (one, other) => {
        expect(tripChanges(one, one, ZONE)).toEqual([]);
        const back = tripChanges(other, one, ZONE).map((change) => ({ ...change, old: change.new, new: change.old }));
        expect(tripChanges(one, other, ZONE)).toEqual(back);
      }),
    );
  });
});
