import { pagePaths } from '@passeio/contract/paths';
import type { Database } from '../../platform/database/connect.ts';
import type { EmailAbout, EmailFacts, EmailKind, Surroundings } from '../messages/index.ts';
import { type ReservationFacts, readReservation } from './reservation-facts.queries.ts';

/** What e-mails are read with. */
export interface Context extends Surroundings {
  db: Database;
  /** Origin of links in e-mails. */
  publicUrl: string;
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
  /** The reservation whose voucher is attached; none, by default. */
  voucherOf?(about: EmailAbout[Kind]): string | undefined;
}

/** A kind of e-mail, from what is read of it, when it applies, and what it says. */
export const kind =
  <Kind extends EmailKind, Row>({ read, applies = () => true, data, voucherOf }: Entry<Kind, Row>): Reader<Kind> =>
  async (context, about) => {
    const row = await read(context.db, about);
    if (!row) return undefined;
    const says = { applies: await applies(row, about, context), data: await data(row, context, about) };
    return { ...says, voucherOf: voucherOf?.(about) };
  };

type OfReservation = { [Kind in EmailKind]: EmailAbout[Kind] extends { reservationId: string } ? Kind : never };

/** A kind of e-mail that says nothing but facts of a reservation. */
export const ofReservation = <Kind extends OfReservation[EmailKind]>(
  entry: Omit<Entry<Kind, ReservationFacts>, 'read'>,
): Reader<Kind> =>
  kind({ ...entry, read: (db, about) => readReservation(db, (about as { reservationId: string }).reservationId) });

/** Whose and which reservation, and where its payer sees it: guests have no account in which they could. */
export function ofPayer(row: ReservationFacts, { publicUrl }: Context) {
  const { payer_name: name, code, title: trip, has_account: seesReservation } = row;
  const link = publicUrl + (seesReservation ? pagePaths.reservation(code) : pagePaths.trip(row.slug));
  return { name, code, trip, seesReservation, link };
}
