import { describe, expect, it } from 'vitest';
import { readSearch, searchPath } from './trip-search-address';

const read = (query: string) => readSearch(new URLSearchParams(query));

describe('the search in the address', () => {
  it.each([
    ['', { q: '', page: 1 }],
    ['q=+caf%C3%A9+&pagina=2', { q: 'café', page: 2 }],
    ['q=%00a%0Ab', { q: 'a b', page: 1 }],
    ['pagina=0', { q: '', page: 1 }],
    ['pagina=-3', { q: '', page: 1 }],
    ['pagina=1e9', { q: '', page: 1 }],
    ['pagina=x', { q: '', page: 1 }],
  ])('reads %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it('is never longer than the API takes', () => {
    expect(read(`q=${'a'.repeat(500)}`).q).toHaveLength(100);
  });

  it('is written as short as it can be', () => {
    expect(searchPath({ q: '', page: 1 })).toBe('/portal/passeio');
    expect(searchPath({ q: 'são thomé', page: 2 })).toBe('/portal/passeio?q=s%C3%A3o+thom%C3%A9&pagina=2');
  });
});
