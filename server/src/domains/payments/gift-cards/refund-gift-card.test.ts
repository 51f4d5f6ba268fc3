import { randomUUIDv7 } from 'node:crypto';
import type { Permission } from '@passeio/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestAppWithJobs } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { activeCard, balanceOf, buyCard, sellGiftCards } from '../../../../test/gift-cards.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { newEndToEndId } from '../../../../test/pix.ts';
import { createReservation } from '../../../../test/reservations.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { kept, storedValueOf, writeTransfer } from '../../book/index.ts';

let app: TestAppWithJobs;
let staff: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs({ connections: 20 });
  staff = await createPerson(app, 'OPERATOR');
  await sellGiftCards(app);
});
afterAll(async () => {
  expect(await findFaults(app.db)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const refund = (id: string, body: object, { token }: Pick<Person, 'token'> = staff) =>
  call(app, 'POST', `/api/gift-cards/${id}/refund`, { token, body: { method: 'pix', ...body } });
const operatorWith = (permissions: Permission[], refund_limit_cents: number | null = null) =>
  createPerson(app, 'OPERATOR', { permissions, refund_limit_cents });
async function reserved() {
  const client = await createPerson(app);
  const { id: tripId } = await createTrip(app);
  return { client, id: await createReservation(app, staff, tripId, { person: client }) };
}
const use = ({ id, client }: Awaited<ReturnType<typeof reserved>>, code: string, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${id}/gift-cards`, { token: client.token, body: { code, amountCents } });
const transfersOf = (id: string) =>
  app.db.selectFrom('transfers').selectAll().where('from_account', '=', id).orderBy('recorded_at').execute();

describe('the unused value of a gift card', () => {
  it('goes back in money, in parts, with an entry, an audit entry and an e-mail to the buyer', async () => {
    const card = await activeCard(app, staff, 20_000);
    await use(await reserved(), card.code, 5_000);
    await mailbox.deliver();
    const endToEndId = newEndToEndId();
    const part = await refund(card.id, { amountCents: 4_000, endToEndId, note: 'Desistiu da viagem' });
    expect(part).toMatchObject({ status: 201, body: { state: 'active', balanceCents: 11_000 } });
    const rest = await refund(card.id, { amountCents: 11_000, method: 'cash' });
    expect(rest.body).toMatchObject({ state: 'active', balanceCents: 0 });
    expect(
      rest.body.entries.map(({ kind, amountCents, reason }: { kind: string; amountCents: number; reason: string }) => [
        kind,
        amountCents,
        reason,
      ]),
    ).toEqual([
      ['issued', 20_000, ''],
      ['used', -5_000, ''],
      ['refunded', -4_000, 'Desistiu da viagem'],
      ['refunded', -11_000, ''],
    ]);
    expect((await transfersOf(card.id)).slice(1)).toMatchObject([
      { kind: 'sale_refund', method: 'pix', reference: endToEndId, recorded_by: staff.id, direction: 'out' },
      { kind: 'sale_refund', method: 'cash', reference: null, recorded_by: staff.id, direction: 'out' },
    ]);
    const audited = await app.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('subject_id', '=', card.id)
      .where('action', '=', 'gift_card.refunded')
      .orderBy('id')
      .execute();
    expect(audited.map(({ changes }) => changes)).toEqual([
      {
        amountCents: [null, 4_000],
        method: [null, 'pix'],
        note: [null, 'Desistiu da viagem'],
        endToEndId: [null, endToEndId],
      },
      { amountCents: [null, 11_000], method: [null, 'cash'] },
    ]);
    const mails = await mailbox.deliver();
    expect(mails.map(({ to }) => to)).toEqual(['ana@exemplo.com.br', 'ana@exemplo.com.br']);
    const [first, second] = ['40', '110'].map((value) =>
      mails.find(({ subject }) => subject.startsWith(`Vale-presente: devolvemos R$ ${value},00`)),
    );
    expect(first?.text).toMatch(/por Pix[\s\S]*continua valendo, com R\$\s110,00/);
    expect(second?.text).toMatch(/em dinheiro[\s\S]*não tem mais saldo/);
    expect((await use(await reserved(), card.code, 1)).body.code).toBe('GIFT_CARD_EMPTY');
  });

  it('is not more than the card has', async () => {
    const card = await activeCard(app, staff, 5_000);
    expect((await refund(card.id, { amountCents: 5_001 })).body).toMatchObject({
      code: 'GIFT_CARD_SHORT',
      fields: { amountCents: expect.stringContaining('50,00') },
    });
    expect((await refund(card.id, { amountCents: 5_000 })).status).toBe(201);
    expect((await refund(card.id, { amountCents: 1 })).body.code).toBe('GIFT_CARD_SHORT');
    for (const amountCents of [0, -1, 1.5, 2 ** 40]) expect((await refund(card.id, { amountCents })).status).toBe(400);
    for (const method of ['credit', 'gift_card', 'x'])
      expect((await refund(card.id, { amountCents: 1, method })).status).toBe(400);
  });

  it('is there only while the card is active', async () => {
    const { id } = await buyCard(app);
    expect((await refund(id, { amountCents: 1 })).body.code).toBe('GIFT_CARD_NOT_ACTIVE');
    const card = await activeCard(app, staff, 5_000);
    const decide = (path: string) =>
      call(app, 'POST', `/api/gift-cards/${card.id}/${path}`, { ...staff, body: { reason: 'Fraude' } });
    await decide('revocation');
    expect((await refund(card.id, { amountCents: 1 })).body.code).toBe('GIFT_CARD_NOT_ACTIVE');
    await refund(randomUUIDv7(), { amountCents: 1 }).then(({ status }) => expect(status).toBe(404));
    await decide('reissue');
    expect((await refund(card.id, { amountCents: 2_000 })).body.balanceCents).toBe(3_000);
    // What went back in money is nothing that a block took.
    expect((await decide('reissue')).body.balanceCents).toBe(3_000);
  });

  it('goes back once by each Pix, which counts nowhere else', async () => {
    const card = await activeCard(app, staff);
    const endToEndId = newEndToEndId();
    expect((await refund(card.id, { amountCents: 100, endToEndId })).status).toBe(201);
    expect((await refund(card.id, { amountCents: 100, endToEndId })).body.code).toBe('END_TO_END_ID_USED');
    const next = await buyCard(app);
    const body = { endToEndId };
    const paid = await call(app, 'POST', `/api/gift-cards/${next.id}/payment`, { ...staff, body });
    expect(paid.body.code).toBe('END_TO_END_ID_USED');
  });

  it('is given back by staff who may refund, up to their limit for the whole card', async () => {
    const card = await activeCard(app, staff);
    const others = await operatorWith(['confirm_money', 'see_money']);
    expect((await refund(card.id, { amountCents: 100 }, others)).status).toBe(403);
    const limited = await operatorWith(['refund'], 1_000);
    const above = await refund(card.id, { amountCents: 1_001 }, limited);
    expect(above).toMatchObject({ status: 403, body: { code: 'REFUND_ABOVE_LIMIT' } });
    expect(above.body.fields.amountCents).toMatch(/até R\$\s10,00 por vale/);
    expect((await refund(card.id, { amountCents: 600 }, limited)).status).toBe(201);
    expect((await refund(card.id, { amountCents: 401 }, limited)).status).toBe(403);
    expect((await refund(card.id, { amountCents: 400 }, limited)).status).toBe(201);
  });
});

describe('twenty at once of one card, by two servers,', () => {
  const uses = async (code: string, servers: string[]) => {
    const all: Awaited<ReturnType<typeof reserved>>[] = [];
    while (all.length < 10) all.push(await reserved());
    return all.map(({ id, client }, index) => () => {
      const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ code, amountCents: 3_000 });
      return fetch(`${servers[index % servers.length]}/api/reservations/${id}/gift-cards`, {
        method: 'POST',
        headers,
        body,
      });
    });
  };
  const run = async (card: { id: string; code: string }) => {
    const other = await startAnotherProcess(app);
    const ways = await uses(card.code, [app.url, other.url]);
    const back = Array.from({ length: 10 }, () => () => refund(card.id, { amountCents: 3_000 }));
    const answers = await Promise.all(ways.flatMap((way, index) => [way(), back[index]?.()]));
    await other.close();
    return answers.map((answer) => answer?.status ?? 0);
  };

  it('uses and refunds take together what it has; without the check they take more', async () => {
    const card = await activeCard(app, staff, 20_000);
    const statuses = await run(card);
    expect(statuses.filter((status) => status === 200 || status === 201)).toHaveLength(6);
    expect(statuses.filter((status) => status === 409)).toHaveLength(14);
    expect(await balanceOf(app, card.id)).toBe(2_000);
    // The control: what the race does where the balance is not checked.
    const unlocked = await activeCard(app, staff, 20_000);
    await sql`alter table accounts drop constraint accounts_balance_not_negative`.execute(app.db);
    try {
      await run(unlocked);
      expect(await balanceOf(app, unlocked.id)).toBeLessThan(0);
    } finally {
      await sql`alter table accounts add constraint accounts_balance_not_negative check (balance_cents >= 0) not valid`.execute(
        app.db,
      );
      const cents = -(await balanceOf(app, unlocked.id));
      const facts = { kind: 'reissue', method: 'gift_card', recorded_via: 'system', amount_cents: cents } as const;
      await inTransaction(app.db, (trx) =>
        writeTransfer(trx, { ...facts, from: kept, to: storedValueOf(unlocked.id) }),
      );
    }
  });
});

describe('by SQL', () => {
  const refusedBy = (...statements: RawBuilder<unknown>[]) =>
    inTransaction(app.db, async (trx) => {
      for (const statement of statements) await statement.execute(trx);
    }).then(
      () => 'nothing',
      ({ constraint, message }) => constraint ?? message,
    );
  interface Made {
    from: string;
    to: RawBuilder<unknown>;
    kind?: string;
    cents?: number;
    chargeId?: string | null;
  }
  const transfer = ({ from, to, kind = 'sale_refund', cents = 1_000, chargeId = null }: Made) => sql`
    insert into transfers (id, from_account, to_account, kind, method, amount_cents, charge_id, recorded_via)
    values (${randomUUIDv7()}, ${from}, ${to}, ${kind}, 'pix', ${cents}, ${chargeId}, 'system')`;
  const take = (id: string, cents: number) =>
    sql`update accounts set balance_cents = balance_cents - ${cents} where id = ${id}`;
  const clearing = sql`own_account('clearing', 'pix')`;

  it('no card falls below zero, gets more than its value, or is used once it is closed', async () => {
    const card = await activeCard(app, staff, 5_000);
    const chargeId =
      (await app.db.selectFrom('charges').select('id').where('gift_card_id', '=', card.id).executeTakeFirst())?.id ??
      '';
    const back = { from: card.id, to: clearing, chargeId };
    expect(await refusedBy(transfer({ ...back, cents: 5_001 }), take(card.id, 5_001))).toBe(
      'accounts_balance_not_negative',
    );
    // Neither without its balance, nor the balance without it.
    expect(await refusedBy(transfer(back))).toBe('accounts_balance_of_transfers');
    expect(await refusedBy(take(card.id, 1_000))).toBe('accounts_balance_of_transfers');
    const { rows } = await sql<{ id: string }>`select own_account('kept') as id`.execute(app.db);
    const reissue = { from: rows[0]?.id ?? '', to: sql`${card.id}::uuid`, kind: 'reissue', cents: 1 };
    expect(await refusedBy(transfer(reissue), take(card.id, -1))).toBe('accounts_balance_of_transfers');
    expect(await refusedBy(transfer({ ...back, cents: 5_000 }), take(card.id, 5_000))).toBe('nothing');
    await sql`update accounts set closed_at = now() where id = ${card.id}`.execute(app.db);
    expect(await refusedBy(transfer({ ...reissue, cents: 1_000 }), take(card.id, -1_000))).toBe(
      'transfers_stored_value_is_open',
    );
    await sql`update accounts set closed_at = null where id = ${card.id}`.execute(app.db);
  });

  it('money goes back of a sale to where money is, and a bank takes of what the operator keeps', async () => {
    const card = await activeCard(app, staff, 5_000);
    const taken = { from: card.id, to: clearing };
    expect(await refusedBy(transfer(taken), take(card.id, 1_000))).toBe('transfers_back_of_sale');
    expect(await refusedBy(transfer({ ...taken, to: sql`own_account('kept')` }), take(card.id, 1_000))).toBe(
      'transfers_accounts_of_kind',
    );
    const ofBank = { ...taken, kind: 'sale_chargeback' };
    expect(await refusedBy(transfer(ofBank), take(card.id, 1_000))).toMatch(/^transfers_(back_of_sale|of_bank)$/);
    const { rows } = await sql<{ id: string }>`select own_account('kept') as id`.execute(app.db);
    expect(await refusedBy(transfer({ ...ofBank, from: rows[0]?.id ?? '' }))).toMatch(
      /^transfers_(back_of_sale|of_bank)$/,
    );
  });
});
