import { breakEven, type CostSums, type Income, marginCents, usualIncome } from '@passeio/contract/trips/trip-costs';
import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';

/** What a departure's money follows from. */
export interface OutlookFacts {
  sums: CostSums;
  /** People with a place in booked reservations, and what they pay. */
  booked: Income;
  priceCents: number;
  capacity: number;
}

/** From how many people on a departure pays for itself, and what is left with the booked people. */
export interface Outlook {
  /** Null: it never does. */
  breakEven: number | null;
  /** Whether it fits into the vehicle. */
  isReachable: boolean;
  marginCents: number;
}

export function outlookOf({ sums, booked, priceCents, capacity }: OutlookFacts): Outlook {
  const needed = breakEven(sums, usualIncome(booked, priceCents));
  return {
    breakEven: needed,
    isReachable: needed !== null && needed <= capacity,
    marginCents: marginCents(sums, booked),
  };
}

/** Points of the line from no people to a full vehicle: what is left with so many people of the usual price. */
export function marginLine({ sums, booked, priceCents, capacity }: OutlookFacts): { people: number; cents: number }[] {
  const usual = usualIncome(booked, priceCents);
  return [0, capacity].map((people) => ({
    people,
    cents: marginCents(sums, { people, cents: Math.round((usual.cents * people) / usual.people) }),
  }));
}

export function hasCosts({ fixedCents, perPersonCents }: CostSums): boolean {
  return fixedCents + perPersonCents > 0;
}

/** "Empata com 18 pessoas." */
export function breakEvenText({ breakEven: needed, isReachable }: Outlook, capacity: number): string {
  if (needed === null) return 'Nunca empata: cada pessoa custa tanto quanto paga, ou mais.';
  if (!isReachable)
    return `Não empata nem com a lotação: precisaria de ${plural(needed, 'pessoa')}, e cabem ${capacity}.`;
  return needed === 0 ? 'Empata com qualquer número de pessoas.' : `Empata com ${plural(needed, 'pessoa')}.`;
}

/** "Com 12 pessoas confirmadas, sobram R$ 340,00." */
export function marginText({ marginCents: cents }: Outlook, people: number): string {
  const who =
    people === 0
      ? 'Sem ninguém confirmado'
      : `Com ${plural(people, 'pessoa')} ${people === 1 ? 'confirmada' : 'confirmadas'}`;
  if (cents === 0) return `${who}, as contas fecham em zero.`;
  return cents > 0 ? `${who}, sobram ${formatMoney(cents)}.` : `${who}, faltam ${formatMoney(-cents)}.`;
}

/** Warns of a minimum of participants with which a departure makes a loss; undefined without a minimum or costs. */
export function minimumWarning(minimum: number, facts: OutlookFacts): string | undefined {
  const outlook = outlookOf(facts);
  const isEnough = outlook.breakEven !== null && minimum >= outlook.breakEven;
  if (minimum === 0 || isEnough || !hasCosts(facts.sums)) return undefined;
  return `${breakEvenText(outlook, facts.capacity)} Com a lotação mínima, de ${plural(minimum, 'pessoa')}, a saída dá prejuízo.`;
}
