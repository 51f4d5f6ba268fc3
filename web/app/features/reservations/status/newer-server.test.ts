import { passengerList } from '@passeio/contract/boarding/passengers';
import { personReservationList } from '@passeio/contract/reservations/reservations';
import { overviewReservationList } from '@passeio/contract/staff/overview';
import type { z } from '@passeio/contract/zod';
import { expect, it } from 'vitest';
import { newReservation } from '~/test/reservations';
import { samplePassenger, sampleTotals, sampleTrip } from '../passengers/passenger.sample';
import { statusLabel } from './status-badge';

const unknown = {
  state: 'moved',
  status: { key: 'moved', label: 'Transferida', tone: 'pink', nextStep: '', until: null },
  channel: 'agency',
};
const page = { number: 1, size: 50, total: 1 };
const { reservation } = samplePassenger();
const { trip, ...known } = { ...newReservation({}), chat: reservation.chat };
const id = crypto.randomUUID();

interface Row {
  status: { key: string; label: string; tone: 'waiting' | 'good' | 'quiet' | 'bad' };
}

function shown(list: z.ZodType<{ data: Row[] }>, row: object, more: object = {}): string[] {
  return list.parse({ data: [row], page, ...more }).data.map(({ status }) => statusLabel(status));
}

it('staff reads the passenger list of a newer server', () => {
  const totals = { ...sampleTotals, byState: { booked: 3, moved: 1 } };
  const newer = samplePassenger();
  const read = passengerList.parse({
    data: [{ ...newer, reservation: { ...reservation, ...unknown } }],
    page,
    trip: sampleTrip,
    totals,
  });
  expect(read.data.map((one) => statusLabel(one.reservation.status))).toEqual(['Atualize a página']);
  expect(read.totals.byState).toEqual({ booked: 3, moved: 1 });
});

it("staff reads a newer server's lists of the overview and of a person", () => {
  const ofOverview = { ...known, ...unknown, people: 1, person: { id, name: 'Ana' }, amountCents: 0, trip };
  expect(shown(overviewReservationList, ofOverview, { sumCents: 0 })).toEqual(['Atualize a página']);
  expect(shown(personReservationList, { ...known, ...unknown, people: 1, trip })).toEqual(['Atualize a página']);
});
