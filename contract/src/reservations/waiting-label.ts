import { roomShares } from '../room-rules.ts';
import { partyLabel } from './party-label.ts';
import type { WaitingListEntry } from './waiting-list.ts';

/** Who waits, as "1 Adulto · divide quarto: só com mulheres (pediu: Paula)". */
export function waitingLabel({ party, sharing }: Pick<WaitingListEntry, 'party' | 'sharing'>): string {
  const people = partyLabel(
    party.map(({ fareId: id, label }) => ({ id, label })),
    party,
  );
  return sharing ? `${people} · ${sharingText(sharing)}` : people;
}

function sharingText({ share, sharers, shareWith }: NonNullable<WaitingListEntry['sharing']>): string {
  const who = sharers > 1 ? `${sharers} dividem` : 'divide';
  const wish = shareWith ? ` (pediu: ${shareWith})` : '';
  return `${who} quarto: ${roomShares[share].toLocaleLowerCase('pt-BR')}${wish}`;
}
