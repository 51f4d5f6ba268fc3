import { formatDay } from '@passeio/contract/format-moments';
import { paymentMethods } from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Cell } from '../../platform/spreadsheets/spreadsheets.ts';
import { readTimeZone } from '../settings/index.ts';
import { phoneCell } from './clients-sheet.ts';
import { readPayments } from './payments-of-rows.ts';

/** The reservations of trips to come, a row for each passenger and each payment. */
export async function reservationsOfSheet(db: Database): Promise<Record<string, Cell>[]> {
  const timeZone = await readTimeZone(db);
  const reservations = await db
    .selectFrom('reservations as r')
    .innerJoin('trips as t', 't.id', 'r.trip_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.code', 'r.state', 'r.total_cents', 't.title', 't.boarding_points'])
    .select(['u.name', 'u.contact', 'u.email', 'u.cpf'])
    .select(sql<string>`(t.departs_at at time zone ${timeZone})::date::text`.as('day'))
    .where('r.state', 'in', ['held', 'booked'])
    .where('t.cancelled_at', 'is', null)
    .where(sql<boolean>`t.departs_at > now()`)
    .orderBy('t.departs_at')
    .orderBy('r.code')
    .execute();
  const ids = reservations.map(({ id }) => id);
  const people =
    ids.length === 0
      ? []
      : await db
          .selectFrom('participants')
          .selectAll()
          .where('reservation_id', 'in', ids)
          .where('removed_at', 'is', null)
          .orderBy('position')
          .orderBy('id')
          .execute();
  const travellers = Map.groupBy(people, (one) => one.reservation_id);
  const payments = Map.groupBy(await readPayments(db, ids, timeZone), (one) => one.reservationId);
  const text = (value: string | null | undefined): Cell => ({ text: value ?? '' });
  const day = (value: string | null | undefined): Cell => text(value && formatDay(value));
  return reservations.flatMap((one) => {
    const [party, paid] = [travellers.get(one.id) ?? [], payments.get(one.id) ?? []];
    return Array.from({ length: Math.max(party.length, paid.length, 1) }, (_, index): Record<string, Cell> => {
      const [person, payment] = [party[index], paid[index]];
      const point = one.boarding_points.find(({ id }) => id === person?.boarding_point_id);
      return {
        code: text(one.code),
        trip: text(one.title),
        day: day(one.day),
        payer: text(one.name),
        payerContact: text(phoneCell(one.contact)),
        payerEmail: text(one.email),
        payerCpf: text(one.cpf),
        name: text(person?.name),
        cpf: text(person?.cpf),
        birthdate: day(person?.birthdate),
        document: text(person?.document_number),
        issuer: text(person?.document_issuer),
        fare: text(person?.fare_label),
        boarding: text(point && `${point.time} ${point.place}`),
        status: text(one.state === 'booked' ? 'Confirmada' : 'Pendente'),
        ...(index === 0 && { total: { cents: one.total_cents } }),
        ...(payment && {
          paid: { cents: payment.cents },
          method: text(paymentMethods[payment.method]),
          paidOn: day(payment.day),
          reference: text(payment.reference),
        }),
      };
    });
  });
}
