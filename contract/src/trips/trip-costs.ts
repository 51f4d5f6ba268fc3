import { cents } from '../fields.ts';
import { cleanSource, MAX_RAW_LENGTH } from '../sources.ts';
import { z } from '../zod.ts';

/** What a departure costs as a whole, as staff reads it. */
export const fixedCosts = { vehicleCents: 'Veículo', guideCents: 'Guia', otherCents: 'Outros' } as const;
/** What each person with a place costs. */
export const costsPerPerson = { ticketCents: 'Ingressos', mealCents: 'Refeições' } as const;
export type CostField = keyof typeof fixedCosts | keyof typeof costsPerPerson;
export const costFields = [...Object.keys(fixedCosts), ...Object.keys(costsPerPerson)] as CostField[];

const MAX_COST_CENTS = 10_000_000;
const cost = z
  .int('Informe o valor.')
  .nonnegative('Informe um valor a partir de zero.')
  .max(MAX_COST_CENTS, 'Use um valor de até R$ 100.000,00.');

/** What ads of a trip cost, by the source that their links name (`utm_source`). */
const tripAd = z.strictObject({
  source: z
    .string()
    .max(MAX_RAW_LENGTH)
    .transform(cleanSource)
    .pipe(z.string().min(1, 'Informe a origem, como “instagram”.')),
  cents: cost.min(1, 'Informe o valor.'),
});
export type TripAd = z.output<typeof tripAd>;
const MAX_ADS = 10;
export const tripAds = z
  .array(tripAd)
  .max(MAX_ADS, `Use até ${MAX_ADS} origens.`)
  .refine((ads) => new Set(ads.map(({ source }) => source)).size === ads.length, 'Há uma origem repetida.');

/** The costs of a trip, in centavos. `version` 0: none were entered yet. */
export const tripCosts = z.object({
  vehicleCents: cents,
  guideCents: cents,
  otherCents: cents,
  ticketCents: cents,
  mealCents: cents,
  ads: z.array(z.object({ source: z.string(), cents })).default([]),
  version: z.int(),
});
export type TripCosts = z.infer<typeof tripCosts>;
export type CostAmounts = Omit<TripCosts, 'version'>;

/** Body of PUT trips/{id}/costs, with the version that was edited. Without `ads` these stay. */
export const tripCostsUpdate = z.strictObject({
  vehicleCents: cost,
  guideCents: cost,
  otherCents: cost,
  ticketCents: cost,
  mealCents: cost,
  ads: tripAds.optional(),
  version: z.int().nonnegative(),
});
export type TripCostsUpdate = z.output<typeof tripCostsUpdate>;

/** What a departure costs, in centavos: as a whole, and for each person with a place. */
export interface CostSums {
  fixedCents: number;
  perPersonCents: number;
}

export function sumCosts(costs: CostAmounts): CostSums {
  const { vehicleCents, guideCents, otherCents, ticketCents, mealCents, ads } = costs;
  const adsCents = ads.reduce((sum, ad) => sum + ad.cents, 0);
  return { fixedCents: vehicleCents + guideCents + otherCents + adsCents, perPersonCents: ticketCents + mealCents };
}

/**
 * Money of so many people, discounts and extras included: more people are expected to choose as many extras as the
 * booked ones did.
 */
export interface Income {
  people: number;
  cents: number;
}

/** What people pay on average: the booked ones, else one at the trip's price. */
export function usualIncome(booked: Income, priceCents: number): Income {
  return booked.people > 0 ? booked : { people: 1, cents: priceCents };
}

/**
 * The smallest number of people whose money covers the costs, each paying the average of `income`; null: no number
 * does, because a person costs as much as they pay. Of integers only: the average is never rounded.
 */
export function breakEven({ fixedCents, perPersonCents }: CostSums, { people, cents: paid }: Income): number | null {
  const left = paid - perPersonCents * people;
  return left <= 0 ? null : Math.ceil((fixedCents * people) / left);
}

/** What remains of an income once the costs are paid; negative is a loss. */
export function marginCents({ fixedCents, perPersonCents }: CostSums, { people, cents: paid }: Income): number {
  return paid - fixedCents - perPersonCents * people;
}
