import { parse } from 'csv-parse/sync';
import pg from 'pg';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { fillRandomReservations } from '../../../../test/random-reservations.ts';

const RESERVATIONS = 20_000;

interface Line {
  id: string;
  kind: string;
  amountCents: number;
  feeCents: number | null;
  penaltyCents: number;
  reservation: { id: string; code: string } | null;
  invoices: { number: string }[];
}

let app: TestApp;
let admin: Person;
let trip: string;
let pool: pg.Pool;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  await fillRandomReservations(app.databaseUrl, RESERVATIONS);
  pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
  // People who left reservations that go on, and notes of every third reservation, some of two.
  // The totals of these reservations do not matter here.
  await pool.query('set session_replication_role = replica');
  await query(`insert into reservation_lines (id, reservation_id, kind, label, quantity, unit_cents, source_id, created_at)
    select uuidv7(), id, 'penalty', 'Multa', 1, 1500, uuidv7(), created_at + interval '3 days' from reservations
    where state = 'booked' and received_cents > 0 and ('x' || right(code, 2))::bit(8)::int % 16 = 0`);
  await query(`insert into transfers (id, from_account, to_account, kind, amount_cents, occurred_at, recorded_via)
    select uuidv7(), r.id, own_account('kept'), 'penalty', least(1500, r.received_cents), line.created_at, 'system'
    from reservations r join reservation_lines line on line.reservation_id = r.id and line.kind = 'penalty'`);
  await pool.query('set session_replication_role = origin');
  await query(`insert into invoices (id, reservation_id, number, issued_on, recorded_by)
    select uuidv7(), id, 'NFS-' || n, '2026-06-01', '${admin.id}' from reservations, generate_series(1, 2) n
    where ('x' || right(code, 2))::bit(8)::int % 3 = 0 and (n = 1 or right(code, 1) = '0')`);
  const [one] = await query<{ id: string }>("select id from trips where title = 'Passeio 100'");
  trip = one?.id ?? '';
}, 120_000);
afterAll(async () => {
  await pool.end();
  await app.close();
});

const query = async <Row extends object>(text: string) => (await pool.query<Row>(text)).rows;
const read = (params: Record<string, string>) =>
  call(app, 'GET', `/api/accounting/entries?${new URLSearchParams(params)}`, admin);

/** The same sums by other ways: the rows as they are, and the arithmetic here. */
async function recompute({ from = '', to = '', by, tripId, method, withoutInvoice }: Record<string, string>) {
  type Entry = Record<'id' | 'kind' | 'method' | 'trip_id' | 'state' | 'reservation_id', string> &
    Record<'occurred_at' | 'departs_at', Date> & { cancelled_at: Date | null } & Record<
      'amount_cents' | 'fee_cents',
      number
    >;
  const entries = await query<Entry>(`select e.*, r.trip_id, r.state, r.cancelled_at, t.departs_at from entries e,
    reservations r, trips t where r.id = e.reservation_id and t.id = r.trip_id`);
  const noted = new Set((await query<{ id: string }>('select reservation_id as id from invoices')).map(({ id }) => id));
  // The operator's time zone has no daylight saving time in these years.
  const dayOf = (at: Date) => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
  const isIn = (at: Date | null) => at !== null && dayOf(at) >= from && dayOf(at) <= to;
  const isAsked = (reservation: string, of: string) =>
    (!tripId || of === tripId) && !(withoutInvoice && noted.has(reservation));
  const sums = { inCents: 0, outCents: 0, feeCents: 0, penaltyCents: 0, lines: 0 };
  const add = (cents: number, fee = 0) => {
    sums[cents > 0 ? 'inCents' : 'outCents'] += Math.abs(cents);
    sums.feeCents += fee;
    sums.lines += 1;
  };
  for (const one of entries) {
    const isPrepaid = one.method === 'credit' || one.method === 'gift_card';
    const service = { cancelled: one.cancelled_at, expired: one.occurred_at }[one.state] ?? one.departs_at;
    if (!isAsked(one.reservation_id, one.trip_id) || (method && one.method !== method)) continue;
    if (by === 'cash' ? isPrepaid || !isIn(one.occurred_at) : !isIn(service)) continue;
    add(
      ['refund', 'reversal_out', 'chargeback'].includes(one.kind) ? -one.amount_cents : one.amount_cents,
      one.fee_cents,
    );
  }
  if (by === 'cash' && !tripId && !withoutInvoice) {
    type Card = { method: string; amount_cents: number; occurred_at: Date };
    for (const card of await query<Card>(`select * from transfers where kind = 'sale'`))
      if (isIn(card.occurred_at) && (!method || card.method === method)) add(card.amount_cents);
  }
  type Kept = { id: string; trip_id: string; cents: number; at: Date };
  const kept = await query<Kept>(`select id, trip_id, least(retained_cents, received_cents) as cents, cancelled_at as at
      from reservations where state = 'cancelled'
    union all select r.id, r.trip_id, least(1500, received_cents), l.created_at from reservation_lines l, reservations r
      where r.id = l.reservation_id and l.kind = 'penalty'`);
  for (const one of method ? [] : kept) {
    if (one.cents <= 0 || !isIn(one.at) || !isAsked(one.id, one.trip_id)) continue;
    sums.penaltyCents += one.cents;
    sums.lines += 1;
  }
  return sums;
}

