import { reportKeys } from '@passeio/contract/reports/reports';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { fillRandomReservations } from '../../../test/random-reservations.ts';

const RESERVATIONS = 30_000;

let app: TestApp;
let admin: Person;
let raw: Raw;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  await fillRandomReservations(app.databaseUrl, RESERVATIONS);
  // Connections of the application give up before.
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(`
    begin; set local session_replication_role = replica;
    insert into sellers (id, kind, name, code) values (gen_random_uuid(), 'person', 'Vende Muito', 'ACDEFGH');
    update reservations set seller_id = (select id from sellers), seller_way = 'link'
    where abs(hashtext(id::text)) % 50 = 0;
    update reservations set first_touch = touch, last_touch = touch
    from (values (0, 'instagram', 'social', null), (1, 'google', 'search', null), (2, '', 'search', null),
      (3, '', 'direct', 'ACDEFGH'), (4, 'instagram', 'direct', 'ACDEFGH')) ways (place, source, referrer, seller),
      lateral jsonb_strip_nulls(jsonb_build_object('source', source, 'medium', '', 'campaign', '',
        'referrer', referrer, 'seller', seller, 'at', '2026-01-05T12:00:00.000Z')) touch
    where abs(hashtext(code)) % 20 = place;
    insert into trip_costs (trip_id, ads)
    select id, '[{"source": "instagram", "cents": 25001}, {"source": "panfleto", "cents": 700}]' from trips
    where abs(hashtext(id::text)) % 3 = 0
    on conflict (trip_id) do update set ads = excluded.ads;
    commit`);
  await client.end();
  raw = await readRows();
}, 240_000);
afterAll(() => app.close());

const read = (report: string, query: string) => call(app, 'GET', `/api/reports?report=${report}&${query}`, admin);

// The operator's time zone has no daylight saving time in these years.
const dayOf = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
const monthName = (day: string) => `${day.slice(5, 7)}/${day.slice(0, 4)}`;
const dayName = (day: string) => day.split('-').toReversed().join('/');

/** The tables as they are, without sums, joins or groups. */
async function readRows() {
  // Read at once, as no page is: connections of the application give up before.
  const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
  const all = async <Row extends object>(query: string) => (await pool.query<Row>(query)).rows;
  const rows = {
    reservations: await all<{
      id: string;
      trip_id: string;
      user_id: string;
      state: string;
      places: number;
      channel: string;
      seller_id: string | null;
      last_touch: { source: string; referrer: string; seller?: string } | null;
      created_at: Date;
      cancelled_at: Date | null;
      hold_expires_at: Date | null;
      retained_cents: number;
      deposit_cents: number;
      instalments: { dueOn: string; cents: number }[] | null;
    }>(`select id, trip_id, user_id, state, places, channel, seller_id, last_touch, created_at, cancelled_at, hold_expires_at,
      retained_cents, deposit_cents, instalments from reservations`),
    lines: await all<{
      reservation_id: string;
      participant_id: string | null;
      kind: string;
      label: string;
      quantity: number;
      unit_cents: number;
      source_id: string;
    }>(`select reservation_id, participant_id, kind, label, quantity, unit_cents, source_id from reservation_lines
      where ended_at is null`),
    people: await all<{
      id: string;
      reservation_id: string;
      boarding_point_id: string | null;
      removed_at: Date | null;
    }>('select id, reservation_id, boarding_point_id, removed_at from participants'),
    entries: await all<{
      id: string;
      reservation_id: string;
      kind: string;
      method: string;
      amount_cents: number;
      fee_cents: number | null;
      occurred_at: Date;
      refund_id: string | null;
      reverses: string | null;
    }>(`select id, reservation_id, kind, method, amount_cents, fee_cents, occurred_at, refund_id, reverses
      from entries`),
    trips: await all<{
      id: string;
      title: string;
      departs_at: Date;
      capacity: number;
      is_active: boolean;
      boarding_points: { id: string; place: string }[];
    }>('select * from trips'),
    extras: await all<{ id: string }>('select id from trip_extras'),
    refunds: await all<{ id: string; reason: string }>('select id, reason from refunds'),
    costs: await all<Record<string, number> & { trip_id: string; ads: { source: string; cents: number }[] }>(
      'select * from trip_costs',
    ),
    cards: await all<{ amount_cents: number; occurred_at: Date }>(`select * from transfers where kind = 'sale'`),
  };
  await pool.end();
  return rows;
}
type Raw = Awaited<ReturnType<typeof readRows>>;

