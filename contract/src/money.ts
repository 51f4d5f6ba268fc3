const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Centavos as "R$ 289,00". */
export function moneyText(cents: number): string {
  return money.format(cents / 100);
}
