let money: Intl.NumberFormat | undefined;

/** Instead of an amount that the reader may not see. */
export const HIDDEN_MONEY = 'R$ •••';

/** Centavos as "R$ 289,00"; whole amounts keep their two decimals. */
export function moneyText(cents: number): string {
  if (Number.isNaN(cents)) return HIDDEN_MONEY;
  // Made when it is first needed: a browser that shows no amount does not wait for it.
  money ??= new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
  return money.format(cents / 100);
}
