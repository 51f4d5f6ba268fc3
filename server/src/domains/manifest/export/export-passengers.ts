import {
  columnPermissions,
  type ExportFormat,
  type PassengerColumn,
  type PassengerGroup,
  type PassengerSheet,
} from '@passeio/contract/boarding/passengers';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { hasPermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { asCsv, asXlsx } from '../../../platform/spreadsheets/spreadsheets.ts';
import { cellsOf, columnsOf, shown } from './columns.ts';
import { groupColumns, groupsOf, type ListedPassengers, readListedPassengers } from './listed-passengers.ts';
import { passengersAsPdf } from './pdf.ts';
import { type ExportedFile, mediaTypes, tableOf } from './table.ts';

interface Choice {
  columns: readonly PassengerColumn[];
  group: PassengerGroup;
}

/** A trip's passenger list as a file, of some `participants` or all. Audited. Throws TRIP_NOT_FOUND. */
export async function exportPassengers(
  db: Database,
  actor: Actor,
  tripId: string,
  { format, ...choice }: Choice & { format: ExportFormat; participants?: string[] | undefined },
): Promise<ExportedFile> {
  const { columns, list } = await takeList(db, actor, tripId, format, choice);
  return {
    name: `passageiros-${list.trip.slug}-${list.departure.date}.${format}`,
    mediaType: mediaTypes[format],
    content: await render(format, columns, list),
  };
}

/** A trip's passenger list for printing. Audited. Throws TRIP_NOT_FOUND. */
export async function readSheet(db: Database, actor: Actor, tripId: string, choice: Choice): Promise<PassengerSheet> {
  const { columns: chosen, list } = await takeList(db, actor, tripId, 'print', choice);
  const { operator, trip, departure, group, questions, rows } = list;
  const columns = columnsOf(groupColumns(chosen, group), questions);
  let number = 0;
  const numbered = (row: (typeof rows)[number]) => {
    number += 1;
    return cellsOf(columns, row, number).map(shown);
  };
  return {
    operator,
    trip: { id: trip.id, title: trip.title, date: departure.date, time: departure.time, vehicle: trip.vehicle },
    columns: columns.map(({ key, label }) => ({ key, label })),
    groups: groupsOf(rows, group).map(({ label, rows: people }) => ({ label, rows: people.map(numbered) })),
    total: rows.length,
  };
}

function render(format: ExportFormat, columns: readonly PassengerColumn[], list: ListedPassengers) {
  switch (format) {
    case 'csv':
      return asCsv(tableOf(columnsOf(columns, list.questions), list.rows));
    case 'xlsx':
      return asXlsx(tableOf(columnsOf(columns, list.questions), list.rows));
    case 'pdf':
      return passengersAsPdf({ columns, list });
  }
}

// Every export is audited. Trips without a seat map have no column of seats, and nobody gets one that they may not see.
function takeList(
  db: Database,
  actor: Actor,
  tripId: string,
  format: ExportFormat | 'print',
  { columns: chosen, group, participants }: Choice & { participants?: string[] | undefined },
): Promise<{ columns: PassengerColumn[]; list: ListedPassengers }> {
  return inTransaction(db, async (trx) => {
    const all = await readListedPassengers(trx, tripId, group);
    const ids = participants && new Set(participants.map((id) => id.toLowerCase()));
    const list = { ...all, rows: all.rows.filter(({ id }) => !ids || ids.has(id)) };
    if (ids && list.rows.length < ids.size) throw new AppError('PARTICIPANT_NOT_FOUND');
    const caller = callerOfActor(actor);
    const isShown = (column: PassengerColumn) => {
      const permission = columnPermissions[column];
      if (column === 'seat' && !list.hasSeats) return false;
      // None of the trip's questions.
      if (columnsOf([column], list.questions).length === 0) return false;
      return !permission || hasPermission(caller, permission);
    };
    const columns = chosen.filter(isShown);
    if (columns.length === 0) throw new AppError('FORBIDDEN');
    await recordAudit(trx, actor, {
      action: 'trip.passengers_exported',
      subject: { type: 'trip', id: tripId, label: list.trip.title },
      changes: { format: [null, format], columns: [null, columns], people: [null, list.rows.length] },
    });
    return { columns, list };
  });
}
