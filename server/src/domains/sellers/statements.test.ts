import type { Reconciliation } from '@passeio/contract/reports/reconciliation';
import { isChain, sha256, statementFile, verifyStatement } from '@passeio/contract/sellers/statement-file';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family } from '../../../test/parties.ts';
import { newEndToEndId } from '../../../test/pix.ts';
import { createSeller as createSellerIn, type Seller, setRule } from '../../../test/sellers.ts';
import { ofx, sendStatement } from '../../../test/statements.ts';
import { findFaults } from '../../platform/database/find-faults.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

// A family of two adults: R$ 378,00, sold for 10% of what is received.
const TOTAL = 37_800;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const asStaff = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(app, method, `/api/${path}`, { token: staff.token, ...(body && { body }) });

let seller: Seller;
beforeEach(async () => {
  seller = await createSeller();
});

async function createSeller(): Promise<Seller> {
  const made = await createSellerIn(app, staff, { pixKey: 'vende@exemplo.com' });
  await setRule(app, staff, made);
  return made;
}

async function sold(adult = 2): Promise<Family> {
  const family = await createFamily(app, { adult });
  await correct(family, seller.id);
  return family;
}
const correct = ({ id }: Family, sellerId: string | null) =>
  asStaff('PUT', `reservations/${id}/seller`, { sellerId, reason: 'Foi assim' });
const pay = async ({ id }: Family, amountCents: number, kind = 'balance') =>
  expect((await asStaff('POST', `reservations/${id}/payments`, { kind, method: 'pix', amountCents })).status).toBe(201);
const commissionOf = async ({ id }: Family) =>
  (await asStaff('GET', `reservations/${id}/seller`)).body.seller.commissionCents;
const balance = async () => (await asStaff('GET', `sellers/${seller.id}`)).body.balance;
const close = (month: string) => asStaff('POST', 'commission-statements', { sellerId: seller.id, month });

/** Has the trip of a family back since the end of 2019. */
const bringBack = ({ trip }: Family) =>
  app.db
    .updateTable('trips')
    .set({ departs_at: new Date('2019-12-30T10:00:00Z'), returns_at: new Date('2019-12-30T20:00:00Z') })
    .where('id', '=', trip.id)
    .execute();

const compact = (day: string) => day.replaceAll('-', '');

const faults = async () => (await findFaults(app.db)).filter((fault) => fault.includes('ommission'));

describe('commission', () => {
  it('accrues with what is received, and goes back with it; the last centavo is the difference', async () => {
    const family = await sold();
    await pay(family, 12_345, 'deposit');
    expect(await commissionOf(family)).toBe(1_235);
    await pay(family, TOTAL - 12_345);
    expect(await commissionOf(family)).toBe(3_780);
    const { body } = await asStaff('POST', `reservations/${family.id}/cancellation`, { reason: 'Mudou de ideia' });
    expect(body.state).toBe('cancelled');
    expect(await commissionOf(family)).toBe(0);
    expect(await faults()).toEqual([]);
  });

  it('moves to another seller by entries, and is never shown to the client', async () => {
    const family = await sold();
    await pay(family, TOTAL, 'balance');
    const other = await createSeller();
    await correct(family, other.id);
    expect((await balance()).earnedCents).toBe(0);
    expect((await asStaff('GET', `sellers/${other.id}`)).body.balance).toMatchObject({
      earnedCents: 3_780,
      pendingCents: 3_780,
    });
    const kinds = await app.db.selectFrom('transfers').select('kind').where('commission_of', '=', family.id).execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['commission', 'commission', 'commission_end']);
    for (const path of [`reservations/${family.id}`, `reservations/${family.id}/timeline`]) {
      const { body } = await call(app, 'GET', `/api/${path}`, { token: family.payer.token });
      expect(JSON.stringify(body), path).not.toMatch(/vende|seller|comiss|commission/i);
    }
    expect(await faults()).toEqual([]);
  });

  it('keeps the rule with which the reservation was made', async () => {
    const family = await sold();
    const rule = { sellerId: seller.id, tripId: null, seriesId: null, kind: 'percent_of_fares', value: 5_000 };
    await asStaff('POST', 'commission-rules', rule);
    await pay(family, 10_000, 'deposit');
    expect(await commissionOf(family)).toBe(1_000);
    await expect(sql`update commission_rules set value = 1`.execute(app.db)).rejects.toThrow('it ends');
  });

  it('is by the narrowest rule: of the trip before that of the seller', async () => {
    const trip = await createFamilyTrip(app);
    const scope = { sellerId: null, tripId: trip.id, seriesId: null };
    await asStaff('POST', 'commission-rules', { ...scope, kind: 'amount_per_person', value: 1_500 });
    const family = await createFamily(app, { adult: 2 }, { trip });
    await correct(family, seller.id);
    await pay(family, TOTAL / 2, 'deposit');
    expect(await commissionOf(family)).toBe(1_500);
  });
});

