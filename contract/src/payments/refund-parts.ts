import { cents, growing } from '../fields.ts';
import { moneyText } from '../money.ts';
import { z } from '../zod.ts';

/**
 * How a part of a refund goes back. `card` and `pix_origin`: through the provider, to where it came from; `pix`: to a
 * key that the payer names.
 */
const refundWays = {
  card: 'para o cartão',
  gift_card: 'para o vale-presente',
  pix_origin: 'por Pix para a conta de onde veio',
  pix: 'por Pix',
} as const;
export type RefundWay = keyof typeof refundWays;

/** Part of a refund that goes back one way. */
export const refundPart = z.object({ way: growing(Object.keys(refundWays) as RefundWay[]), amountCents: cents });
export type RefundPart = z.infer<typeof refundPart>;

/** Parts of a refund, each way once, which add up to it; empty from a server that does not say. */
export const refundParts = z.array(refundPart).default([]);

/** Whether the payer has to say to which key a part goes. */
export const needsPixKey = (parts: readonly RefundPart[]) => parts.some(({ way }) => way === 'pix');

/** "para o cartão", or "R$ 100,00 para o cartão e R$ 87,00 por Pix"; empty where it is not known. */
export function refundWaysText(parts: readonly RefundPart[]): string {
  const ways: Readonly<Record<string, string>> = refundWays;
  const known = parts.flatMap(({ way, amountCents }) => {
    const text = ways[way];
    return text ? [{ text, amountCents }] : [];
  });
  if (known.length < parts.length) return '';
  if (known.length <= 1) return known[0]?.text ?? '';
  const texts = known.map(({ text, amountCents }) => `${moneyText(amountCents)} ${text}`);
  return `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}`;
}

/** {@link refundWaysText} after a sentence without its full stop: ", por Pix", or ": R$ 100,00 para o cartão e …". */
export function refundHow(parts: readonly RefundPart[]): string {
  const text = refundWaysText(parts);
  return text && (parts.length === 1 ? `, ${text}` : `: ${text}`);
}

/** "O valor volta para o cartão.", or "Voltam R$ 100,00 para o cartão e R$ 87,00 por Pix."; empty as above. */
export function refundPartsText(parts: readonly RefundPart[]): string {
  const text = refundWaysText(parts);
  return text && (parts.length === 1 ? `O valor volta ${text}.` : `Voltam ${text}.`);
}
