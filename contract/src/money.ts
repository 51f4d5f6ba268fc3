const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Instead of an amount that the reader may not see. */
export const HIDDEN_MONEY = 'R$ •••';

/** Centavos as "R$ 289,00"; whole amounts keep their two decimals. */
export function moneyText(cents: number): string {
  if (Number.isNaN(cents)) return HIDDEN_MONEY;
  return money.format(cents / 100);
}
