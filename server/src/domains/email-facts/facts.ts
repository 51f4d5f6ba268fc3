import { pagePaths } from '@passeio/contract/paths';
import type { Database } from '../../platform/database/connect.ts';
import type { EmailAbout, EmailFacts, EmailKind, Surroundings } from '../messages/index.ts';
import { makePayerLink } from '../reservations/index.ts';
import { type ReservationFacts, readReservation } from './reservation-facts.queries.ts';

/** What e-mails are read with. */
export interface Context extends Surroundings {
  db: Database;
  /** Origin of links in e-mails. */
  publicUrl: string;
  /** Key from which codes of e-mails are derived. */
  emailCodeKey: Uint8Array;
}

/** How the facts of a kind of e-mail are read; undefined if what it is about no longer exists. */
export type Reader<Kind extends EmailKind> = (
  context: Context,
  about: EmailAbout[Kind],
) => Promise<EmailFacts<Kind> | undefined>;

/** Readers of some kinds of e-mails. */
export type Readers<Kinds extends EmailKind> = { [Kind in Kinds]: Reader<Kind> };

interface Entry<Kind extends EmailKind, Row> {
  /** What it needs beside the reservation. */
  read(db: Database, about: EmailAbout[Kind]): Promise<Row | undefined>;
  /** Whether it is still to be sent; always, by default. */
  applies?(row: Row, about: EmailAbout[Kind], context: Context): boolean | Promise<boolean>;
  data(
    row: Row,
    context: Context,
    about: EmailAbout[Kind],
  ): EmailFacts<Kind>['data'] | Promise<EmailFacts<Kind>['data']>;
  /** The files that go with it; none, by default. */
  attached?(about: EmailAbout[Kind], row: Row, context: Context): EmailFacts['attached'];
}

/** A kind of e-mail, from what is read of it, when it applies, and what it says. */
export const kind =
  <Kind extends EmailKind, Row>({ read, applies = () => true, data, attached }: Entry<Kind, Row>): Reader<Kind> =>
  async (context, about) => {
    const row = await read(context.db, about);
    if (!row) return undefined;
    const isSent = await applies(row, about, context);
    const linked = isSent && !context.isPreview ? await withPayerLink(row, context) : row;
    return { applies: isSent, data: await data(linked, context, about), attached: attached?.(about, linked, context) };
  };

type OfReservation = { [Kind in EmailKind]: EmailAbout[Kind] extends { reservationId: string } ? Kind : never };

/** A kind of e-mail that says nothing but facts of a reservation. */
export const ofReservation = <Kind extends OfReservation[EmailKind]>(
  entry: Omit<Entry<Kind, ReservationFacts>, 'read'>,
): Reader<Kind> =>
  kind({ ...entry, read: (db, about) => readReservation(db, (about as { reservationId: string }).reservationId) });

// What a queue holds is no secret: links are made for e-mails that leave.
async function withPayerLink<Row>(row: Row, { db }: Context): Promise<Row> {
  const reservation = row as Partial<ReservationFacts>;
  if (reservation.has_account !== false || !reservation.id || !reservation.payer_name) return row;
  return { ...row, payer_link: await makePayerLink(db, reservation.id) };
}

/** The payer, the reservation, and where its payer sees it: without an account by a link. */
export function ofPayer(
  row: Pick<ReservationFacts, 'payer_name' | 'code' | 'title' | 'has_account' | 'payer_link' | 'slug'>,
  { publicUrl }: Context,
) {
  const { payer_name: name, code, title: trip, has_account, payer_link } = row;
  const page = has_account ? pagePaths.reservation(code) : payer_link && pagePaths.payerLink(payer_link);
  return {
    name,
    code,
    trip,
    seesReservation: page !== undefined,
    link: publicUrl + (page ?? pagePaths.trip(row.slug)),
  };
}

/** The link of a payer without an account; undefined where they cannot have one. */
export function linkOf({ has_account, payer_link }: ReservationFacts, { publicUrl }: Context): string | undefined {
  return has_account || !payer_link ? undefined : publicUrl + pagePaths.payerLink(payer_link);
}

/** Where the payer sees the voucher; null where they cannot. */
export function voucherPageOf({ has_account, code, payer_link }: ReservationFacts, { publicUrl }: Context) {
  if (has_account) return publicUrl + pagePaths.voucher(code);
  return payer_link ? publicUrl + pagePaths.payerVoucher(payer_link) : null;
}
