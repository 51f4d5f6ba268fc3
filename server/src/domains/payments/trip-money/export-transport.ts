import { dayAndTime } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import type { TransportExportFormat } from '@passeio/contract/payments/trip-money';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import { asCsv } from '../../../platform/spreadsheets/spreadsheets.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { findTrip } from '../../trips/index.ts';
import { findEnds } from './municipalities.ts';

/**
 * What a departure knows for the CT-e OS (model 67), which whoever owns the bus issues: nobody issues it here. The
 * passengers are counted, not named. Audited. Throws TRIP_NOT_FOUND.
 */
export async function exportTransport(
  db: Database,
  actor: Actor,
  tripId: string,
  format: TransportExportFormat,
): Promise<ExportedFile> {
  const { trip, facts, brand, timeZone } = await inTransaction(db, async (trx) => {
    const found = await findTrip(trx, 'id', tripId);
    if (!found) throw new AppError('TRIP_NOT_FOUND');
    await recordAudit(trx, actor, {
      action: 'trip.money_exported',
      subject: { type: 'trip', id: tripId, label: found.title },
      changes: { format: [null, `CT-e OS, ${format}`] },
    });
    const [read, of, zone] = [await readFacts(trx, tripId), await readBrand(trx), await readTimeZone(trx)];
    return { trip: found, facts: read, brand: of, timeZone: zone };
  });
  const { start, end } = await findEnds(
    { ...trip, boardingPoint: trip.boarding_points[0], itinerary: trip.itinerary.map(({ text }) => text) },
    brand,
  );
  const at = (moment: Date | null) => (moment ? dayAndTime(moment, timeZone) : '');
  const fields: [label: string, value: string][] = [
    ['Observação', 'Dados para quem emite o CT-e OS (modelo 67). Este arquivo não é um documento fiscal.'],
    ['Contratante', brand.legalName || brand.name],
    ['CNPJ do contratante', brand.cnpj],
    ['Município do contratante (IBGE)', facts.municipality],
    ['Município de início (IBGE)', start ?? ''],
    ['Município de término (IBGE)', end ?? ''],
    ...(start && end ? [] : [['Municípios sem código', UNKNOWN] as [string, string]]),
    ['Serviço', trip.title],
    ['Viagem interestadual', trip.interstate ? 'Sim' : 'Não'],
    ['Início', at(trip.departs_at)],
    ['Fim', at(trip.returns_at)],
    ...trip.boarding_points.map(({ place, time }): [string, string] => ['Embarque', `${time} ${place}`]),
    ...trip.itinerary.map(({ text }): [string, string] => ['Percurso', text]),
    ...facts.vehicles.map(({ name, plate }): [string, string] => ['Veículo', [name, plate].filter(Boolean).join(', ')]),
    ...facts.drivers.map((name): [string, string] => ['Motorista', name]),
    ['Passageiros', String(facts.passengers)],
    ['Valor contratado', moneyText(facts.total_cents)],
    ['Valor recebido', moneyText(facts.received_cents)],
  ];
  const name = `ct-e-os-${trip.slug}.${format}`;
  if (format === 'json') {
    const json = {
      ...Object.fromEntries(
        Map.groupBy(fields, ([label]) => label)
          .entries()
          .map(asProperty),
      ),
    };
    return { name, mediaType: 'application/json; charset=utf-8', content: Buffer.from(JSON.stringify(json, null, 2)) };
  }
  const columns = [
    { header: 'Campo', width: 30 },
    { header: 'Valor', width: 60 },
  ];
  const rows = fields.map(([label, value]) => [{ text: label }, { text: value }]);
  return { name, mediaType: 'text/csv; charset=utf-8', content: asCsv({ columns, rows }) };
}

const UNKNOWN =
  'O código sai quando o primeiro embarque, e o título ou o roteiro, dizem a cidade com a UF, como “Capitólio/MG”. Preencha o que falta.';

/** One value, or several of a label that is repeated. */
function asProperty([label, fields]: [string, [string, string][]]): [string, string | string[]] {
  const values = fields.map(([, value]) => value);
  return [label, values.length === 1 ? (values[0] ?? '') : values];
}

interface TransportFacts {
  municipality: string;
  vehicles: { name: string; plate: string }[];
  drivers: string[];
  passengers: number;
  total_cents: number;
  received_cents: number;
}

async function readFacts(db: Database, tripId: string): Promise<TransportFacts> {
  const { rows } = await sql<TransportFacts>`
    select coalesce((select municipality from fiscal_settings), '') as municipality,
      coalesce((select jsonb_agg(jsonb_build_object('name', given.name, 'plate', v.plate) order by given.position)
        from trip_vehicles given join vehicles v on v.id = given.vehicle_id where given.trip_id = t.id), '[]') as vehicles,
      coalesce((select jsonb_agg(coalesce(m.name, u.name) order by coalesce(m.name, u.name))
        from trip_crew c join crew_members m on m.id = c.member_id left join users u on u.id = m.user_id
        where c.trip_id = t.id and c.role = 'driver'), '[]') as drivers,
      (select count(*)::integer from participants p
        where p.trip_id = t.id and p.is_active and p.removed_at is null) as passengers,
      (select coalesce(sum(r.total_cents), 0)::float8 from reservations r
        where r.trip_id = t.id and r.is_active and r.state <> 'requested') as total_cents,
      (select coalesce(sum(r.received_cents), 0)::float8 from reservations r
        where r.trip_id = t.id and r.is_active and r.state <> 'requested') as received_cents
    from trips t where t.id = ${tripId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('TRIP_NOT_FOUND');
  return row;
}
