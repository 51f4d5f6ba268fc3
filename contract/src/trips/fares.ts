import { isSameLabel } from '../fare-labels.ts';
import { cents, id, line } from '../fields.ts';
import { z } from '../zod.ts';

/** Who is offered a fare: everybody, or staff only (courtesies, coordinators). */
export const fareAudiences = { public: 'No site', staff: 'Só para a equipe' } as const;
export type FareAudience = keyof typeof fareAudiences;
const fareAudience = z.enum(Object.keys(fareAudiences) as [FareAudience, ...FareAudience[]]);

/**
 * A price class of a trip. Ages are complete years on the departure date in the operator's time zone, both ends
 * included, null is open. Without `takesPlace` it is that of a lap child: on the passenger list, not in the capacity.
 */
export const fare = z.object({
  id,
  label: z.string(),
  minAge: z.int().nullable(),
  maxAge: z.int().nullable(),
  priceCents: cents,
  takesPlace: z.boolean(),
  audience: fareAudience,
});
export type Fare = z.infer<typeof fare>;

export const MAX_FARES = 20;
const MAX_AGE = 130;
const MAX_PRICE_CENTS = 10_000_000;

/** An amount of money that an operator enters as a price, in centavos. */
export const priceCents = z
  .int('Informe o valor.')
  .min(0, 'O valor não pode ser negativo.')
  .max(MAX_PRICE_CENTS, 'Use um valor de até R$ 100.000,00.');

/** An end of a range of ages that an operator enters; null is open. */
export const ageDraft = z
  .int('Informe a idade em anos.')
  .min(0, 'Use 0 ou mais anos.')
  .max(MAX_AGE, 'Use no máximo 130 anos.')
  .nullable()
  .default(null);

/** A fare in a trip's draft; new without `id`. */
export const fareDraft = z
  .strictObject({
    id: id.optional(),
    label: line('Tarifa', { max: 60 }),
    minAge: ageDraft,
    maxAge: ageDraft,
    priceCents,
    takesPlace: z.boolean().default(true),
    audience: fareAudience.default('public'),
  })
  .refine(({ minAge, maxAge }) => minAge === null || maxAge === null || minAge <= maxAge, {
    path: ['maxAge'],
    error: 'A idade final não pode ser menor que a inicial.',
  });
export type FareDraft = z.output<typeof fareDraft>;

/** The fares of a trip's draft: at least one that the site offers and that takes a place. */
export const fareDrafts = z
  .array(fareDraft, 'Informe as tarifas do passeio.')
  .max(MAX_FARES, `Use no máximo ${MAX_FARES} tarifas.`)
  .refine(
    (fares) => fares.some((one) => one.audience === 'public' && one.takesPlace),
    'Inclua pelo menos uma tarifa do site que ocupe vaga.',
  )
  .refine(
    (fares) => fares.every(({ label }, index) => !fares.slice(0, index).some((one) => isSameLabel(one.label, label))),
    'Há duas tarifas com o mesmo nome.',
  );

type PresetFare = Omit<FareDraft, 'id' | 'priceCents'>;

const adult = { label: 'Adulto', minAge: null, maxAge: null, takesPlace: true, audience: 'public' } as const;
const child = { ...adult, label: 'Criança', minAge: 6, maxAge: 12 } as const;
const lapChild = { ...adult, label: 'Criança de colo', minAge: 0, maxAge: 5, takesPlace: false } as const;

/** Usual sets of fares, to start from; prices are the operator's. */
export const farePresets: readonly { label: string; fares: readonly PresetFare[] }[] = [
  { label: 'Só adulto', fares: [adult] },
  {
    label: 'Adulto, criança, colo',
    fares: [{ ...adult, minAge: 13 }, child, lapChild],
  },
  {
    label: 'Quarto duplo, triplo, single',
    fares: [
      { ...adult, label: 'Adulto – apto duplo' },
      { ...adult, label: 'Adulto – apto triplo' },
      { ...adult, label: 'Adulto – apto single' },
    ],
  },
];

interface Prices {
  adult: number;
  child: number | null;
  lapChild: number | null;
}

/** The fares of the three prices that a trip had before it had fares; without a price, no fare. */
export function faresOfPrices(prices: Prices): FareDraft[] {
  const minAge = prices.child !== null ? 13 : prices.lapChild !== null ? 6 : null;
  const fares: FareDraft[] = [{ ...adult, minAge, priceCents: prices.adult }];
  if (prices.child !== null) fares.push({ ...child, priceCents: prices.child });
  if (prices.lapChild !== null) fares.push({ ...lapChild, priceCents: prices.lapChild });
  return fares;
}

/** Free fares that only staff gives, for the operator to add to a trip. */
export const staffFares: readonly FareDraft[] = ['Cortesia', 'Coordenador'].map((label) => ({
  label,
  minAge: null,
  maxAge: null,
  priceCents: 0,
  takesPlace: true,
  audience: 'staff',
}));
