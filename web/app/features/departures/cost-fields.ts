import { type CostAmounts, type CostField, costFields, tripCostsUpdate } from '@passeio/contract/payments/trip-costs';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';

/** Costs as they are typed. */
export type CostsFormValues = Record<CostField, string>;

export function costsFormValues(costs: CostAmounts): CostsFormValues {
  const shown = costFields.map((name) => [name, costs[name] === 0 ? '' : formatMoneyInput(costs[name])] as const);
  return Object.fromEntries(shown) as CostsFormValues;
}

/** The sentence for what is wrong with one amount; an empty one is zero. */
export function checkCost(typed: string): string | undefined {
  const cents = parseMoney(typed);
  if (cents === undefined) return 'Informe um valor, como 1.250,00.';
  return tripCostsUpdate.shape.vehicleCents.safeParse(cents ?? 0).error?.issues[0]?.message;
}

/** The amounts typed, ready for the API, or the sentences for those that are wrong. */
export function parseCosts(typed: CostsFormValues): { costs: CostAmounts } | { errors: Record<string, string> } {
  const wrong = costFields.flatMap((name) => {
    const sentence = checkCost(typed[name]);
    return sentence ? [[name, sentence] as const] : [];
  });
  if (wrong.length > 0) return { errors: Object.fromEntries(wrong) };
  const amounts = costFields.map((name) => [name, parseMoney(typed[name]) ?? 0] as const);
  return { costs: Object.fromEntries(amounts) as CostAmounts };
}
