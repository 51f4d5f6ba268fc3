import { dayAndTime, momentInWords } from '@passeio/contract/moment-words';
import { pagePaths } from '@passeio/contract/paths';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { Voucher } from '@passeio/contract/reservations/voucher';
import { thingsToBring } from '@passeio/contract/reservations/voucher-words';
import { balanceDueAt } from '@passeio/contract/trips/pricing';
import type { readBrand } from '../../settings/index.ts';
import { boardingInstant } from '../boarding-instant.ts';
import { reservedAt } from '../holds/state-by-money.ts';
import type { ParticipantRow } from '../participants/participants.queries.ts';
import { presentParticipant, presentSeat, statusOfRow } from '../reservations.present.ts';
import type { ReservationWithTrip } from '../reservations.queries.ts';

interface VoucherParts {
  bring: readonly string[];
  brand: Awaited<ReturnType<typeof readBrand>>;
  participants: ParticipantRow[];
  timeZone: string;
  /** Origin of the QR code's address. */
  publicUrl: string;
  now: Date;
}

/** The response for the voucher of a booked reservation. */
export function presentVoucher(row: ReservationWithTrip, parts: VoucherParts): Voucher {
  const { bring, brand, participants, timeZone, publicUrl, now } = parts;
  const people = participants.map((one) => presentParticipant(one, row.user_id));
  const nameOf = (id: string | null) => {
    const one = participants.find((participant) => participant.id === id);
    return one ? nameAmong(one, participants) : null;
  };
  const [departsAt, returnsAt] = [row.departs_at.toISOString(), row.returns_at.toISOString()];
  return {
    code: row.code,
    status: statusOfRow(row, { ...row, people, now, reader: 'client' }),
    scanUrl: publicUrl + pagePaths.scannedVoucher(row.code),
    trip: {
      title: row.title,
      slug: row.slug,
      departsAt,
      returnsAt,
      departure: momentInWords(departsAt, timeZone),
      return: momentInWords(returnsAt, timeZone),
    },
    people: participants.map((one) => ({
      name: nameAmong(one, participants),
      fareLabel: one.fare_label,
      isLapChild: !one.takes_place,
      companion: nameOf(one.companion_id),
      boardingPointId: row.boarding_points.some(({ id }) => id === one.boarding_point_id)
        ? one.boarding_point_id
        : null,
      seat: presentSeat(one),
    })),
    boardingPoints: boardingPointsOf(row, parts),
    bring: thingsToBring(bring),
    due: dueOf(row, timeZone, now),
    operator: presentOperator(brand),
  };
}

function boardingPointsOf(row: ReservationWithTrip, { participants, timeZone, brand }: VoucherParts) {
  return row.boarding_points
    .filter(({ id }) => participants.some((one) => one.boarding_point_id === id))
    .map(({ id, time, place }) => {
      const at = boardingInstant(time, row.departs_at, timeZone).toISOString();
      return { id, time, place, at, moment: momentInWords(at, timeZone), mapUrl: mapSearch(place, brand.state) };
    })
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

// The state tells apart places of the same name; the operator's city would be wrong for towns on the way.
function mapSearch(place: string, state: string): string {
  const query = new URLSearchParams({ api: '1', query: [place, state].filter(Boolean).join(', ') });
  return `https://www.google.com/maps/search/?${query}`;
}

function dueOf(row: ReservationWithTrip, timeZone: string, now: Date): Voucher['due'] {
  const { state, total_cents, received_cents, departs_at, balance_due_hours } = row;
  const amountCents = dueCentsOf({ state, totalCents: total_cents, receivedCents: received_cents });
  if (amountCents === 0) return null;
  const until = balanceDueAt({
    departsAt: departs_at,
    balanceDueHours: balance_due_hours,
    reservedAt: reservedAt(row),
  });
  return { amountCents, until: until > now ? dayAndTime(until, timeZone) : null };
}

function presentOperator(brand: VoucherParts['brand']): Voucher['operator'] {
  const { name, legalName, cnpj, cadastur, phoneNumber, whatsappNumber, email, accentColor, logo } = brand;
  return { name, legalName, cnpj, cadastur, phone: phoneNumber, whatsapp: whatsappNumber, email, accentColor, logo };
}
