import { randomUUIDv7 } from 'node:crypto';
import type { RoomingExport } from '@passeio/contract/boarding/trip-rooms';
import { formatDay } from '@passeio/contract/format-moments';
import { nightsOf } from '@passeio/contract/room-rules';
import { plural } from '@passeio/contract/words';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { hasPermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import { asXlsx } from '../../../platform/spreadsheets/spreadsheets.ts';
import { readBrand } from '../../settings/index.ts';
import { roomingAsPdf } from './rooming-pdf.ts';
import { columnsOf, type RoomingLine, type RoomingList } from './rooming-table.ts';
import { changesSince, findLastList, hashesOf, namesGone, type Rooming, readRooming } from './trip-rooms.ts';

const mediaTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain; charset=utf-8',
} as const;

/**
 * The rooming list of a trip as a file, which is kept as sent. What changed since the last one is marked. Throws
 * FORBIDDEN for documents that the caller may not see.
 */
export async function exportRooms(
  db: Database,
  actor: Actor,
  tripId: string,
  { format, documents, notes }: RoomingExport,
): Promise<ExportedFile> {
  const caller = callerOfActor(actor);
  if (documents && !hasPermission(caller, 'see_documents')) throw new AppError('FORBIDDEN');
  const { list, name } = await inTransaction(db, async (trx) => {
    const rooming = await readRooming(trx, tripId);
    const { trip } = rooming;
    const hashes = hashesOf(rooming);
    const last = await findLastList(trx, tripId);
    const { name: operator } = await readBrand(trx);
    const { changed, alone } = last ? changesSince(last.people, rooming) : { changed: [], alone: [] };
    const marks = new Map([
      ...changed.map((id) => [id, 'Alterado'] as const),
      ...alone.map((id) => [id, 'Ficou só no quarto'] as const),
    ]);
    const listed = linesOf(rooming, { documents, notes, markOf: (id) => marks.get(id) ?? '' });
    const gone = last ? await namesGone(trx, last.people, rooming) : [];
    const lines = [...listed, ...gone.map(goneLine)];
    await trx
      .insertInto('rooming_lists')
      .values({ id: randomUUIDv7(), trip_id: trip.id, format, people: JSON.stringify(hashes), sent_by: caller.id })
      .execute();
    await recordAudit(trx, actor, {
      action: 'trip.rooming_list_sent',
      subject: { type: 'trip', id: trip.id, label: trip.title },
      changes: { format: [null, format], people: [null, lines.length] },
    });
    const day = dayOf(rooming);
    return {
      name: `quartos-${trip.slug}-${day}.${format}`,
      list: {
        operator,
        title: trip.title,
        hotel: trip.hotel,
        facts: factsOf(rooming),
        hasDocuments: documents,
        hasNotes: notes,
        lines,
      },
    };
  });
  return { name, mediaType: mediaTypes[format], content: await render(format, list) };
}

function goneLine(name: string): RoomingLine {
  return { room: 'Não vem mais', name, age: '', document: '', notes: '', mark: 'Saiu' };
}

function dayOf({ trip, timeZone }: Rooming): string {
  return Temporal.Instant.from(trip.departs_at.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

// The first such time after the departure.
function arrivalOf({ trip, timeZone }: Rooming): string {
  const departure = Temporal.Instant.from(trip.departs_at.toISOString()).toZonedDateTimeISO(timeZone);
  const { hotel_arrival: time } = trip;
  if (time === '') return formatDay(departure.toPlainDate().toString());
  const isNextDay = Temporal.PlainTime.compare(time, departure.toPlainTime()) < 0;
  const day = departure.toPlainDate().add({ days: isNextDay ? 1 : 0 });
  return `${formatDay(day.toString())} às ${time}`;
}

function factsOf(rooming: Rooming): string {
  const { trip, timeZone, arranged } = rooming;
  const taken = [...arranged.values()].filter((some) => some.length > 0);
  const nights = nightsOf(trip.departs_at, trip.returns_at, timeZone);
  const people = taken.reduce((sum, some) => sum + some.length, 0);
  const where = `${plural(people, 'pessoa')} em ${plural(taken.length, 'quarto')}`;
  return [`Chegada ${arrivalOf(rooming)}`, plural(nights, 'noite'), where].join(' · ');
}

// Notes are about health as well: they go only where staff says so.
function linesOf(
  { rooms, arranged, guests }: Rooming,
  { documents, notes, markOf }: { documents: boolean; notes: boolean; markOf: (id: string) => string },
): RoomingLine[] {
  const lineOf = (room: string, guest: Rooming['guests'][number]): RoomingLine[] => [
    {
      room,
      name: guest.name,
      age: guest.age === null ? '' : String(guest.age),
      document: documents ? guest.document : '',
      notes: notes ? (guest.notes ?? '') : '',
      mark: markOf(guest.id),
    },
    ...guest.onLap.map((name) => ({ room, name: `${name} (colo)`, age: '', document: '', notes: '', mark: '' })),
  ];
  const housed = rooms.flatMap(({ id, label }) => (arranged.get(id) ?? []).flatMap((guest) => lineOf(label, guest)));
  const placed = new Set([...arranged.values()].flat().map(({ id }) => id));
  const others = guests.filter(({ id }) => !placed.has(id)).flatMap((guest) => lineOf('Sem quarto', guest));
  return [...housed, ...others];
}

function render(format: RoomingExport['format'], list: RoomingList): Promise<Buffer> | Buffer {
  switch (format) {
    case 'pdf':
      return roomingAsPdf(list);
    case 'txt':
      return Buffer.from(asText(list));
    case 'xlsx':
      return asXlsx({
        sheet: 'Quartos',
        heading: headingOf(list),
        columns: columnsOf(list).map(({ header, width }) => ({ header, width })),
        rows: list.lines.map((line) => columnsOf(list).map(({ key }) => ({ text: line[key] }))),
      });
  }
}

function headingOf({ hotel, title, operator, facts }: RoomingList): [string, string][] {
  const hotelLine: [string, string][] = hotel ? [['Hotel', hotel]] : [];
  return [...hotelLine, ['Passeio', `${title} · ${operator}`], ['Estadia', facts]];
}

function asText({ hotel, title, facts, lines }: RoomingList): string {
  const byRoom = [...Map.groupBy(lines, ({ room }) => room)].map(([room, some]) => {
    const people = some.map(({ name, age, document, notes, mark }) => {
      const words = [age ? `${name}, ${age} anos` : name, document, notes, mark && `_${mark.toLowerCase()}_`];
      return `- ${words.filter(Boolean).join(' · ')}`;
    });
    return [`*${room}*`, ...people].join('\n');
  });
  return `*${title}*\n${hotel && `Hotel: ${hotel}\n`}${facts}\n\n${byRoom.join('\n\n')}\n`;
}
