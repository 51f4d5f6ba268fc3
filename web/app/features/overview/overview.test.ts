import { describe, expect, it } from 'vitest';
import { listsFor, readReservationSearch, reservationFilters, reservationsPath, taggedPath } from './overview';

const read = (address: string, role = 'ADMIN') =>
  readReservationSearch(role, new URL(address, 'http://localhost').searchParams);

const noFilters = { state: '', unpaid: false, after: '' };

describe('the address of the reservations behind a number', () => {
  it('says which they are', () => {
    expect(read(reservationsPath('taken', { day: '2026-12-05' }))).toEqual({
      list: 'taken',
      day: '2026-12-05',
      month: '',
      tag: '',
      q: '',
      page: 1,
      ...noFilters,
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

  it.each([
    '',
    '?lista=tudo',
    '?dia=amanhã&mes=2026-13&page=-1',
    '?dia=2026-02-31x',
    '?page=1e9',
    '?situacao=x&pagamento=y&depois=1',
  ])('makes the best of "%s"', (search) => {
    expect(read(`/admin/reservas${search}`)).toEqual({
      ...{ list: 'found', day: '', month: '', tag: '', q: '', page: 1 },
      ...noFilters,
    });
  });

  it('narrows the list of all by state, money and month, and continues after a reservation', () => {
    const after = '0199f0a0-0000-7000-8000-000000000001';
    const search = read(`?situacao=held&pagamento=falta&mes=2026-12&depois=${after}`);
    expect(search).toMatchObject({ list: 'found', state: 'held', unpaid: true, month: '2026-12', after });
    expect(reservationFilters(search)).toMatchObject({ state: 'held', unpaid: true, month: '2026-12', after, page: 1 });
    const others = reservationFilters({ ...search, list: 'cancelled' });
    expect(others).toMatchObject({ state: undefined, unpaid: undefined, month: undefined, after: undefined });
  });

  it('shows operators no list of what the company is to receive', () => {
    expect(read('?lista=a-receber', 'OPERATOR').list).toBe('found');
    expect(listsFor('ADMIN').map(({ list }) => list)).toContain('due');
    expect(listsFor('OPERATOR').map(({ list }) => list)).not.toContain('due');
    expect(listsFor('OPERATOR')).toHaveLength(listsFor('ADMIN').length - 1);
  });

  it('narrows any list to a tag; without a list it has all reservations with the tag', () => {
    const tagged = taggedPath('Aniversário & cia');
    expect(read(tagged)).toMatchObject({ list: 'found', tag: 'Aniversário & cia' });
    expect(read(`${tagged}&lista=canceladas`)).toMatchObject({ list: 'cancelled', tag: 'Aniversário & cia' });
    expect(read(`?etiqueta=${'x'.repeat(31)}`)).toMatchObject({ list: 'found', tag: '' });
  });
});
