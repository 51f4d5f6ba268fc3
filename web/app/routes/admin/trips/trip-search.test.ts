import { describe, expect, it } from 'vitest';
import { columnOf, isNarrowed, readTripSearch } from './trips';

const read = (address: string) => readTripSearch(new URLSearchParams(address));

describe('the address of the list of trips', () => {
  it('asks for the next departures when it says nothing', () => {
    expect(read('')).toEqual({
      ...{ folded: true, upcoming: true, month: undefined, text: undefined },
      ...{ sort: 'date', page: 1, size: 25 },
    });
  });

  it.each([
    ['situacao=no-ar', { upcoming: true, isActive: true, sort: 'date' }],
    ['situacao=abaixo-do-minimo', { belowMinimum: true, sort: 'date' }],
    ['situacao=realizados', { upcoming: false, sort: '-date' }],
    ['situacao=arquivados', { archived: true, sort: '-date' }],
    ['q=+Furnas+&page=3', { text: 'Furnas', page: 3, upcoming: true }],
    ['ordem=-vagas', { sort: '-places' }],
    ['ordem=passeio', { sort: 'title' }],
    ['situacao=realizados&mes=2026-11', { upcoming: false, month: '2026-11' }],
  ])('is understood: %s', (address, search) => {
    expect(read(address)).toMatchObject(search);
  });

  it('means the whole month when it names one and nothing else', () => {
    expect(read('mes=2026-11')).not.toHaveProperty('upcoming');
  });

  it.each(['situacao=nada', 'mes=2026-13', 'mes=agora', 'ordem=cor', 'ordem=-', 'page=-1', 'page=x', 'q=++'])(
    'is forgiven what it gets wrong: %s',
    (address) => {
      expect(read(address)).toEqual(read(''));
    },
  );

  it('names the column that the list is sorted by', () => {
    for (const name of ['saida', '-saida', 'passeio', '-vagas', 'preco'])
      expect(columnOf(read(`ordem=${name}`).sort)).toBe(name);
    expect(columnOf(read('situacao=todos').sort)).toBe('-saida');
  });

  it('is no narrower for its order or its page', () => {
    expect(isNarrowed(new URLSearchParams('ordem=preco&page=2'))).toBe(false);
    expect(isNarrowed(new URLSearchParams('q=a'))).toBe(true);
  });
});
