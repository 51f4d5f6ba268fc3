import { boardingGroups, dueInWords, placeInWords } from '@passeio/contract/reservations/voucher-words';
import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import { nationalPhone } from '../../settings/index.ts';
import type { ReadVoucher } from './voucher.ts';

const REMINDER_HOUR = 19;

/**
 * The voucher as an iCalendar event, from the party's first boarding to the return. Instants are in UTC, so that no
 * VTIMEZONE is needed. The UID is the reservation's and SEQUENCE grows with every change, so that a later file updates
 * the event in a calendar.
 */
export function voucherAsIcs({ voucher, reservationId, timeZone, changedAt }: ReadVoucher, publicUrl: string): string {
  const { trip, code, boardingPoints, scanUrl } = voucher;
  const [first] = boardingPoints;
  const start = new Date(first?.at ?? trip.departsAt);
  const calendar = ical({ prodId: '//Passeio//Passeio//PT', method: ICalCalendarMethod.PUBLISH });
  const event = calendar.createEvent({
    id: `${reservationId}@${new URL(publicUrl).hostname}`,
    sequence: Math.floor(changedAt.getTime() / 1000),
    stamp: changedAt,
    start,
    // A trip may be shorter than the way to its start is early.
    end: new Date(Math.max(Date.parse(trip.returnsAt), start.getTime())),
    summary: `${trip.title} (reserva ${code})`,
    description: descriptionOf(voucher),
    location: first?.place ?? null,
    url: scanUrl,
  });
  event.createAlarm({
    type: ICalAlarmType.display,
    trigger: (start.getTime() - eveningBefore(start, timeZone)) / 1000,
    description: `Amanhã: ${trip.title}. Confira o voucher e o que levar.`,
  });
  return calendar.toString();
}

function eveningBefore(start: Date, timeZone: string): number {
  const day = Temporal.Instant.from(start.toISOString()).toZonedDateTimeISO(timeZone).subtract({ days: 1 });
  return day.withPlainTime({ hour: REMINDER_HOUR }).epochMilliseconds;
}

function descriptionOf(voucher: ReadVoucher['voucher']): string {
  const { code, due, bring, operator } = voucher;
  const contacts = [nationalPhone(operator.phone), nationalPhone(operator.whatsapp), operator.email];
  const blocks = [
    `Código da reserva: ${code}`,
    ...boardingGroups(voucher).map(({ point, people }) =>
      [
        `Embarque: ${point ? `${point.moment}, ${point.place}` : 'a combinar com a nossa equipe'}`,
        ...(point ? [point.mapUrl] : []),
        ...people.map((one) => `${one.name} (${placeInWords(one)})`),
      ].join('\n'),
    ),
    `O que levar:\n${bring.map((item) => `• ${item}`).join('\n')}`,
    due ? dueInWords(due) : '',
    [operator.name, ...new Set(contacts.filter(Boolean))].join(' · '),
  ];
  return blocks.filter(Boolean).join('\n\n');
}
