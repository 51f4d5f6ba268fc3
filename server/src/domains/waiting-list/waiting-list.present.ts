import type { WaitingListEntry, WaitingPerson } from '@passeio/contract/reservations/waiting-list';
import { quoteParty } from '@passeio/contract/trips/pricing';
import type { FareRow } from '../trips/index.ts';
import { presentFare } from '../trips/index.ts';
import type { ShownWaiting, WaitingRow, WaitingWithPerson } from './waiting-list.queries.ts';

/** An entry as its person sees it; `fares` are those of its trip. */
export function presentEntry(row: ShownWaiting, fares: readonly FareRow[]): WaitingListEntry {
  return {
    ...presentCommon(row, fares),
    trip: { id: row.trip_id, slug: row.slug, title: row.title, date: row.departs_at.toISOString() },
  };
}

/** An entry as staff sees it. */
export function presentPerson(row: WaitingWithPerson, fares: readonly FareRow[], placesLeft: number): WaitingPerson {
  return {
    ...presentCommon(row, fares),
    person: { id: row.user_id, name: row.name, contact: row.contact, email: row.email },
    fits: row.state === 'waiting' && row.places <= placesLeft && row.fits_rooms,
  };
}

/** Who of an entry's party would share rooms, and with whom they would like to. */
export function sharingOfEntry({ share, sharers, share_with }: Pick<WaitingRow, 'share' | 'sharers' | 'share_with'>) {
  return share && sharers ? { share, sharers, shareWith: share_with } : undefined;
}

/** What a party costs at today's fares, in centavos. */
export function priceOfParty({ party }: Pick<WaitingRow, 'party'>, fares: readonly FareRow[]): number {
  return quoteParty(fares.map(presentFare), party, 0).totalCents;
}

function presentCommon(row: ShownWaiting, fares: readonly FareRow[]) {
  return {
    id: row.id,
    state: row.state,
    position: row.position,
    places: row.places,
    people: row.party.reduce((sum, { count }) => sum + count, 0),
    party: row.party.flatMap(({ fareId, count }) => {
      const fare = fares.find(({ id }) => id === fareId);
      return fare ? [{ fareId, label: fare.label, count }] : [];
    }),
    totalCents: priceOfParty(row, fares),
    sharing: sharingOfEntry(row) ?? null,
    joinedAt: row.joined_at.toISOString(),
    offer:
      row.reservation_id && row.code
        ? { reservationId: row.reservation_id, code: row.code, until: row.hold_expires_at?.toISOString() ?? null }
        : null,
  };
}
