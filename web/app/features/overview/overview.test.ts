import { describe, expect, it } from 'vitest';
import { listsFor, readReservationSearch, reservationsPath } from './overview';

const read = (address: string, role = 'ADMIN') =>
  readReservationSearch(role, new URL(address, 'http://localhost').searchParams);

describe('the address of the reservations behind a number', () => {
  it('says which they are', () => {
    expect(read(reservationsPath('ADMIN', 'taken', { day: '2026-12-05' }))).toEqual({
      list: 'taken',
      day: '2026-12-05',
      month: '',
      q: '',
      page: 1,
    });
    expect(read(reservationsPath('ADMIN', 'due', { month: '2026-12' }))).toMatchObject({
      list: 'due',
      month: '2026-12',
    });
    expect(read(`${reservationsPath('ADMIN', 'overdueDeposits')}&page=3`)).toMatchObject({
      list: 'overdueDeposits',
      page: 3,
    });
  });

  it.each(['', '?lista=tudo', '?dia=amanhã&mes=2026-13&page=-1', '?dia=2026-02-31x', '?page=1e9'])(
    'makes the best of "%s"',
    (search) => {
      expect(read(`/admin/reservas${search}`)).toEqual({ list: 'due', day: '', month: '', q: '', page: 1 });
    },
  );

  it('is below /admin/passeios for operators, who are not shown what the company is to receive', () => {
    expect(reservationsPath('OPERATOR', 'overdueDeposits')).toBe('/admin/passeios/reservas?lista=sinal-atrasado');
    expect(read('?lista=a-receber', 'OPERATOR').list).toBe('overdueDeposits');
    expect(listsFor('ADMIN').map(({ list }) => list)).toContain('due');
    expect(listsFor('OPERATOR').map(({ list }) => list)).not.toContain('due');
    expect(listsFor('OPERATOR')).toHaveLength(listsFor('ADMIN').length - 1);
  });
});