describe('the entries of 20,000 random reservations', () => {
  it('sum up to what the ledger says, of every period, basis and filter', async () => {
    const periods: Record<string, string>[] = [
      { from: '2026-01-01', to: '2026-12-31' },
      { from: '2026-03-17', to: '2026-09-02' },
      { from: '2026-10-31', to: '2026-10-31' },
      { from: '2025-06-01', to: '2028-02-29', tripId: trip },
      { from: '2026-01-01', to: '2026-12-31', withoutInvoice: 'true' },
      { from: '2026-01-01', to: '2026-12-31', method: 'card' },
    ];
    for (const period of periods) {
      for (const by of ['cash', 'competence']) {
        const { status, body } = await read({ ...period, by, size: '1' });
        expect(status).toBe(200);
        const { balanceCents, netCents, ...totals } = body.totals;
        const { lines, ...sums } = await recompute({ ...period, by });
        expect({ period, by, lines: body.page.total, ...totals }).toEqual({ period, by, lines, ...sums });
        expect(balanceCents).toBe(sums.inCents - sums.outCents);
        expect(netCents).toBe(balanceCents - sums.feeCents);
        expect(lines).toBeGreaterThan(0);
      }
    }
  });

  it('by cash are those of the cash book, and by competence over all years those of the reservations', async () => {
    const period = { from: '2026-02-01', to: '2026-05-31' };
    const book = await call(app, 'GET', `/api/reports?report=cash_book&${new URLSearchParams(period)}`, admin);
    const { totals } = (await read({ ...period, by: 'cash' })).body;
    expect([totals.inCents, totals.outCents]).toEqual(book.body.totals.slice(1, 3));
    const [all] = await query<{ cents: string }>('select sum(received_cents) as cents from reservations');
    const ever = await read({ from: '2025-01-01', to: '2029-12-31', by: 'competence' });
    expect(ever.body.totals.balanceCents).toBe(Number(all?.cents));
  });

  it('are on the pages once each, in the order of their days, and their amounts are those of the sums', async () => {
    const period = { from: '2026-05-01', to: '2026-05-10', by: 'cash', size: '100' };
    const { body } = await read(period);
    const pages = Math.ceil(body.page.total / 100);
    expect(pages).toBeGreaterThan(3);
    const lines: (Line & { cashOn: string })[] = [];
    for (let page = 1; page <= pages; page += 1)
      lines.push(...(await read({ ...period, page: String(page) })).body.data);
    expect(new Set(lines.map(({ id, kind }) => `${id} ${kind}`)).size).toBe(body.page.total);
    expect(lines.map(({ cashOn }) => cashOn)).toEqual(lines.map(({ cashOn }) => cashOn).toSorted());
    const sum = (of: (line: Line) => number) => lines.reduce((cents, line) => cents + of(line), 0);
    expect(sum(({ amountCents }) => amountCents)).toBe(body.totals.balanceCents);
    expect(sum(({ feeCents }) => feeCents ?? 0)).toBe(body.totals.feeCents);
    expect(sum(({ penaltyCents }) => penaltyCents)).toBe(body.totals.penaltyCents);
  });

  it('as files say what the pages say, and their export is audited', async () => {
    const period = 'from=2026-05-01&to=2026-05-04&by=competence';
    const { totals, page } = (await call(app, 'GET', `/api/accounting/entries?${period}`, admin)).body;
    const file = async (format: string, of = period) => {
      const path = `${app.url}/api/accounting/entries/export?${of}&format=${format}`;
      return fetch(path, { headers: { authorization: `Bearer ${admin.token}` } });
    };
    const bytes = async (format: string) => Buffer.from(await (await file(format)).arrayBuffer());
    const csv = parse(await bytes('csv'), { bom: true, delimiter: ';' }) as string[][];
    const centsOf = (text = '') => Math.round(Number(text.replaceAll('.', '').replace(',', '.')) * 100);
    expect(csv).toHaveLength(page.total + 2);
    const expected = [totals.balanceCents, totals.feeCents, totals.netCents, totals.penaltyCents];
    expect(csv.at(-1)?.slice(10, 14).map(centsOf)).toEqual(expected);
    const [sheet] = await readXlsxFile(await bytes('xlsx'));
    expect(
      sheet?.data
        .at(-1)
        ?.slice(10, 14)
        .map((value) => Math.round(Number(value) * 100)),
    ).toEqual(expected);
    expect((await bytes('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const { body: audit } = await call(app, 'GET', '/api/audit?action=report.exported', admin);
    expect(audit.data).toMatchObject(Array(3).fill({ subject: { label: 'Contador: Competência' } }));
    // A year would be thousands of pages.
    expect((await file('pdf', 'from=2026-01-01&to=2026-12-31')).status).toBe(400);
  });
});
