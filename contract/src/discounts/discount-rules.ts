import { growing, id, instant, line } from '../fields.ts';
import { z } from '../zod.ts';
import type { DiscountRule, RuleBenefitKind } from './rule-lines.ts';

export const ruleBenefits: Record<RuleBenefitKind, string> = {
  percent: 'Porcentagem',
  amount_each: 'Valor por pessoa',
  cheapest_free: 'Pessoas grátis',
};
const kinds = Object.keys(ruleBenefits) as [RuleBenefitKind, ...RuleBenefitKind[]];

/** Rules that an operator may have: each page of a trip computes with all that are its own. */
export const MAX_RULES = 50;
const MAX_CENTS = 10_000_000;

const fareLabels = z
  .array(line('Tarifa', { max: 60 }))
  .max(20, 'Escolha no máximo 20 tarifas.')
  .default([]);

const atLeast = (min: number, max: number) =>
  z.int('Informe um número.').min(min, `Use ${min} ou mais.`).max(max, 'Use um número menor.').nullable().default(null);

// PostgreSQL's range of years is smaller than ISO 8601's.
const validity = instant
  .refine((at) => at >= '2000' && at < '2100', 'Use uma data entre 2000 e 2099.')
  .nullable()
  .default(null);

const facts = z.strictObject({
  /** As clients read it beside what it takes off. */
  label: line('Nome', { max: 60 }),
  condition: z.strictObject({
    minPeople: atLeast(1, 100),
    minTotalCents: atLeast(1, MAX_CENTS),
    minDaysBefore: atLeast(1, 730),
    fareLabels,
  }),
  benefit: z.strictObject({
    kind: z.enum(kinds, 'Escolha o desconto.'),
    /** Percent, centavos per person, or how many people. */
    value: z.int('Informe o desconto.').min(1, 'Use 1 ou mais.').max(MAX_CENTS, 'Use um valor menor.'),
    fareLabels,
  }),
  tripIds: z.array(id).max(500, 'Escolha no máximo 500 passeios.').default([]),
  validFrom: validity,
  validUntil: validity,
  isActive: z.boolean('Informe sim ou não.').default(true),
});

const mostOf: Record<RuleBenefitKind, [most: number, error: string]> = {
  percent: [100, 'Use de 1 a 100%.'],
  amount_each: [MAX_CENTS, 'Use um valor menor.'],
  cheapest_free: [20, 'Use de 1 a 20 pessoas.'],
};

/** Body of POST and PUT discount-rules. */
export const discountRuleDraft = facts
  .superRefine(({ benefit: { kind, value } }, context) => {
    const [most, message] = mostOf[kind];
    if (value > most) context.addIssue({ code: 'custom', path: ['benefit', 'value'], message });
  })
  .refine(({ validFrom, validUntil }) => !validFrom || !validUntil || Date.parse(validFrom) < Date.parse(validUntil), {
    path: ['validUntil'],
    error: 'O fim precisa ser depois do começo.',
  });
export type DiscountRuleDraft = z.output<typeof discountRuleDraft>;

/** A rule as a trip offers it: what its price is computed from. */
export const offeredRule = z.object({
  ...facts.shape,
  id,
  benefit: facts.shape.benefit.extend({ kind: growing(kinds) }),
  position: z.int(),
}) satisfies z.ZodType<DiscountRule>;
export type OfferedRule = z.infer<typeof offeredRule>;

/** A rule as staff sees it. One that reservations have is switched off, not deleted. */
export const discountRule = offeredRule.extend({ isUsed: z.boolean() });
export type StaffDiscountRule = z.infer<typeof discountRule>;

/** All rules, in the order in which they apply. */
export const discountRuleList = z.object({ data: z.array(discountRule) });

/** Body of PUT discount-rules/order: all rules. */
export const discountRuleOrder = z.strictObject({ ids: z.array(id).max(MAX_RULES, 'Há regras demais.') });