describe('a statement', () => {
  it('closes what is payable, is paid once, and what comes later stands in the next, below zero too', async () => {
    const [family, ahead] = [await sold(), await sold()];
    await pay(family, TOTAL, 'balance');
    await pay(ahead, TOTAL, 'balance');
    expect((await close('2020-01')).body.code).toBe('COMMISSION_NOTHING');
    await bringBack(family);
    expect(await balance()).toMatchObject({ earnedCents: 7_560, pendingCents: 3_780, payableCents: 3_780 });
    const { status, body: first } = await close('2020-01');
    expect(status).toBe(201);
    expect(first).toMatchObject({ number: 1, carriedCents: 0, totalCents: 3_780, previousHash: null });
    expect(first.lines).toMatchObject([
      { code: family.reservation.code, receivedCents: TOTAL, rule: '10% do que foi recebido', commissionCents: 3_780 },
    ]);
    expect((await close('2020-01')).body.code).toBe('COMMISSION_MONTH_CLOSED');
    expect((await close('2999-01')).body.code).toBe('COMMISSION_MONTH_AHEAD');

    const endToEndId = newEndToEndId();
    const payment = (id: string) => asStaff('POST', `commission-statements/${id}/payment`, { endToEndId });
    expect((await payment(first.id)).body.payment).toMatchObject({ endToEndId });
    expect((await payment(first.id)).body.code).toBe('COMMISSION_PAID');
    expect(await balance()).toMatchObject({ openCents: 0, paidCents: 3_780 });

    await asStaff('POST', `reservations/${family.id}/payments`, { kind: 'refund', method: 'pix', amountCents: TOTAL });
    const { body: second } = await close('2020-02');
    expect(second).toMatchObject({ number: 2, totalCents: -3_780, previousHash: first.hash });
    expect(second.lines).toMatchObject([{ receivedCents: 0, earlierCents: 3_780, commissionCents: -3_780 }]);
    expect((await payment(second.id)).body.code).toBe('COMMISSION_NOT_PAYABLE');

    await bringBack(ahead);
    const { body: third } = await close('2020-03');
    expect(third).toMatchObject({ carriedCents: -3_780, totalCents: 0 });
    expect(await faults()).toEqual([]);
  });

  it('once paid is money that went out, for the accountant and beside the bank, of no service', async () => {
    const family = await sold();
    await pay(family, TOTAL, 'balance');
    await bringBack(family);
    const { body: statement } = await close('2020-01');
    const now = Temporal.Now.plainDateISO('America/Sao_Paulo');
    const [yesterday, tomorrow] = [now.subtract({ days: 1 }), now.add({ days: 1 })];
    const spent = async () => {
      const { body } = await asStaff('GET', `reports?report=cash_book&from=${yesterday}&to=${tomorrow}`);
      return body.rows.reduce((sum: number, { values }: { values: number[] }) => sum + (values[2] ?? 0), 0);
    };
    const before = await spent();
    const endToEndId = newEndToEndId();
    await asStaff('POST', `commission-statements/${statement.id}/payment`, { endToEndId });
    const linesBy = async (by: string, from: string, to: string) =>
      (await asStaff('GET', `accounting/entries?sellerId=${seller.id}&by=${by}&from=${from}&to=${to}`)).body;
    const { data, totals } = await linesBy('cash', `${yesterday}`, `${tomorrow}`);
    expect(data).toMatchObject([
      { kind: 'balance', amountCents: TOTAL, seller: 'Vende Muito' },
      { kind: 'commission_payment', amountCents: -3_780, payer: { name: 'Vende Muito' }, reference: endToEndId },
    ]);
    expect(totals).toMatchObject({ inCents: TOTAL, outCents: 3_780, netCents: TOTAL - 3_780 });
    expect((await spent()) - before).toBe(3_780);
    expect((await linesBy('competence', '2019-12-01', '2020-01-31')).data).toMatchObject([
      { kind: 'balance', amountCents: TOTAL },
    ]);

    const day = { from: compact(`${yesterday}`), to: compact(`${tomorrow}`), balanceOn: compact(`${tomorrow}`) };
    const line = { amount: '-37.80', type: 'DEBIT', text: 'PIX ENVIADO VENDE MUITO', id: endToEndId };
    const compared = await sendStatement(app, staff.token, '/accounting/reconciliation', ofx([line], day));
    const { lines } = (await compared.json()) as Reconciliation;
    expect(lines.filter(({ bank }) => bank)).toMatchObject([
      { kind: 'matched', entries: [{ kind: 'commission_payment', payer: 'Vende Muito' }] },
    ]);
  });

  it('never changes: the database refuses it, and one changed byte is found', async () => {
    const family = await sold();
    await pay(family, TOTAL, 'balance');
    await bringBack(family);
    const { body: statement } = await close('2020-01');
    for (const statement of [
      sql`update commission_statements set total_cents = 1`,
      sql`delete from commission_statements`,
      sql`update commission_statement_entries set statement_id = statement_id`,
      sql`delete from commission_statement_entries`,
      sql`update transfers set amount_cents = 1 where kind = 'commission'`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow(/final|never changed/);
    const file = async () => {
      const { content, hash } = await app.db
        .selectFrom('commission_statements')
        .select(['content', 'hash'])
        .where('id', '=', statement.id)
        .executeTakeFirstOrThrow();
      return statementFile(content, hash);
    };
    const path = `/api/sellers/me/statements/${statement.id}/export?format=csv`;
    const downloaded = await fetch(app.url + path, { headers: { authorization: `Bearer ${seller.person.token}` } });
    expect(await downloaded.text()).toBe(await file());
    expect(await verifyStatement(await file())).toMatchObject({ result: 'intact', totalCents: 3_780 });

    const found = inTransaction(app.db, async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`alter table commission_statements drop constraint commission_statements_hash`.execute(trx);
      await sql`update commission_statements set content = replace(content, '37,80', '38,80')
        where id = ${statement.id}`.execute(trx);
      throw new Error((await findFaults(trx)).join());
    });
    await expect(found).rejects.toThrow('its hash is another one');
  });

  it('refuses entries of another seller, and entries that are added later', async () => {
    const family = await sold();
    await pay(family, TOTAL, 'balance');
    await bringBack(family);
    const { body: statement } = await close('2020-01');
    const later = await sold();
    await pay(later, TOTAL, 'balance');
    await expect(
      sql`insert into commission_statement_entries (transfer_id, statement_id)
        select id, ${statement.id} from transfers where commission_of = ${later.id}`.execute(app.db),
    ).rejects.toThrow(/entries/);
  });

  it("is the seller's own alone, and comes as a PDF", async () => {
    const family = await sold();
    await pay(family, TOTAL, 'balance');
    await bringBack(family);
    const { body: statement } = await close('2020-01');
    const other = await createSeller();
    const read = (person: Person, path = '') =>
      call(app, 'GET', `/api/sellers/me/statements/${statement.id}${path}`, { token: person.token });
    expect((await read(seller.person)).body.hash).toBe(statement.hash);
    expect((await read(other.person)).body.code).toBe('COMMISSION_STATEMENT_NOT_FOUND');
    expect((await read(other.person, '/export?format=csv')).status).toBe(404);
    expect((await read(await createPerson(app))).body.code).toBe('NOT_A_SELLER');
    const pdf = await fetch(`${app.url}/api/commission-statements/${statement.id}/export?format=pdf`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('follows the one before in a chain that breaks with any of them', async () => {
    const files: string[] = [];
    for (const month of ['2020-01', '2020-02', '2020-03']) {
      const family = await sold();
      await pay(family, TOTAL, 'balance');
      await bringBack(family);
      const { id } = (await close(month)).body;
      const { content, hash } = await app.db
        .selectFrom('commission_statements')
        .select(['content', 'hash'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      files.push(statementFile(content, hash));
    }
    const verified = async (some: string[]) =>
      (await Promise.all(some.map(verifyStatement))).flatMap((one) => (one.result === 'intact' ? [one] : []));
    expect(isChain(await verified(files))).toBe(true);
    expect(isChain(await verified([files[0] ?? '', files[2] ?? '']))).toBe(false);
    const text = (files[1] ?? '').split('Hash SHA-256')[0]?.replace('2020-02', '2020-04') ?? '';
    const forged = statementFile(text, await sha256(text));
    expect(isChain(await verified([files[0] ?? '', forged, files[2] ?? '']))).toBe(false);
  });
});
