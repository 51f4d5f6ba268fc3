// Without schemas, so that the portal's scripts do not carry them.
import { plural } from './words.ts';

/** Whether two labels are the same fare's to a reader. */
export function isSameLabel(one: string, other: string): boolean {
  const plain = (label: string) => label.trim().toLocaleLowerCase('pt-BR');
  return plain(one) === plain(other);
}

/** "de 6 a 12 anos", "a partir de 13 anos", "até 5 anos"; empty for any age. */
export function agesLabel({ minAge, maxAge }: { minAge: number | null; maxAge: number | null }): string {
  const from = minAge ?? 0;
  if (maxAge === null) return from === 0 ? '' : `a partir de ${ageLabel(from)}`;
  if (maxAge === 0) return ageLabel(0);
  if (from === 0) return `até ${ageLabel(maxAge)}`;
  return from === maxAge ? ageLabel(from) : `de ${from} a ${ageLabel(maxAge)}`;
}

/** As "13 anos". */
export function ageLabel(age: number): string {
  return age < 1 ? 'menos de 1 ano' : plural(age, 'ano');
}

interface Offered {
  audience: 'public' | 'staff';
}

/** The fares that the site offers. */
export function publicFares<Each extends Offered>(fares: readonly Each[]): Each[] {
  return fares.filter(({ audience }) => audience === 'public');
}
