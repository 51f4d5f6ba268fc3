import type { BoardingList, BoardingPerson } from '@passeio/contract/boarding/boarding';

export const boardingTripId = '01980000-0000-7000-8000-0000000000aa';
const terminal = '01980000-0000-7000-8000-0000000000b1';
const crossing = '01980000-0000-7000-8000-0000000000b2';

let people = 0;

/** Somebody who boards at the terminal. */
export function boarder(overrides: Partial<BoardingPerson> = {}): BoardingPerson {
  people += 1;
  return {
    id: crypto.randomUUID(),
    code: `K7M${String(people).padStart(3, '0')}`,
    payer: `Pessoa ${people}`,
    name: `Pessoa ${people}`,
    fareLabel: 'Adulto',
    isLapChild: false,
    companion: null,
    documentEnd: '890',
    boardingPointId: terminal,
    phone: '+5535988887777',
    phoneOf: null,
    notes: null,
    authorization: null,
    dueCents: 0,
    hasReceipt: false,
    guideCents: 0,
    guides: '',
    seat: null,
    attendance: null,
    claims: [],
    extras: [],
    answers: [],
    ...overrides,
  };
}

/** A trip that leaves in an hour; `now` is the server's clock. */
export function boardingOf(list: BoardingPerson[], now = Date.now()): BoardingList {
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  return {
    now: at(0),
    trip: {
      id: boardingTripId,
      title: 'Cânions de Furnas',
      date: at(1),
      returnDate: at(12),
      opensAt: at(-17),
      boardingPoints: [
        { id: terminal, time: '05:00', place: 'Varginha', at: at(0.5) },
        { id: crossing, time: '05:30', place: 'Três Pontas', at: at(1) },
      ],
    },
    people: list,
  };
}

export const atCrossing = { boardingPointId: crossing };
