import { describe, expect, it } from 'vitest';
import { readReservationSearch, reservationsPath } from './overview';

const read = (address: string) => readReservationSearch(new URL(address, 'http://localhost').searchParams);

describe('the address of the reservations behind a number', () => {
  it('says which they are', () => {
    expect(read(reservationsPath('taken', { day: '2026-12-05' }))).toEqual({
      list: 'taken',
      day: '2026-12-05',
      month: '',
      page: 1,
    });
    expect(read(reservationsPath('due', { month: '2026-12' }))).toMatchObject({ list: 'due', month: '2026-12' });
    expect(read(`${reservationsPath('overdueDeposits')}&page=3`)).toMatchObject({ list: 'overdueDeposits', page: 3 });
  });

  it.each(['', '?lista=tudo', '?dia=amanhã&mes=2026-13&page=-1', '?dia=2026-02-31x', '?page=1e9'])(
    'makes the best of "%s"',
    (search) => {
      expect(read(`/admin/reservas${search}`)).toEqual({ list: 'due', day: '', month: '', page: 1 });
    },
  );
});
