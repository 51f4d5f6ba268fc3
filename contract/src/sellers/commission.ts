/** How commission is computed, as people read it. */
export const commissionKinds = {
  percent_of_fares: 'Porcentagem das tarifas',
  percent_of_received: 'Porcentagem do que foi recebido',
  amount_per_person: 'Valor por pessoa',
} as const;
export type CommissionKind = keyof typeof commissionKinds;
export const commissionKindKeys = Object.keys(commissionKinds) as [CommissionKind, ...CommissionKind[]];

/** `value`: hundredths of a percent (basis points), or centavos for each person. */
export interface CommissionTerms {
  kind: CommissionKind;
  value: number;
}

/**
 * What commission follows from. `fareCents`: fares less their discounts. `receivedCents`: payments less what went back
 * and less what still has to go back.
 */
export interface CommissionBase {
  fareCents: number;
  people: number;
  totalCents: number;
  receivedCents: number;
}

/**
 * The commission of a reservation in centavos for what was received of it, rounded half up once. Of a percentage of the
 * fares, and of an amount per person, it is the part that was received of the total.
 */
export function commissionOf({ kind, value }: CommissionTerms, base: CommissionBase): number {
  const received = Math.max(base.receivedCents, 0);
  if (kind === 'percent_of_received') return roundedHalfUp(BigInt(received) * BigInt(value), 10_000n);
  if (base.totalCents <= 0) return 0;
  const whole =
    kind === 'percent_of_fares' ? BigInt(Math.max(base.fareCents, 0)) * BigInt(value) : BigInt(base.people * value);
  const parts = BigInt(base.totalCents) * (kind === 'percent_of_fares' ? 10_000n : 1n);
  return roundedHalfUp(whole * BigInt(Math.min(received, base.totalCents)), parts);
}

function roundedHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}

let decimals: Intl.NumberFormat | undefined;

/** Terms as people read them, as in "10% das tarifas" and "R$ 15,00 por pessoa". */
export function commissionText({ kind, value }: CommissionTerms): string {
  decimals ??= new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
  if (kind === 'percent_of_fares') return `${decimals.format(value / 100)}% das tarifas`;
  if (kind === 'percent_of_received') return `${decimals.format(value / 100)}% do que foi recebido`;
  return `R$ ${centsText(value)} por pessoa`;
}

/** Centavos with a decimal comma and no other separator, as files have them: "1234,50". */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}
