import { expect, it } from 'vitest';
import { partyLinkPath, partyOfLink } from './party-link.ts';

const adult = '0193a000-0000-7000-8000-000000000001';
const child = '0193a000-0000-7000-8000-000000000002';

it('an address carries a party to the page of its trip', () => {
  const party = [
    { fareId: adult, count: 2 },
    { fareId: child, count: 1 },
  ];
  const path = partyLinkPath('capitolio', party);
  expect(path).toBe(`/portal/passeio/capitolio?grupo=${adult}:2,${child}:1`);
  expect(partyOfLink(new URL(path, 'https://rota.example').search)).toEqual(party);
});

it('an address without a party, or with nobody, is that of the page alone', () => {
  expect(partyLinkPath('capitolio', [])).toBe('/portal/passeio/capitolio');
  expect(partyLinkPath('capitolio', [{ fareId: adult, count: 0 }])).toBe('/portal/passeio/capitolio');
  expect(partyOfLink('?cupom=A')).toBeUndefined();
});
