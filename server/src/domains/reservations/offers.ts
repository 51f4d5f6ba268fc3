import { LRUCache } from 'lru-cache';
import type { Deps } from '../../deps.ts';
import { lookUpTogether } from '../../platform/database/look-up-together.ts';
import { listOffers, type TripOffer } from '../trips/index.ts';
import { mayTakePlace } from './reservations.policy.ts';

const MOST_KEPT = 1_000;

/** Trips as those see them who are about to take a place. */
export interface Offers {
  /**
   * A trip that places can be taken in, as it was known last, or any other as it is now. Only the number of its places
   * may be behind: whoever writes one must see to its `version` and its places.
   */
  find(tripId: string): Promise<TripOffer | undefined>;
  /** The trip as it is now. */
  read(tripId: string): Promise<TripOffer | undefined>;
  /** To be called where a trip turned out to be another than `find` said. */
  forget(tripId: string): void;
}

/** Reads trips for all who ask at the same moment together, and keeps those on sale until anything but places changes. */
export function offers({ db, changes }: Pick<Deps, 'db' | 'changes'>): Offers {
  const nameOf = ({ id }: { id: string }) => id;
  const lookUp = lookUpTogether<{ id: string }, TripOffer>((asked) => listOffers(db, asked.map(nameOf)), nameOf);
  const kept = new LRUCache<string, TripOffer>({ max: MOST_KEPT });
  let news = 0;
  changes.onChange((change) => {
    if (change === 'reservations' || change.startsWith('places:')) return;
    news += 1;
    if (change.startsWith('trip:')) kept.delete(change.slice('trip:'.length));
    else kept.clear();
  });

  async function read(tripId: string): Promise<TripOffer | undefined> {
    const newsBefore = news;
    const [offer] = await lookUp({ id: tripId });
    if (offer && isOpen(offer) && changes.isHearing && news === newsBefore) kept.set(tripId, offer);
    else kept.delete(tripId);
    return offer;
  }

  return {
    find(tripId) {
      const offer = kept.get(tripId);
      return offer && isOpen(offer) ? Promise.resolve(offer) : read(tripId);
    },
    read,
    forget: (tripId) => void kept.delete(tripId),
  };
}

function isOpen(offer: TripOffer): boolean {
  return mayTakePlace('site', offer) && offer.departs_at > new Date() && offer.places_taken < offer.capacity;
}
