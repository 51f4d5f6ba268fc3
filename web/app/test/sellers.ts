import type { CommissionStatement } from '@passeio/contract/sellers/commission-statements';
import type { OwnSale, OwnSeller, SellerDeparture } from '@passeio/contract/sellers/own-sales';
import type { CommissionBalance, CommissionRule, SellerDetails } from '@passeio/contract/sellers/sellers';

export const balance: CommissionBalance = {
  earnedCents: 128_450,
  pendingCents: 43_000,
  payableCents: 25_450,
  openCents: 20_000,
  paidCents: 40_000,
};

export const ownSeller: OwnSeller = {
  name: 'Jussara Turismo',
  code: 'ACDEFGH',
  linkPath: '/v/ACDEFGH',
  pixKey: 'jussara@exemplo.com.br',
  maxUnpaidPlaces: 20,
  unpaidPlaces: 3,
  balance,
};

/** A departure of Ubatuba with 9 places, and 4 set aside for the seller. */
export function newDeparture(more: Partial<SellerDeparture> = {}): SellerDeparture {
  return {
    tripId: crypto.randomUUID(),
    slug: 'ubatuba',
    title: 'Ubatuba',
    date: '2027-05-08T09:00:00.000Z',
    returnDate: '2027-05-08T22:00:00.000Z',
    cardImage: null,
    placesLeft: 9,
    ownPlaces: 4,
    ownUntil: '2027-05-01T21:00:00.000Z',
    fromCents: 12_900,
    sharePath: '/portal/passeio/ubatuba?v=ACDEFGH',
    commission: '10% das tarifas',
    ...more,
  };
}

export function newSale(more: Partial<OwnSale> = {}): OwnSale {
  return {
    code: 'A3K7QX',
    firstName: 'Marina',
    people: 3,
    trip: { title: 'Ubatuba', date: '2027-05-08T09:00:00.000Z', returnDate: '2027-05-08T22:00:00.000Z' },
    state: 'held',
    way: 'link',
    holdExpiresAt: '2027-01-02T21:00:00.000Z',
    totalCents: 50_700,
    receivedCents: 10_000,
    rule: '10% das tarifas',
    commissionCents: 1_000,
    fullCents: 5_070,
    createdAt: '2026-12-30T12:00:00.000Z',
    ...more,
  };
}

/** The first statement of the seller, which waits for its payment. */
export function newStatement(more: Partial<CommissionStatement> = {}): CommissionStatement {
  return {
    id: crypto.randomUUID(),
    number: 1,
    month: '2026-11',
    closedAt: '2026-12-01T12:00:00.000Z',
    carriedCents: 0,
    totalCents: 20_000,
    reservations: 2,
    hash: '4d9f1c'.padEnd(64, '0'),
    previousHash: null,
    payment: null,
    seller: {
      ...{ id: crypto.randomUUID(), name: 'Jussara Turismo', code: 'ACDEFGH' },
      ...{ pixKey: 'jussara@vendas.example', keyBySellerAt: null },
    },
    lines: [
      {
        code: 'A3K7QX',
        tripTitle: 'Cânions de Furnas',
        tripDay: '2026-11-07',
        receivedCents: 200_000,
        rule: '10% das tarifas',
        earlierCents: 0,
        commissionCents: 20_000,
      },
      {
        code: 'C4D6FG',
        tripTitle: 'Ubatuba',
        tripDay: '2026-11-14',
        receivedCents: 0,
        rule: 'R$ 15,00 por pessoa',
        earlierCents: 0,
        commissionCents: 0,
      },
    ],
    ...more,
  };
}

/** A seller as staff sees them, with a sale and places set aside. */
export function newSeller(more: Partial<SellerDetails> = {}): SellerDetails {
  return {
    id: crypto.randomUUID(),
    kind: 'agency',
    name: 'Jussara Turismo',
    taxId: '11.222.333/0001-81',
    cadastur: '26.012345.10.0001-2',
    contact: '+5535988887777',
    email: 'jussara@vendas.example',
    pixKey: 'jussara@vendas.example',
    keyBySellerAt: null,
    note: '',
    maxUnpaidPlaces: 20,
    unpaidPlaces: 3,
    code: 'ACDEFGH',
    linkPath: '/v/ACDEFGH',
    isActive: true,
    account: { id: crypto.randomUUID(), name: 'Jussara Lima' },
    invitedUntil: null,
    reservations: 4,
    balance,
    version: 2,
    createdAt: '2026-10-01T12:00:00.000Z',
    allotments: [
      {
        tripId: crypto.randomUUID(),
        title: 'Ubatuba',
        date: '2027-05-08T09:00:00.000Z',
        places: 6,
        left: 4,
        until: '2027-05-01T21:00:00.000Z',
      },
    ],
    sales: [
      {
        id: crypto.randomUUID(),
        code: 'A3K7QX',
        payerName: 'Marina Alves de Souza',
        people: 3,
        trip: { id: crypto.randomUUID(), title: 'Ubatuba', date: '2027-05-08T09:00:00.000Z' },
        state: 'held',
        way: 'link',
        isOwn: false,
        rule: '10% das tarifas',
        receivedCents: 10_000,
        commissionCents: 1_000,
        fullCents: 5_070,
        createdAt: '2026-12-30T12:00:00.000Z',
      },
    ],
    ...more,
  };
}

export function newCommissionRule(more: Partial<CommissionRule> = {}): CommissionRule {
  return {
    id: crypto.randomUUID(),
    sellerId: null,
    tripId: null,
    seriesId: null,
    sellerName: null,
    tripTitle: null,
    tripDate: null,
    kind: 'percent_of_fares',
    value: 1_000,
    text: '10% das tarifas',
    since: '2026-10-01T12:00:00.000Z',
    endedAt: null,
    ...more,
  };
}
