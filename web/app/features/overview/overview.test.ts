import { describe, expect, it } from 'vitest';
import { listsFor, readReservationSearch, reservationsPath, taggedPath } from './overview';

const read = (address: string, role = 'ADMIN') =>
  readReservationSearch(role, new URL(address, 'http://localhost').searchParams);

describe('the address of the reservations behind a number', () => {
  it('says which they are', () => {
    expect(read(reservationsPath('taken', { day: '2026-12-05' }))).toEqual({
      list: 'taken',
      day: '2026-12-05',
      month: '',
      tag: '',
      q: '',
      page: 1,
    });
    expect(read(reservationsPath('due', { month: '2026-12' }))).toMatchObject({
      list: 'due',
      month: '2026-12',
    });
    expect(read(`${reservationsPath('overdueDeposits')}&page=3`)).toMatchObject({
      list: 'overdueDeposits',
      page: 3,
    });
  });

  it.each(['', '?lista=tudo', '?dia=amanhã&mes=2026-13&page=-1', '?dia=2026-02-31x', '?page=1e9'])(
    'makes the best of "%s"',
    (search) => {
      expect(read(`/admin/reservas${search}`)).toEqual({ list: 'due', day: '', month: '', tag: '', q: '', page: 1 });
    },
  );

  it('shows operators no list of what the company is to receive', () => {
    expect(read('?lista=a-receber', 'OPERATOR').list).toBe('overdueDeposits');
    expect(listsFor('ADMIN').map(({ list }) => list)).toContain('due');
    expect(listsFor('OPERATOR').map(({ list }) => list)).not.toContain('due');
    expect(listsFor('OPERATOR')).toHaveLength(listsFor('ADMIN').length - 1);
  });

  it('narrows any list to a tag; without a list it has all reservations with the tag', () => {
    const tagged = taggedPath('Aniversário & cia');
    expect(read(tagged)).toMatchObject({ list: 'found', tag: 'Aniversário & cia' });
    expect(read(`${tagged}&lista=canceladas`)).toMatchObject({ list: 'cancelled', tag: 'Aniversário & cia' });
    expect(read('?lista=todas').list).toBe('due');
    expect(read(`?etiqueta=${'x'.repeat(31)}`)).toMatchObject({ list: 'due', tag: '' });
    expect(listsFor('OPERATOR', 'VIP')[0]?.list).toBe('found');
  });
});
