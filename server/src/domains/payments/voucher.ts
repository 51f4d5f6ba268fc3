import type { Voucher } from '../messages/index.ts';
import type { PaymentToTell, travellersOf } from './tell-payer.queries.ts';

interface VoucherParts {
  travellers: Awaited<ReturnType<typeof travellersOf>>;
  brand: { phone: string; email: string };
  departure: string;
}

const DOCUMENT = 'Documento original com foto de cada pessoa (criança: certidão de nascimento ou documento).';

/** The voucher of a booked reservation, for its e-mail. */
export function voucherOf(
  { boarding_points, bring }: Pick<PaymentToTell, 'boarding_points' | 'bring'>,
  { travellers, brand, departure }: VoucherParts,
): Voucher {
  const boardingOf = (id: string | null) => {
    const point = boarding_points.find((one) => one.id === id);
    return point ? `${point.time} – ${point.place}` : 'A combinar com a nossa equipe';
  };
  const points = new Set(travellers.map((one) => boardingOf(one.boarding_point_id)));
  const [boarding = null, ...others] = points;
  const isShared = others.length === 0;
  return {
    departure,
    people: travellers.map(({ name, fare_label, position, boarding_point_id }) => {
      const person = `${name || `Pessoa ${position + 1}`} (${fare_label})`;
      return isShared ? person : `${person}: ${boardingOf(boarding_point_id)}`;
    }),
    boarding: isShared ? boarding : null,
    bring: [DOCUMENT, ...bring],
    contact: [brand.phone, brand.email].filter(Boolean).join(' · '),
  };
}
