import { calendarDate, cents, id, seenCents, signedCents } from '../fields.ts';
import { moneyText } from '../money.ts';
import { refundParts } from '../payments/refund-parts.ts';
import type { CancellationTier } from '../trips/trips.ts';
import { plural } from '../words.ts';
import { z } from '../zod.ts';

/** Who wants to cancel. */
export const cancellingParties = ['client', 'operator'] as const;
export type CancellingParty = (typeof cancellingParties)[number];

/** Ids, comma-separated. */
const ids = z
  .string()
  .max(1_000)
  .transform((value) => value.split(','))
  .pipe(z.array(id).min(1));

/**
 * Query of GET reservations/{id}/cancellation; everybody without `participants`. `by` operator: for staff. `extra`:
 * only this extra, by its line.
 */
export const cancellationQuery = z.strictObject({
  participants: ids.optional(),
  extra: id.optional(),
  by: z.enum(cancellingParties).default('client'),
});
export type CancellationQuery = z.output<typeof cancellationQuery>;

/**
 * What cancelling costs and gives back now, in centavos: of the whole reservation, or of some of its people, for
 * whom `contractedCents` and `receivedCents` are their shares. `rule` says why.
 * `promisedFor`: the day until which `refundCents` are given back, null if that is nothing; `parts`: how.
 * `occupancy`: what the rooms of those who stay would become, only if the payer accepts it, by how much their price
 * would change, and what would be given back then.
 */
export const cancellationQuote = z.object({
  contractedCents: cents,
  receivedCents: cents,
  penaltyCents: cents,
  refundCents: cents,
  rule: z.string(),
  promisedFor: calendarDate.nullable(),
  parts: refundParts,
  occupancy: z.object({ rooms: z.string(), differenceCents: signedCents, refundCents: cents }).nullable().default(null),
});
export type CancellationQuote = z.infer<typeof cancellationQuote>;

const refundCents = seenCents.optional();

/** Whom a cancellation is for; everybody without it. */
export const leavingParticipants = z.array(id).min(1, 'Escolha quem desiste.').max(100).optional();

/**
 * Body of POST reservations/{id}/cancel: the refund of the quote that the payer has seen, which may be left out while
 * nothing was received, and whom it is for; everybody without `participants`. `acceptsOccupancy`: of the quote, whose
 * refund it is then.
 */
export const cancellationDraft = z
  .strictObject({ refundCents, participants: leavingParticipants, acceptsOccupancy: z.boolean().optional() })
  .nullish();
export type CancellationDraft = z.output<typeof cancellationDraft>;

/** `withdrawalDays`: days after contracting in which the client withdraws without a penalty; null: no such right. */
export interface CancellationPolicy {
  tiers: readonly CancellationTier[];
  withdrawalDays: number | null;
}

/**
 * What a reservation stores of it. `withdrawalDays` is missing in those made before it was stored; a hash of the text.
 */
export interface AcceptedPolicy {
  tiers: CancellationTier[];
  withdrawalDays?: number | null;
  textHash: string;
}

/** Instants in ISO 8601 or as dates, money in centavos. */
export interface CancellationFacts {
  policy: CancellationPolicy;
  contractedAt: string | Date;
  departsAt: string | Date;
  now: string | Date;
  /** The operator's. */
  timeZone: string;
  contractedCents: number;
  receivedCents: number;
  /** Part of `contractedCents`: penalties for people who left before, which stay. */
  earlierPenaltyCents?: number;
  /** Part of `contractedCents`: extras that are never given back by a rule that has a penalty. */
  nonRefundableCents?: number;
  by: CancellingParty;
  /** Whether the operator has not yet accepted it. */
  /** Whether whoever leaves wanted to share a room, and nobody shared it in time. */
  isReleased?: boolean;
  isRequest?: boolean;
}

