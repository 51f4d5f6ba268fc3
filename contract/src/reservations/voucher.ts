import { cents, id, instant, placedSeat } from '../fields.ts';
import { operatorLogo } from '../operator/settings.ts';
import { soldExtra } from '../trips/extras.ts';
import { z } from '../zod.ts';
import { reservationStatus } from './reservation-status.ts';

/** `moment`: `at` in words. `mapUrl`: a search for the place. `time` is local, as in "05:30". */
const voucherBoardingPoint = z.object({
  id,
  time: z.string(),
  place: z.string(),
  at: instant,
  moment: z.string(),
  mapUrl: z.string(),
});
export type VoucherBoardingPoint = z.infer<typeof voucherBoardingPoint>;

/** `companion`: the name of the adult who accompanies them, or on whose lap they travel. */
const voucherPerson = z.object({
  name: z.string(),
  fareLabel: z.string(),
  isLapChild: z.boolean(),
  companion: z.string().nullable(),
  /** Null: to be agreed. */
  boardingPointId: id.nullable(),
  seat: placedSeat.nullable(),
  /** As "Duplo"; null: without a room. */
  room: z.string().nullable().default(null),
});
export type VoucherPerson = z.infer<typeof voucherPerson>;

/**
 * What a party needs at the boarding point. Words are in Portuguese and in the operator's time zone. `scanUrl`: what
 * the QR code says, the address of a page without anybody's data. `boardingPoints`: those of the party, the earliest
 * first. `extras`: how many of each the party has. `due`: what is still to be paid, null if nothing is; until when, in
 * words, null once it has passed; `instalmentCents`: how much of it until then, null where it is all of it. The
 * operator's phones are E.164; unset values are empty.
 */
export const voucher = z.object({
  code: z.string(),
  status: reservationStatus,
  scanUrl: z.string(),
  trip: z.object({
    title: z.string(),
    slug: z.string(),
    departsAt: instant,
    returnsAt: instant,
    departure: z.string(),
    return: z.string(),
    /** As "Pousada do Largo, chegada às 14:30"; empty: none. */
    hotel: z.string().default(''),
  }),
  people: z.array(voucherPerson),
  boardingPoints: z.array(voucherBoardingPoint),
  bring: z.array(z.string()),
  extras: z.array(soldExtra).default([]),
  // Stored vouchers of before have no instalments.
  due: z
    .object({ amountCents: cents, until: z.string().nullable(), instalmentCents: cents.nullable().default(null) })
    .nullable(),
  operator: z.object({
    name: z.string(),
    legalName: z.string(),
    cnpj: z.string(),
    cadastur: z.string(),
    phone: z.string(),
    whatsapp: z.string(),
    email: z.string(),
    accentColor: z.string(),
    logo: operatorLogo.nullable(),
  }),
});
export type Voucher = z.infer<typeof voucher>;

export const voucherFormats = ['pdf', 'ics'] as const;
export type VoucherFormat = (typeof voucherFormats)[number];

/** Query of GET reservations/{id}/voucher/export. */
export const voucherExportQuery = z.strictObject({ format: z.enum(voucherFormats) });
