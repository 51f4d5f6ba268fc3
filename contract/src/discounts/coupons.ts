import { growing, id, instant, line } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';
import { MAX_CODE } from './coupon-code.ts';
import { CODE_PATTERN, couponCode } from './coupon-field.ts';
import type { CouponEffect } from './coupon-lines.ts';

/** What a coupon does to the fares that it is for: percent off, centavos off in all, or each of them at this price. */
export const couponEffects: Record<CouponEffect, string> = {
  percent: 'Porcentagem',
  amount: 'Valor',
  fixed: 'Preço fixo',
};
const effects = Object.keys(couponEffects) as [CouponEffect, ...CouponEffect[]];

/** Characters after the prefix of a batch, and coupons in one. */
export const BATCH_RANDOM = 8;
const MAX_BATCH = 1000;
const MAX_CENTS = 10_000_000;
const MAX_USES = 1_000_000;

// PostgreSQL's range of years is smaller than ISO 8601's.
const validity = instant
  .refine((at) => at >= '2000' && at < '2100', 'Use uma data entre 2000 e 2099.')
  .nullable()
  .default(null);

const count = (max: number) => z.int('Informe um número.').min(1, 'Use 1 ou mais.').max(max, 'Use um número menor.');

/** What staff says of a coupon. Empty lists: of all trips, of all fares. Null: without that limit. */
const facts = z.strictObject({
  code: couponCode,
  tag: line('Etiqueta', { max: 40 }).or(z.literal('')).default(''),
  effect: z.enum(effects, 'Escolha o desconto.'),
  /** Percent of `percent`, otherwise centavos. */
  value: z.int('Informe o desconto.').min(0, 'Use 0 ou mais.').max(MAX_CENTS, 'Use um valor menor.'),
  validFrom: validity,
  validUntil: validity,
  tripIds: z.array(id).max(500, 'Escolha no máximo 500 passeios.').default([]),
  fareLabels: z
    .array(line('Tarifa', { max: 60 }))
    .max(20, 'Escolha no máximo 20 tarifas.')
    .default([]),
  maxUses: count(MAX_USES).nullable().default(null),
  maxUsesPerClient: count(MAX_USES).nullable().default(null),
  /** What all uses together take off at most, in centavos. */
  maxDiscountCents: count(2_000_000_000).nullable().default(null),
  minPeople: count(100).default(1),
  minTotalCents: z.int('Informe o valor.').min(0, 'Use 0 ou mais.').max(MAX_CENTS, 'Use um valor menor.').default(0),
  /** For clients who have not reserved before. */
  firstOnly: z.boolean('Informe sim ou não.').default(false),
  isActive: z.boolean('Informe sim ou não.').default(true),
  /** The seller whose sales its reservations are; omitted, that stays. */
  sellerId: id.nullable().optional(),
});

type Rules = Pick<z.output<typeof facts>, 'effect' | 'value' | 'validFrom' | 'validUntil'>;

const withRules = <Schema extends z.ZodType<Rules>>(schema: Schema) =>
  schema
    .refine(({ effect, value }) => effect !== 'percent' || (value >= 1 && value <= 100), {
      path: ['value'],
      error: 'Use de 1 a 100%.',
    })
    .refine(({ effect, value }) => effect !== 'amount' || value > 0, { path: ['value'], error: 'Use mais de R$ 0,00.' })
    .refine(
      ({ validFrom, validUntil }) => !validFrom || !validUntil || Date.parse(validFrom) < Date.parse(validUntil),
      {
        path: ['validUntil'],
        error: 'O fim precisa ser depois do começo.',
      },
    );

/** Most trips of which a coupon may keep places. */
const MAX_SET_ASIDE_TRIPS = 20;

/** Places of each of its trips that are kept for its people, until a moment, if not until the departure. */
const setAside = {
  placesSetAside: count(1000).nullable().default(null),
  setAsideUntil: validity,
};

/** Body of POST and PUT coupons. */
export const couponDraft = withRules(facts.extend(setAside)).refine(
  ({ placesSetAside, tripIds }) =>
    placesSetAside === null || (tripIds.length > 0 && tripIds.length <= MAX_SET_ASIDE_TRIPS),
  { path: ['placesSetAside'], error: `Para guardar vagas, escolha de 1 a ${MAX_SET_ASIDE_TRIPS} passeios.` },
);
export type CouponDraft = z.output<typeof couponDraft>;

/** Body of POST coupons/batches: coupons that differ in their codes only, and share a tag. */
export const couponBatch = withRules(
  facts.omit({ code: true }).extend({
    prefix: z
      .string('Escreva o começo dos códigos.')
      .trim()
      .min(2, { error: 'Use pelo menos 2 caracteres.', abort: true })
      .max(MAX_CODE - BATCH_RANDOM, { error: `Use no máximo ${MAX_CODE - BATCH_RANDOM} caracteres.`, abort: true })
      .toUpperCase()
      .regex(CODE_PATTERN, 'Use letras sem acento, números, - e _.'),
    count: z.int('Informe quantos.').min(1, 'Use 1 ou mais.').max(MAX_BATCH, 'Faça no máximo 1.000 de cada vez.'),
    tag: line('Etiqueta', { max: 40 }),
  }),
);
export type CouponBatch = z.output<typeof couponBatch>;

/** The coupons that were made, by their codes. */
export const madeCoupons = z.object({ tag: z.string(), codes: z.array(z.string()) });
export type MadeCoupons = z.infer<typeof madeCoupons>;

/** A coupon as staff sees it. `uses`, `discountedCents`: of reservations that have not ended. */
export const coupon = facts.extend({
  ...setAside,
  id,
  sellerId: id.nullable().default(null),
  effect: growing(effects),
  uses: z.int(),
  discountedCents: z.int(),
  createdAt: instant,
  /** The page with which somebody begins to use it. */
  pagePath: z.string(),
});
export type Coupon = z.infer<typeof coupon>;

export const couponFilters = z.object({
  q: line('Busca', { max: MAX_CODE }).optional(),
  /** The tag as it is. */
  tag: line('Etiqueta', { max: 40 }).optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});

export const couponExport = couponFilters.pick({ q: true, tag: true });

export const couponList = z.object({ data: z.array(coupon), page: pageInfo });