interface Asked {
  from: string;
  to: string;
  tripId?: string;
}

/** Every report once more, of the rows as they are. */
function recompute({ from, to, tripId }: Asked): Record<string, Map<string, number[]>> {
  const tables = new Map<string, Map<string, number[]>>();
  const add = (report: string, label: string, values: number[]) => {
    const rows = tables.get(report) ?? new Map<string, number[]>();
    tables.set(report, rows);
    const before = rows.get(label);
    rows.set(label, before ? before.map((value, index) => value + (values[index] ?? 0)) : values);
  };
  const isIn = (at: Date | null) => at !== null && dayOf(at) >= from && dayOf(at) <= to;
  const isAsked = (trip: string) => !tripId || trip === tripId;
  const tripOf = new Map(raw.trips.map((trip) => [trip.id, trip]));
  const reservationOf = new Map(raw.reservations.map((one) => [one.id, one]));
  const linesOf = Map.groupBy(raw.lines, (one) => one.reservation_id);
  const peopleOf = Map.groupBy(raw.people, (one) => one.reservation_id);
  const entriesOf = Map.groupBy(raw.entries, (one) => one.reservation_id);
  const entryOf = new Map(raw.entries.map((one) => [one.id, one]));
  const isExtra = new Set(raw.extras.map(({ id }) => id));
  const reasonOf = new Map(raw.refunds.map(({ id, reason }) => [id, reason]));
  const placeOf = new Map(
    raw.trips.flatMap((trip) => trip.boarding_points.map(({ id, place }) => [id, place] as const)),
  );
  const labels = {
    methods: { pix: 'Pix', cash: 'Dinheiro', card: 'Cartão', transfer: 'Transferência', credit: 'Crédito' },
    channels: { site: 'Site', operator: 'Equipe', waiting_list: 'Lista de espera' },
    reasons: {
      cancelled: 'Reserva cancelada',
      expired: 'Pagamento depois do prazo',
      overpaid: 'Pago acima do total da reserva',
    },
  } as const;
  const totalOf = (id: string) => (linesOf.get(id) ?? []).reduce((sum, one) => sum + one.quantity * one.unit_cents, 0);
  const signOf = (kind: string) => (['refund', 'reversal_out', 'chargeback'].includes(kind) ? -1 : 1);
  const netOf = (id: string) =>
    (entriesOf.get(id) ?? []).reduce((sum, one) => sum + signOf(one.kind) * one.amount_cents, 0);
  const goesOn = ({ state }: { state: string }) => state === 'held' || state === 'booked';
  const made = raw.reservations.filter((one) => goesOn(one) && isIn(one.created_at) && isAsked(one.trip_id));

  for (const entry of raw.entries) {
    const trip = reservationOf.get(entry.reservation_id)?.trip_id ?? '';
    if (!(isIn(entry.occurred_at) && isAsked(trip))) continue;
    const month = monthName(dayOf(entry.occurred_at));
    const isBack = entry.kind === 'refund' || entry.kind === 'reversal_in';
    const cents = signOf(entry.kind) * entry.amount_cents;
    const [received, refunded] = isBack ? [0, -cents] : [cents, 0];
    const fee = entry.fee_cents ?? 0;
    if (entry.method === 'credit' || entry.method === 'gift_card') {
      add('revenue_by_month', month, [0, 0, 0, fee, cents, 0]);
    } else {
      add('revenue_by_month', month, [received, refunded, cents, fee, 0, 0]);
      add('cash_flow', month, [cents, 0, cents]);
      add('invoices', month, [0, 0, 0, cents, cents]);
    }
    const method = labels.methods[entry.method as 'pix'] ?? 'Vale-presente';
    const isMoney = entry.method !== 'credit' && entry.method !== 'gift_card';
    add('revenue_by_method', method, [1, ...(isMoney ? [received, refunded, cents, fee, 0] : [0, 0, 0, fee, cents])]);
    if (isBack) {
      const of = entry.refund_id ?? entryOf.get(entry.reverses ?? '')?.refund_id ?? '';
      const reason = labels.reasons[reasonOf.get(of) as 'cancelled'] ?? 'Lançada pela equipe';
      add('refunds', reason, [entry.kind === 'refund' ? 1 : -1, -cents]);
    }
  }
  for (const card of tripId ? [] : raw.cards) {
    if (isIn(card.occurred_at)) {
      add('revenue_by_month', monthName(dayOf(card.occurred_at)), [0, 0, 0, 0, 0, card.amount_cents]);
    }
  }
  const movements = [
    ...raw.entries
      .filter(({ method }) => method !== 'credit' && method !== 'gift_card')
      .filter((entry) => isAsked(reservationOf.get(entry.reservation_id)?.trip_id ?? ''))
      .map((entry) => ({ day: dayOf(entry.occurred_at), cents: signOf(entry.kind) * entry.amount_cents })),
    ...(tripId ? [] : raw.cards).map((card) => ({ day: dayOf(card.occurred_at), cents: card.amount_cents })),
  ];
  const sumCents = (some: typeof movements) => some.reduce((sum, { cents }) => sum + cents, 0);
  let balance = sumCents(movements.filter(({ day }) => day < from));
  const byDay = Map.groupBy(movements, ({ day }) => day);
  for (const day of [...byDay.keys()].filter((one) => one >= from && one <= to).toSorted()) {
    const moved = byDay.get(day) ?? [];
    const received = sumCents(moved.filter(({ cents }) => cents > 0));
    const paid = 0 - sumCents(moved.filter(({ cents }) => cents < 0));
    add('cash_book', dayName(day), [balance, received, paid, balance + received - paid]);
    balance += received - paid;
  }
  for (const one of made) {
    const trip = tripOf.get(one.trip_id);
    const sums = [1, one.places, totalOf(one.id)];
    const days = Math.round(
      (Date.parse(dayOf(trip?.departs_at ?? new Date())) - Date.parse(dayOf(one.created_at))) / 86_400_000,
    );
    const buckets: [number, string][] = [
      ...([[0, 'No dia'] as const, [3, '1 a 3'] as const, [7, '4 a 7'] as const, [15, '8 a 15'] as const] as const),
      ...([[30, '16 a 30'] as const, [60, '31 a 60'] as const, [90, '61 a 90'] as const] as const),
      [Infinity, 'Mais de 90'],
    ].map(([most, label]) => [most as number, label as string]);
    add('lead_time', buckets.find(([most]) => days <= most)?.[1] ?? '', sums);
    add('by_channel', labels.channels[one.channel as 'site'], sums);
    const people = peopleOf.get(one.id) ?? [];
    const pointOf = (id: string) => {
      const point = people.find((person) => person.id === id)?.boarding_point_id;
      return point ? (placeOf.get(point) ?? 'A combinar') : 'A combinar';
    };
    for (const person of people) if (!person.removed_at) add('by_boarding_point', pointOf(person.id), [1, 0]);
    for (const line of linesOf.get(one.id) ?? []) {
      const cents = line.quantity * line.unit_cents;
      const point = line.participant_id ? pointOf(line.participant_id) : 'Da reserva inteira';
      add('by_boarding_point', point, [0, cents]);
      if (line.kind === 'fare') add('by_fare', line.label, [line.quantity, cents]);
      if (line.kind === 'extra' && isExtra.has(line.source_id)) add('by_extra', line.label, [line.quantity, cents]);
    }
  }
  const everOf = Map.groupBy(
    raw.reservations.filter((one) => goesOn(one) && dayOf(one.created_at) <= to),
    (one) => one.user_id,
  );
  for (const [user, theirs] of Map.groupBy(made, (one) => one.user_id)) {
    const number = Math.min(everOf.get(user)?.length ?? 0, 4);
    const label = ['', '1ª reserva', '2ª reserva', '3ª reserva', '4ª reserva em diante'][number] ?? '';
    add('returning_clients', label, [1, theirs.length, theirs.reduce((sum, one) => sum + totalOf(one.id), 0)]);
  }
  for (const one of raw.reservations) {
    if (!isAsked(one.trip_id)) continue;
    const net = netOf(one.id);
    if (one.state === 'cancelled' && isIn(one.cancelled_at)) {
      const refunded = (entriesOf.get(one.id) ?? []).reduce((sum, { kind, amount_cents }) => {
        if (kind === 'refund') return sum + amount_cents;
        return kind === 'reversal_in' ? sum - amount_cents : sum;
      }, 0);
      const kept = Math.min(one.retained_cents, net);
      add('cancellations', monthName(dayOf(one.cancelled_at as Date)), [
        ...[1, one.places, totalOf(one.id), kept, refunded],
        Math.max(net - one.retained_cents, 0),
      ]);
    }
    if (!goesOn(one) || net >= totalOf(one.id)) continue;
    const due = (day: string, cents: number) => {
      if (cents > 0 && day >= from && day <= to) add('cash_flow', monthName(day), [0, cents, cents]);
    };
    if (one.state === 'held') due(dayOf(one.hold_expires_at as Date), totalOf(one.id) - net);
    else if (one.instalments?.length === 1) due(one.instalments[0]?.dueOn ?? '', totalOf(one.id) - net);
    else for (const { dueOn, cents } of one.instalments ?? []) due(dueOn, cents);
  }
  const ofTrip = Map.groupBy(raw.reservations, (one) => one.trip_id);
  for (const trip of raw.trips) {
    if (!(isIn(trip.departs_at) && isAsked(trip.id))) continue;
    const theirs = ofTrip.get(trip.id) ?? [];
    const label = `${trip.title} · ${dayName(dayOf(trip.departs_at))}`;
    const taken = theirs
      .filter(({ state }) => ['held', 'booked', 'requested'].includes(state))
      .reduce((sum, one) => sum + one.places, 0);
    add('occupancy', label, [trip.capacity, taken, trip.capacity - taken, Math.round((taken * 1_000) / trip.capacity)]);
    const booked = theirs.filter(({ state }) => state === 'booked').reduce((sum, one) => sum + one.places, 0);
    const received = theirs.reduce((sum, one) => sum + netOf(one.id), 0);
    const missing = theirs.filter(goesOn).reduce((sum, one) => sum + Math.max(totalOf(one.id) - netOf(one.id), 0), 0);
    const cost = raw.costs.find((one) => one.trip_id === trip.id);
    const costs = cost
      ? (cost.vehicle_cents ?? 0) +
        (cost.guide_cents ?? 0) +
        (cost.other_cents ?? 0) +
        booked * ((cost.ticket_cents ?? 0) + (cost.meal_cents ?? 0)) +
        cost.ads.reduce((sum, { cents }) => sum + cents, 0)
      : 0;
    add('results', label, [booked, received, costs, received - costs, missing]);
    for (const one of theirs.filter(goesOn)) {
      const sums = [1, one.places, totalOf(one.id), netOf(one.id), 0];
      add('by_seller', one.seller_id ? 'Vende Muito' : 'Sem vendedor', sums);
      add('by_source', sourceOf(one), sums);
    }
    for (const { source, cents } of cost?.ads ?? []) add('by_source', source, [0, 0, 0, 0, cents]);
  }
  return Object.fromEntries(tables);
}

