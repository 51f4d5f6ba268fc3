/** What paying an amount by a means adds to it, or takes off; the centavo that is halved is the operator's. */
export const adjustmentOf = (cents: number, permille: number) => Math.round((cents * permille) / 1_000);

/** The label of the line by which the payment of a charge of this kind changes the total of its reservation. */
export function adjustmentLabel(kind: string, cents: number): string {
  const what = cents < 0 ? 'Desconto' : 'Acréscimo';
  return `${what} do ${kind === 'card' ? 'cartão' : 'Pix'}`;
}
