// Without schemas, so that the portal's scripts do not carry them.

import type { Fare } from '../trips/fares.ts';
import type { PartyEntry } from '../trips/pricing.ts';
import { uncapitalised } from '../words.ts';

/** "2 adultos, 1 criança de colo", in the order of the fares; entries of unknown fares are left out. */
export function partyLabel(fares: readonly Pick<Fare, 'id' | 'label'>[], party: readonly PartyEntry[]): string {
  const words = fares.flatMap(({ id, label }) => {
    const count = party.find(({ fareId }) => fareId === id)?.count ?? 0;
    return count > 0 ? [counted(count, label)] : [];
  });
  return words.join(', ');
}

function counted(count: number, label: string): string {
  if (count === 1) return `1 ${lowered(label)}`;
  const plural = pluralOf(label);
  return plural ? `${count} ${lowered(plural)}` : `${count} × ${label}`;
}

// A noun that takes an "s", alone or before what does not agree with it: "Criança de colo", "Adulto – apto duplo". In
// "Quarto duplo" both words would change.
const SIMPLE_NOUN = /^(\p{L}*[aeoéê](?<!ão))((?:\s+(?:de|da|do|com|sem|até|para|acima|[–—(-]).*|\s*[,(/].*)?)$/u;

function pluralOf(label: string): string | undefined {
  const [, noun, rest = ''] = SIMPLE_NOUN.exec(label) ?? [];
  return noun && `${noun}s${rest}`;
}

/** Unless it is an abbreviation, as "PCD". */
function lowered(label: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(label) ? uncapitalised(label) : label;
}
