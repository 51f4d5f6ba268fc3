import { tripPagePath } from '../public-paths.ts';
import type { PartyEntry } from './pricing.ts';

/** The page of a trip with a party chosen: `?grupo=` names fares and how many people have them. */
export function partyLinkPath(slug: string, party: readonly PartyEntry[]): string {
  const chosen = party.filter(({ count }) => count > 0).map(({ fareId, count }) => `${fareId}:${count}`);
  return tripPagePath(slug) + (chosen.length > 0 ? `?grupo=${chosen.join(',')}` : '');
}

/** The party of such an address, as it is written: what it names may be gone, or never was. */
export function partyOfLink(search: string): { fareId: string; count: number }[] | undefined {
  const written = new URLSearchParams(search).get('grupo');
  return written?.split(',').map((entry) => {
    const [fareId = '', count] = entry.split(':');
    return { fareId, count: Number(count) };
  });
}