function sourceOf({ last_touch, channel, seller_id }: Raw['reservations'][number]): string {
  const channels: Record<string, string> = { operator: 'Equipe', waiting_list: 'Lista de espera' };
  if (last_touch) return last_touch.source || (last_touch.seller ? 'Vendedores' : 'Busca');
  return channels[channel] ?? (seller_id ? 'Vendedores' : 'Direto');
}

/** What each of the places comes to: of the cents, at the end, by the places. */
const eachOf = ([, places = 0, ...values]: number[]) =>
  places === 0 ? null : Math.round((values.at(-1) ?? 0) / places);
const hasEach = (report: string) => report === 'by_source' || report === 'by_seller';

const withoutEmpty = (rows: Iterable<[string, number[]]>) =>
  Object.fromEntries([...rows].filter(([, values]) => values.some((value) => value !== 0)));

describe('reports of 30,000 random reservations', () => {
  it('say of every period and trip what the ledger and the rows say', async () => {
    const of = (from: string, to: string, tripId?: string): Asked => ({ from, to, ...(tripId && { tripId }) });
    const asked = [
      of('2026-01-01', '2026-12-31'),
      of('2026-03-17', '2026-09-02'),
      of('2026-10-31', '2026-10-31'),
      of('2025-06-01', '2028-02-29', raw.trips.find(({ title }) => title === 'Passeio 100')?.id),
    ];
    expect(raw.reservations.length).toBe(RESERVATIONS);
    const seen = new Set<string>();
    for (const period of asked) {
      const expected = recompute(period);
      for (const report of reportKeys) {
        const { status, body } = await read(report, new URLSearchParams({ ...period }).toString());
        expect(status).toBe(200);
        const rows = (body.rows as { label: string; values: number[] }[]).map(
          ({ label, values }): [string, number[]] => [label, values],
        );
        expect({ report, period, rows: withoutEmpty(rows) }).toEqual({
          ...{ report, period },
          rows: withoutEmpty(
            [...(expected[report] ?? [])].map(([label, values]) => [
              label,
              hasEach(report) ? [...values, eachOf(values) as number] : values,
            ]),
          ),
        });
        if (rows.length > 0) seen.add(report);
        const sums = (body.totals as number[]).map((_, index) =>
          rows.reduce((sum, [, values]) => sum + (values[index] ?? 0), 0),
        );
        if (report === 'cash_book') {
          expect(body.totals).toEqual([rows[0]?.[1][0] ?? 0, sums[1], sums[2], rows.at(-1)?.[1][3] ?? 0]);
        } else if (report === 'occupancy') expect(body.totals.slice(0, 3)).toEqual(sums.slice(0, 3));
        else if (hasEach(report)) expect(body.totals).toEqual([...sums.slice(0, -1), eachOf(sums.slice(0, -1))]);
        else expect(body.totals).toEqual(sums);
      }
    }
    expect(seen.size).toBe(reportKeys.length);
  }, 60_000);

  it('files say what the page says, and their export is audited', async () => {
    const query = 'from=2026-01-01&to=2026-12-31';
    const { body } = await read('revenue_by_month', query);
    const file = async (format: string) => {
      const headers = { authorization: `Bearer ${admin.token}` };
      const path = `/api/reports/export?report=revenue_by_month&${query}&format=${format}`;
      const response = await fetch(`${app.url}${path}`, { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')).toContain(`receita-2026-01-01-2026-12-31.${format}`);
      return Buffer.from(await response.arrayBuffer());
    };
    const inCents = (cell: unknown) =>
      typeof cell === 'number' ? Math.round(cell * 100) : Number(String(cell).replaceAll('.', '').replace(',', ''));
    const csv = (parse(await file('csv'), { bom: true, delimiter: ';' }) as string[][]).slice(1);
    const [sheet] = await readXlsxFile(await file('xlsx'));
    const expected = [...body.rows.map(({ values }: { values: number[] }) => values), body.totals];
    expect(csv.map(([, ...cells]) => cells.map(inCents))).toEqual(expected);
    expect(sheet?.data.slice(2).map(([, ...cells]) => cells.map(inCents))).toEqual(expected);
    expect((await file('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const { body: audit } = await call(app, 'GET', '/api/audit?action=report.exported', admin);
    expect(audit.data).toMatchObject(Array(3).fill({ subject: { label: 'Receita por mês' } }));
  });
});

it('only staff who may see money sees them', async () => {
  const operator = await createPerson(app, 'OPERATOR');
  const query = 'report=occupancy&from=2026-01-01&to=2026-12-31';
  expect((await call(app, 'GET', `/api/reports?${query}`, operator)).status).toBe(200);
  await app.db
    .updateTable('users')
    .set({ permissions: ['edit_trips'] })
    .where('id', '=', operator.id)
    .execute();
  for (const path of [`/api/reports?${query}`, `/api/reports/export?${query}&format=csv`]) {
    expect((await call(app, 'GET', path, operator)).status).toBe(403);
    expect((await call(app, 'GET', path, await createPerson(app))).status).toBe(403);
  }
});

it('refuses a period that ends before it begins, or of more than five years, and a trip that is not there', async () => {
  const refused = ['from=2026-02-01&to=2026-01-31', 'from=2020-01-01&to=2026-01-31', 'from=0000-01-01&to=2026-01-31'];
  for (const query of refused) expect((await read('results', query)).status).toBe(400);
  const nowhere = `from=2026-01-01&to=2026-01-31&tripId=${crypto.randomUUID()}`;
  expect((await read('results', nowhere)).status).toBe(404);
});

it('a title that is a formula is text in the file', async () => {
  const { id } = await createTrip(app, {
    title: '=1+1',
    departs_at: new Date('2031-01-05T10:00:00Z'),
    returns_at: new Date('2031-01-05T20:00:00Z'),
  });
  const path = `/api/reports/export?report=occupancy&from=2031-01-01&to=2031-01-31&tripId=${id}&format=csv`;
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${admin.token}` } });
  expect(await response.text()).toContain("'=1+1");
});