/** `penaltyPercent`: that of the rule. */
export interface QuotedCancellation extends Omit<CancellationQuote, 'promisedFor' | 'parts' | 'occupancy'> {
  penaltyPercent: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Fewer hours than these are written in hours, more in days. */
const DAYS_FROM_HOURS = 48;

/**
 * What cancelling at `now` costs and gives back: nothing if the operator cancels, or the client within the days of the
 * right of withdrawal; otherwise the first tier whose hours are left. `rule` is one sentence.
 */
export function quoteCancellation(facts: CancellationFacts): QuotedCancellation {
  const { contractedCents, receivedCents, earlierPenaltyCents = 0, by } = facts;
  const kept = by === 'operator' ? 0 : Math.min(earlierPenaltyCents, contractedCents);
  const baseCents = contractedCents - kept;
  const fixedCents = isWithoutPenalty(facts) ? 0 : Math.min(facts.nonRefundableCents ?? 0, baseCents);
  const { percent, words } = ruleOf(facts, baseCents - fixedCents);
  const penaltyCents = percentOf(baseCents - fixedCents, percent) + fixedCents + kept;
  const fixed = fixedCents > 0 ? `, e ${moneyText(fixedCents)} de adicionais sem reembolso não voltam` : '';
  const earlier = kept > 0 ? `, e ${moneyText(kept)} de multas anteriores não voltam` : '';
  return {
    contractedCents,
    receivedCents,
    penaltyCents,
    refundCents: Math.max(receivedCents - penaltyCents, 0),
    rule: `${words}${fixed}${earlier}.`,
    penaltyPercent: percent,
  };
}

// The operator's own cancellation, requests without an answer and the right of withdrawal give everything back.
function isWithoutPenalty(facts: CancellationFacts): boolean {
  return facts.by === 'operator' || facts.isRequest === true || facts.isReleased === true || isWithdrawal(facts);
}

function isWithdrawal(facts: CancellationFacts): boolean {
  const { withdrawalDays } = facts.policy;
  const at = new Date(facts.now);
  return withdrawalDays !== null && new Date(facts.departsAt) > at && withdrawsInTime(facts, at, withdrawalDays);
}

/** Half a centavo and more is a centavo. */
function percentOf(amountCents: number, percent: number): number {
  return Math.floor((amountCents * percent + 50) / 100);
}

function ruleOf(facts: CancellationFacts, baseCents: number): { percent: number; words: string } {
  const { policy, by } = facts;
  if (by === 'operator') return { percent: 0, words: 'Cancelamento pela operadora: devolução integral' };
  if (facts.isRequest) return { percent: 0, words: 'Pedido ainda sem resposta: sem multa' };
  if (facts.isReleased) return { percent: 0, words: 'Ninguém dividiu o quarto a tempo: sem multa' };
  const at = new Date(facts.now);
  const leftMs = Math.max(new Date(facts.departsAt).getTime() - at.getTime(), 0);
  if (isWithdrawal(facts)) {
    const days = plural(policy.withdrawalDays ?? 0, 'dia');
    return { percent: 0, words: `Desistência em até ${days} da contratação: sem multa` };
  }
  if (policy.tiers.length === 0) return { percent: 0, words: 'Nenhuma multa de cancelamento foi combinada' };
  const tier = policy.tiers
    .toSorted((one, other) => other.minHoursBefore - one.minHoursBefore)
    .find(({ minHoursBefore }) => leftMs >= minHoursBefore * HOUR_MS);
  const left = timeLeftText(leftMs);
  // Each tier says from how many hours on it applies: below the lowest, nothing was agreed.
  if (!tier) return { percent: 0, words: `${left}: nenhuma multa foi combinada para este prazo` };
  const percent = tier.penaltyPercent;
  const cost = percent === 0 ? 'sem multa' : `multa de ${percent}% sobre ${moneyText(baseCents)}`;
  return { percent, words: `${left}: ${cost}` };
}

/** "Faltam 12 dias", "Falta 1 hora". */
function timeLeftText(leftMs: number): string {
  const hours = Math.floor(leftMs / HOUR_MS);
  if (hours === 0) return 'Falta menos de 1 hora';
  if (hours === 1) return 'Falta 1 hora';
  return hours < DAYS_FROM_HOURS ? `Faltam ${hours} horas` : `Faltam ${Math.floor(hours / 24)} dias`;
}

// Calendar days, because that is how the law counts them: the day of contracting does not count, the last one does to
// its end.
function withdrawsInTime({ contractedAt, timeZone }: CancellationFacts, at: Date, days: number): boolean {
  return dayNumber(at, timeZone) - dayNumber(new Date(contractedAt), timeZone) <= days;
}

function dayNumber(instant: Date, timeZone: string): number {
  const day = instant.toLocaleDateString('sv-SE', { timeZone });
  return Date.parse(day) / DAY_MS;
}

/** Some of several people leave: what they travel for, and what the whole reservation comes to, in centavos. */
export interface PartialCancellationFacts extends CancellationFacts {
  /** The sum of what the leaving people travel for: fares with their shares of discounts and extras. */
  leavingCents: number;
}

/**
 * What it costs if some people of a reservation leave: the same rule on what they travel for, but no more than their
 * share of what was received, so that nobody pays a penalty anew. What is left of the share first covers what the
 * others owe. `newTotalCents`: the reservation's total with the penalty in it.
 */
export function quotePartialCancellation(
  facts: PartialCancellationFacts,
): QuotedCancellation & { newTotalCents: number } {
  const { contractedCents: totalCents, receivedCents, earlierPenaltyCents = 0 } = facts;
  const leavingCents = Math.min(facts.leavingCents, totalCents);
  const earlier = Math.min(earlierPenaltyCents, receivedCents);
  const shareCents = shareOf(receivedCents - earlier, leavingCents, totalCents - earlier);
  const bySum = quoteCancellation({
    ...facts,
    contractedCents: leavingCents,
    receivedCents: shareCents,
    earlierPenaltyCents: 0,
  });
  const penaltyCents = Math.min(bySum.penaltyCents, shareCents);
  const newTotalCents = totalCents - leavingCents + penaltyCents;
  const refundCents = Math.max(receivedCents - newTotalCents, 0);
  const sentences = [
    bySum.rule,
    penaltyCents < bySum.penaltyCents && limitText(shareCents),
    restText({ penaltyCents, shareCents, refundCents }),
  ];
  return { ...bySum, penaltyCents, refundCents, rule: sentences.filter(Boolean).join(' '), newTotalCents };
}

// Half a centavo and more is a centavo.
function shareOf(receivedCents: number, leavingCents: number, totalCents: number): number {
  if (totalCents <= 0) return receivedCents;
  return Math.min(Math.floor((2 * receivedCents * leavingCents + totalCents) / (2 * totalCents)), receivedCents);
}

function limitText(shareCents: number): string {
  if (shareCents === 0) return 'Como nada foi pago, nada é cobrado.';
  return `A multa se limita ao que já foi pago por quem desiste, ${moneyText(shareCents)}.`;
}

// Where the share is not only penalty and refund.
function restText(quote: { penaltyCents: number; shareCents: number; refundCents: number }): string | undefined {
  const { penaltyCents, shareCents, refundCents } = quote;
  const rest = shareCents - penaltyCents - refundCents;
  if (rest <= 0) return undefined;
  const parts = [
    penaltyCents > 0 && `${moneyText(penaltyCents)} ficam de multa`,
    `${moneyText(rest)} pagam o restante da reserva`,
    refundCents > 0 && `${moneyText(refundCents)} voltam`,
  ];
  return `Dos ${moneyText(shareCents)} já pagos por quem desiste, ${joinedWithAnd(parts.filter((part) => part !== false))}.`;
}

/** "um", "um e outro", "um, outro e mais um". */
function joinedWithAnd(parts: string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' e ');
}
