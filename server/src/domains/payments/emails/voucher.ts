import type { Voucher } from '@passeio/contract/reservations/voucher';
import { BOARDING_TO_BE_AGREED, boardingGroups, placeInWords } from '@passeio/contract/reservations/voucher-words';
import type { EmailVoucher } from '../../messages/index.ts';
import { nationalPhone } from '../../settings/index.ts';

/** A voucher as the lines of its e-mail. */
export function emailVoucherOf(voucher: Voucher): EmailVoucher {
  const { trip, people, boardingPoints, bring, operator } = voucher;
  const [first, ...others] = boardingGroups(voucher);
  const isShared = others.length === 0;
  const pointOf = (id: string | null) => {
    const point = boardingPoints.find((one) => one.id === id);
    return point ? `${point.time} – ${point.place}` : BOARDING_TO_BE_AGREED;
  };
  const boarding = first?.point ? `${first.point.moment} – ${first.point.place}` : BOARDING_TO_BE_AGREED;
  return {
    departure: trip.departure,
    people: people.map((one) => {
      const person = `${one.name} (${placeInWords(one)})`;
      return isShared ? person : `${person}: ${pointOf(one.boardingPointId)}`;
    }),
    boarding: isShared ? boarding : null,
    bring,
    contact: [nationalPhone(operator.phone), operator.email].filter(Boolean).join(' · '),
  };
}
