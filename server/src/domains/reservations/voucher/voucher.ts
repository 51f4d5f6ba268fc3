import type { ErrorCode } from '@passeio/contract/api/errors';
import { dayAndTime, formatLongMoment } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import type { ReservationState } from '@passeio/contract/reservation-states';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { ReservationRoom } from '@passeio/contract/reservations/rooms';
import type { Voucher } from '@passeio/contract/reservations/voucher';
import { thingsToBring } from '@passeio/contract/reservations/voucher-texts';
import { type SoldExtra, sumExtras } from '@passeio/contract/trips/extras';
import type { Database } from '../../../platform/database/connect.ts';
import { type Caller, hasPermission, isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { findTrip, type TripRow } from '../../trips/index.ts';
import { initialedName } from '../reservation/masks.ts';
import { listParticipants, type ParticipantRow } from '../reservation/participants.queries.ts';
import { mayOpen } from '../reservation/reservations.policy.ts';
import { boardingInstant, presentParticipant, presentSeat, statusOfRow } from '../reservation/reservations.present.ts';
import { findReservation, type ReservationWithTrip } from '../reservation/reservations.queries.ts';
import { readRoomsOf } from '../reservation/rooms.ts';
import { listSoldExtras } from '../reservation/sold-extras.ts';
import { nextDueOf } from '../reservation/state-by-money.ts';

const refusals: Record<Exclude<ReservationState, 'booked'>, ErrorCode> = {
  requested: 'VOUCHER_NOT_READY',
  held: 'VOUCHER_NOT_READY',
  expired: 'VOUCHER_OVER',
  cancelled: 'VOUCHER_OVER',
};

/** A voucher with the facts of its files that are no words. */
export interface ReadVoucher {
  voucher: Voucher;
  reservationId: string;
  timeZone: string;
  /** When something in it changed last. */
  changedAt: Date;
  /** Where its reader sees the reservation. */
  page: string;
}

/**
 * The voucher of a reservation by id or code, for its payer and staff. Throws RESERVATION_NOT_FOUND for anybody else,
 * VOUCHER_NOT_READY before the reservation is confirmed, and VOUCHER_OVER once it has ended.
 */
export async function openVoucher(
  db: Database,
  caller: Caller,
  idOrCode: string,
  publicUrl: string,
): Promise<ReadVoucher> {
  const row = await findReservation(db, idOrCode, idOrCode.length === 36 ? 'id' : 'code');
  if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
  const page = caller.linkToken && publicUrl + pagePaths.payerLink(caller.linkToken);
  const read = await voucherOf(db, row, { publicUrl, page, isMasked: caller.byLink });
  // Files too, in which nothing is hidden later.
  const seesMoney = !isStaff(caller) || hasPermission(caller, 'see_money');
  return seesMoney ? read : { ...read, voucher: { ...read.voucher, due: null } };
}

/** The voucher of a reservation by id, for its e-mail. Throws as {@link openVoucher}. */
export async function readVoucher(
  db: Database,
  reservationId: string,
  addresses: { publicUrl: string; page?: string | undefined },
): Promise<ReadVoucher> {
  const row = await findReservation(db, reservationId);
  if (!row) throw new AppError('RESERVATION_NOT_FOUND');
  return voucherOf(db, row, addresses);
}

async function voucherOf(
  db: Database,
  row: ReservationWithTrip,
  {
    publicUrl,
    page = publicUrl + pagePaths.scannedVoucher(row.code),
    isMasked = false,
  }: { publicUrl: string; page?: string | undefined; isMasked?: boolean | undefined },
): Promise<ReadVoucher> {
  if (row.state !== 'booked') throw new AppError(refusals[row.state]);
  if (row.trip_cancelled_at) throw new AppError('VOUCHER_OVER');
  const timeZone = await readTimeZone(db);
  const [trip, brand, people, sold, rooms] = await Promise.all([
    findTrip(db, 'id', row.trip_id),
    readBrand(db),
    listParticipants(db, [row.id], timeZone),
    listSoldExtras(db, row.trip_id, row.id),
    readRoomsOf(db, row),
  ]);
  if (!trip) throw new AppError('RESERVATION_NOT_FOUND');
  // Not of people who were added and whose deposit is not paid.
  const firm = people.filter((one) => one.held_until === null);
  const extras = sumExtras(
    sold.filter((one) => one.participantId === null || firm.some(({ id }) => id === one.participantId)),
  );
  const masked = (one: ParticipantRow) =>
    one.user_id === row.user_id ? one : { ...one, name: initialedName(one.name) };
  const participants = isMasked ? firm.map(masked) : firm;
  const changes = [trip, row, ...people].map(({ updated_at }) => updated_at.getTime());
  return {
    voucher: presentVoucher(row, {
      bring: trip.bring,
      hotel: hotelText(trip),
      brand,
      participants,
      rooms,
      extras,
      timeZone,
      publicUrl,
      now: new Date(),
    }),
    reservationId: row.id,
    timeZone,
    changedAt: new Date(Math.max(...changes)),
    page,
  };
}

function hotelText({ hotel, hotel_arrival: arrival }: TripRow): string {
  return hotel && arrival ? `${hotel}, chegada às ${arrival}` : hotel;
}

interface VoucherParts {
  bring: readonly string[];
  hotel: string;
  brand: Awaited<ReturnType<typeof readBrand>>;
  participants: ParticipantRow[];
  rooms: ReservationRoom[];
  extras: SoldExtra[];
  timeZone: string;
  /** Origin of the QR code's address. */
  publicUrl: string;
  now: Date;
}

/** The response for the voucher of a booked reservation. */
function presentVoucher(row: ReservationWithTrip, parts: VoucherParts): Voucher {
  const { bring, hotel, brand, participants, rooms, extras, timeZone, publicUrl, now } = parts;
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
      departure: formatLongMoment(departsAt, timeZone),
      return: formatLongMoment(returnsAt, timeZone),
      hotel,
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
      room: rooms.find(({ participantIds }) => participantIds.includes(one.id))?.label ?? null,
    })),
    boardingPoints: boardingPointsOf(row, parts),
    bring: thingsToBring(bring),
    extras,
    due: dueOf(row, timeZone, now),
    operator: presentOperator(brand),
  };
}

