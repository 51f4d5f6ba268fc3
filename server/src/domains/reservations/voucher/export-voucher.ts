import { buffer } from 'node:stream/consumers';
import { dayAndTime } from '@passeio/contract/format-moments';
import { formatPhone } from '@passeio/contract/phone';
import type { VoucherFormat } from '@passeio/contract/reservations/voucher';
import { boardingGroups, dueText, placeText } from '@passeio/contract/reservations/voucher-texts';
import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import type { MailFile } from '../../../ports/mail/port.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { openLogo } from '../../settings/index.ts';
import { contractFiles } from '../contract/export-contract.ts';
import { type ReadVoucher, readVoucher } from './voucher.ts';
import { voucherAsPdf } from './voucher-pdf.ts';

/** A voucher as a file. */
export async function exportVoucher(
  storage: Storage,
  read: ReadVoucher,
  { format, publicUrl }: { format: VoucherFormat; publicUrl: string },
): Promise<ExportedFile> {
  const { voucher, timeZone } = read;
  const name = `voucher-${voucher.code}.${format}`;
  if (format === 'ics') {
    return { name, mediaType: 'text/calendar; charset=utf-8', content: Buffer.from(voucherAsIcs(read, publicUrl)) };
  }
  const { logo, phone, whatsapp, email } = voucher.operator;
  const contacts = [
    phone && `Telefone ${formatPhone(phone)}`,
    whatsapp && `WhatsApp ${formatPhone(whatsapp)}`,
    email,
  ].filter(Boolean);
  const order = { voucher, logo: await imageOf(storage, logo), contacts, printedAt: dayAndTime(new Date(), timeZone) };
  return { name, mediaType: 'application/pdf', content: await voucherAsPdf(order) };
}

interface FileDeps {
  db: Database;
  storage: Storage;
  publicUrl: string;
}

/** The files of reservations that go with e-mails. */
export function reservationFiles(deps: FileDeps) {
  return {
    voucher: (of: { reservationId: string; page?: string | undefined }) => voucherFiles(deps, of),
    contract: ({ reservationId }: { reservationId: string }) => contractFiles(deps.db, reservationId),
  };
}

/**
 * A reservation's voucher as the files of its e-mail, to print and for the calendar, and its contract if it was
 * accepted; none once the reservation has ended.
 */
async function voucherFiles(
  { db, storage, publicUrl }: FileDeps,
  { reservationId, page }: { reservationId: string; page?: string | undefined },
): Promise<MailFile[]> {
  const read = await readVoucher(db, reservationId, { publicUrl, page }).catch((error) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!read) return [];
  const files: MailFile[] = [];
  for (const format of ['pdf', 'ics'] as const) {
    const { name, mediaType, content } = await exportVoucher(storage, read, { format, publicUrl });
    files.push({ filename: name, contentType: mediaType, content });
  }
  return [...files, ...(await contractFiles(db, reservationId))];
}

/** As a data URL; null without a logo, or if its file is missing. */
async function imageOf(storage: Storage, logo: ReadVoucher['voucher']['operator']['logo']): Promise<string | null> {
  const file = logo && (await openLogo(storage, logo.id, 'logo.png'));
  return file ? `data:image/png;base64,${(await buffer(file)).toString('base64')}` : null;
}

const REMINDER_HOUR = 19;

/**
 * The voucher as an iCalendar event, from the party's first boarding to the return. Instants are in UTC, so that no
 * VTIMEZONE is needed. The UID is the reservation's and SEQUENCE grows with every change, so that a later file updates
 * the event in a calendar.
 */
function voucherAsIcs({ voucher, reservationId, timeZone, changedAt, page }: ReadVoucher, publicUrl: string): string {
  const { trip, code, boardingPoints } = voucher;
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
    description: descriptionOf(voucher, page),
    location: first?.place ?? null,
    url: page,
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

// Some calendars show no address but those in the description.
function descriptionOf(voucher: ReadVoucher['voucher'], page: string): string {
  const { code, due, bring, operator } = voucher;
  const contacts = [formatPhone(operator.phone), formatPhone(operator.whatsapp), operator.email];
  const blocks = [
    `Código da reserva: ${code}\nSua reserva: ${page}`,
    ...boardingGroups(voucher).map(({ point, people }) =>
      [
        `Embarque: ${point ? `${point.moment}, ${point.place}` : 'a combinar com a nossa equipe'}`,
        ...(point ? [point.mapUrl] : []),
        ...people.map((one) => `${one.name} (${placeText(one)})`),
      ].join('\n'),
    ),
    `O que levar:\n${bring.map((item) => `• ${item}`).join('\n')}`,
    due ? dueText(due) : '',
    [operator.name, ...new Set(contacts.filter(Boolean))].join(' · '),
  ];
  return blocks.filter(Boolean).join('\n\n');
}
