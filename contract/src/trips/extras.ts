import { isSameLabel } from '../fare-labels.ts';
import { cents, id, line, text } from '../fields.ts';
import { moneyText } from '../money.ts';
import { z } from '../zod.ts';
import { ageDraft, priceCents } from './fares.ts';

/** For whom an extra is chosen: for each participant who wants it, or once for the reservation. */
export const extraScopes = { participant: 'Por pessoa', reservation: 'Por reserva' } as const;
export type ExtraScope = keyof typeof extraScopes;
const extraScope = z.enum(Object.keys(extraScopes) as [ExtraScope, ...ExtraScope[]]);

/** How an extra begins: left out, chosen until it is taken out, or part of every reservation. */
export const extraChoices = { optional: 'Opcional', preselected: 'Já marcado', required: 'Obrigatório' } as const;
export type ExtraChoice = keyof typeof extraChoices;
const extraChoice = z.enum(Object.keys(extraChoices) as [ExtraChoice, ...ExtraChoice[]]);

/**
 * An extra (adicional): what a trip sells with a place. A choice of it takes from `minQuantity` to `maxQuantity`,
 * per participant or per reservation. `stock`: how many there are in all, null without a limit; `stockLeft`: of these.
 * `soldUntilHours`: until when before departure clients choose it; a required one until the departure. Without
 * `refundable` its price is never given back, unless the operator cancels or the client withdraws in time. Ages are
 * those of the participants who can have it, as a fare's.
 */
export const tripExtra = z.object({
  id,
  label: z.string(),
  description: z.string(),
  priceCents: cents,
  per: extraScope,
  minQuantity: z.int(),
  maxQuantity: z.int(),
  stock: z.int().nullable(),
  stockLeft: z.int().nullable(),
  soldUntilHours: z.int(),
  refundable: z.boolean(),
  choice: extraChoice.default('optional'),
  minAge: z.int().nullable().default(null),
  maxAge: z.int().nullable().default(null),
});
export type TripExtra = z.infer<typeof tripExtra>;

/** How many of an extra somebody has. */
export const soldExtra = z.object({ id, label: z.string(), count: z.int() });
export type SoldExtra = z.infer<typeof soldExtra>;

/** What is sold of an extra, and what it brings. */
export const extraIncome = soldExtra.extend({ incomeCents: cents });
export type ExtraIncome = z.infer<typeof extraIncome>;

/** How many of each extra there are in all. */
export function sumExtras(sold: readonly SoldExtra[]): SoldExtra[] {
  return [...Map.groupBy(sold, (one) => one.id).values()].flatMap(([first, ...others]) =>
    first
      ? [{ id: first.id, label: first.label, count: others.reduce((sum, { count }) => sum + count, first.count) }]
      : [],
  );
}

export const MAX_EXTRAS = 20;
/** Most of one extra that one participant or reservation takes. */
export const MAX_QUANTITY = 100;

const quantity = z.int('Informe a quantidade.').max(MAX_QUANTITY, `Use no máximo ${MAX_QUANTITY}.`);

/** An extra in a trip's draft; new without `id`. What an answer says beside it is ignored. */
export const extraDraft = z
  .object({
    id: id.optional(),
    label: line('Adicional', { max: 60 }),
    description: text('Descrição do adicional', { max: 300 }).default(''),
    priceCents,
    per: extraScope,
    minQuantity: quantity.min(0, 'Use 0 ou mais.').default(1),
    maxQuantity: quantity.min(1, 'Use 1 ou mais.').default(1),
    stock: z.int('Informe o estoque.').min(0, 'Use 0 ou mais.').max(100_000, 'Use no máximo 100.000.').nullable(),
    soldUntilHours: z
      .int('Informe as horas.')
      .min(0, 'Use 0 ou mais horas.')
      .max(8_760, 'Use no máximo um ano.')
      .default(0),
    refundable: z.boolean('Informe sim ou não.').default(true),
    choice: extraChoice.default('optional'),
    minAge: ageDraft,
    maxAge: ageDraft,
  })
  .refine(({ minQuantity, maxQuantity }) => minQuantity <= maxQuantity, {
    path: ['maxQuantity'],
    error: 'O máximo não pode ser menor que o mínimo.',
  })
  .refine(({ minAge, maxAge }) => minAge === null || maxAge === null || minAge <= maxAge, {
    path: ['maxAge'],
    error: 'A idade final não pode ser menor que a inicial.',
  })
  .refine(({ per, minAge, maxAge }) => per === 'participant' || (minAge === null && maxAge === null), {
    path: ['minAge'],
    error: 'Idade só em adicional por pessoa.',
  });
export type ExtraDraft = z.output<typeof extraDraft>;

/** The extras of a trip's draft. */
export const extraDrafts = z
  .array(extraDraft)
  .max(MAX_EXTRAS, `Use no máximo ${MAX_EXTRAS} adicionais.`)
  .refine(
    (extras) =>
      extras.every(({ label }, index) => !extras.slice(0, index).some((one) => isSameLabel(one.label, label))),
    'Há dois adicionais com o mesmo nome.',
  );

/** As "2 × Almoço". */
export function extraText({ label, quantity }: { label: string; quantity: number }): string {
  return quantity === 1 ? label : `${quantity} × ${label}`;
}

type PricedExtra = { label: string; quantity: number; totalCents: number };

/** As "2 × Almoço (R$ 90,00), Seguro (R$ 10,00)". */
export function pricedExtrasText(extras: readonly PricedExtra[]): string {
  return extras.map((one) => `${extraText(one)} (${moneyText(one.totalCents)})`).join(', ');
}

/** What a move to another departure ends, as "Os adicionais acabam com a mudança: 2 × Almoço (R$ 90,00)." */
export function endingExtrasText(extras: readonly PricedExtra[]): string {
  return `Os adicionais acabam com a mudança: ${pricedExtrasText(extras)}.`;
}

/** What the other departure requires, as "Entram os obrigatórios da nova saída: 2 × Seguro (R$ 20,00)." */
export function beginningExtrasText(extras: readonly PricedExtra[]): string {
  return `Entram os obrigatórios da nova saída: ${pricedExtrasText(extras)}.`;
}