function boardingPointsOf(row: ReservationWithTrip, { participants, timeZone, brand }: VoucherParts) {
  return row.boarding_points
    .filter(({ id }) => participants.some((one) => one.boarding_point_id === id))
    .map(({ id, time, place }) => {
      const at = boardingInstant(time, row.departs_at, timeZone).toISOString();
      return { id, time, place, at, moment: formatLongMoment(at, timeZone), mapUrl: mapSearch(place, brand.state) };
    })
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

// The state distinguishes places of the same name; the operator's city would be wrong for towns on the way.
function mapSearch(place: string, state: string): string {
  const query = new URLSearchParams({ api: '1', query: [place, state].filter(Boolean).join(', ') });
  return `https://www.google.com/maps/search/?${query}`;
}

function dueOf(row: ReservationWithTrip, timeZone: string, now: Date): Voucher['due'] {
  const { state, total_cents, received_cents } = row;
  const amountCents = dueCentsOf({ state, totalCents: total_cents, receivedCents: received_cents });
  if (amountCents === 0) return null;
  const next = nextDueOf(row, row, now);
  const until = next.until > now ? dayAndTime(next.until, timeZone) : null;
  return { amountCents, until, instalmentCents: next.what === 'instalment' ? next.amountCents : null };
}

function presentOperator(brand: VoucherParts['brand']): Voucher['operator'] {
  const { name, legalName, cnpj, cadastur, phoneNumber, whatsappNumber, email, accentColor, logo } = brand;
  return { name, legalName, cnpj, cadastur, phone: phoneNumber, whatsapp: whatsappNumber, email, accentColor, logo };
}
