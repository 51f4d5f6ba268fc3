/** The means that a payer can choose, as people read them. */
export const paymentMeans = { pix: 'Pix', card: 'Cartão' } as const;
export type PaymentMeans = keyof typeof paymentMeans;
export const meansKeys = Object.keys(paymentMeans) as [PaymentMeans, ...PaymentMeans[]];

/** The means that a trip can have. */
export type TripMeans = PaymentMeans | 'both';

/** What the operator can be paid by, as far as the trip offers it. */
export function meansOf(takesPix: boolean, takesCard: boolean, ofTrip: TripMeans = 'both'): PaymentMeans[] {
  const takes = { pix: takesPix, card: takesCard };
  return meansKeys.filter((means) => takes[means] && (ofTrip === 'both' || ofTrip === means));
}

/** The most that paying by a means takes off or adds, in tenths of a percent. */
export const MAX_MEANS_PERMILLE = 200;

/** What paying by each means adds to the price, or takes off, in tenths of a percent. */
export type MeansPermille = Record<PaymentMeans, number>;
export const noMeansPermille: MeansPermille = { pix: 0, card: 0 };

/** A percentage in tenths as people read it, as "5% de desconto"; empty where nothing changes. */
export function permilleText(permille: number): string {
  const percent = (Math.abs(permille) / 10).toLocaleString('pt-BR');
  return permille === 0 ? '' : `${percent}% de ${permille < 0 ? 'desconto' : 'acréscimo'}`;
}

/** What each means that is offered changes of the price, as "5% de desconto no Pix"; empty where none does. */
export function meansPricesText(offered: readonly PaymentMeans[], permille: MeansPermille): string {
  const texts = offered
    .filter((means) => permille[means] !== 0)
    .map((means) => `${permilleText(permille[means])} no ${means === 'pix' ? 'Pix' : 'cartão'}`);
  return texts.join(' e ');
}
