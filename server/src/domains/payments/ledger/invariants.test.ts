import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, type Family } from '../../../../test/parties.ts';
import { newEndToEndId, refundsOf } from '../../../../test/pix.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { accountOfReservation, clearingOf, openAccounts } from '../../book/index.ts';
import { changeReservation, lockReservation } from '../../reservations/index.ts';
import { insertReceipt } from '../receipts/receipts.queries.ts';
import { reviewReceipt } from './accept-receipt.ts';
import { sumsAfter, writeEntry } from './move-money.ts';

// The rules of money hold against anybody who writes SQL, not only against the application.

const TOTAL = 18_900;
const DEPOSIT = 5_670;

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await familyWithAccount();
});

async function familyWithAccount(): Promise<Family> {
  const made = await createFamily(app, { adult: 1 });
  await inTransaction(app.db, (trx) => openAccounts(trx, [accountOfReservation(made.id), clearingOf('pix')]));
  return made;
}

/** Runs statements in one transaction; the name of the constraint that refuses them, "nothing" if they commit. */
async function refusedBy(...statements: RawBuilder<unknown>[]): Promise<string> {
  return inTransaction(app.db, async (trx) => {
    for (const statement of statements) await statement.execute(trx);
  }).then(
    () => 'nothing',
    ({ constraint, message }) => constraint ?? message,
  );
}

interface EntrySql {
  id?: string;
  of?: string;
  provider?: string;
  reference?: string;
  reverses?: string | null;
  via?: string;
  by?: string | null;
  /** The account at the other end. */
  from?: 'unknown';
}
const insertEntry = (kind: string, cents: number, more: EntrySql = {}) => {
  const clearing = sql`own_account('clearing', 'pix')`;
  const [own, other] = [sql`${more.of ?? family.id}::uuid`, more.from ? sql`own_account('unknown')` : clearing];
  const isOut = ['refund', 'reversal_out', 'chargeback'].includes(kind);
  return sql`
  insert into transfers (id, from_account, to_account, kind, method, amount_cents, provider, reference, reverses,
    recorded_via, recorded_by)
  values (${more.id ?? randomUUIDv7()}, ${isOut ? own : other}, ${isOut ? other : own}, ${kind}, 'pix', ${cents},
    ${more.reference ? (more.provider ?? 'pix') : null}, ${more.reference ?? null},
    ${more.reverses ?? null}, ${more.via ?? 'person'}, ${more.by === undefined ? staff.id : more.by})`;
};
/** An entry, and the sums of its reservation. */
const entry = (kind: string, cents: number, more: EntrySql = {}) => sql`
  with entry as (${insertEntry(kind, cents, more)} returning *)
  update reservations r set
    received_cents = received_cents + case direction when 'out' then -amount_cents else amount_cents end,
    refunded_cents = refunded_cents
      + case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents else 0 end
  from entry where r.id = entry.reservation_id`;
/** As the application moves money. */
const move = (kind: 'deposit' | 'full' | 'extra' | 'refund', cents: number) =>
  inTransaction(app.db, async (trx) => {
    const reservation = await lockReservation(trx, family.id);
    if (!reservation) return undefined;
    const made = { kind, method: 'pix' as const, amount_cents: cents, recorded_by: staff.id };
    const id = await writeEntry(trx, reservation, made);
    await changeReservation(trx, family.id, sumsAfter(reservation, made));
    return id;
  });
const change = (set: Parameters<typeof changeReservation>[2]) =>
  inTransaction(app.db, (trx) => changeReservation(trx, family.id, set));
const cancelled = { state: 'cancelled' as const, cancelled_at: new Date() };
const charge = ({ reference = randomUUIDv7().replaceAll('-', '') } = {}) => sql`
  insert into charges (id, reservation_id, purpose, amount_cents, reference, provider, payload)
  values (${randomUUIDv7()}, ${family.id}, 'deposit', ${DEPOSIT}, ${reference}, 'own_key', 'codigo')`;
const chargeTo = (state: string) => sql`update charges set state = ${state} where reservation_id = ${family.id}`;
const states = async () => {
  const { rows } = await sql<{ state: string }>`
    select state from charges where reservation_id = ${family.id} order by created_at`.execute(app.db);
  return rows.map(({ state }) => state);
};
const row = () => app.db.selectFrom('reservations').selectAll().where('id', '=', family.id).executeTakeFirstOrThrow();

describe('the ledger', () => {
  it('never changes, and never gives back more than came in', async () => {
    expect(await refusedBy(entry('deposit', DEPOSIT))).toBe('nothing');
    expect(await refusedBy(entry('refund', DEPOSIT + 1))).toBe('reservations_received_cents_check');
    expect(await refusedBy(entry('deposit', 0))).toContain('amount_cents_check');
    const its = sql`where reservation_id = ${family.id}`;
    for (const change of [
      sql`update transfers set amount_cents = 1 ${its}`,
      sql`update transfers set note = 'outra' ${its}`,
      sql`delete from transfers ${its}`,
    ]) {
      expect(await refusedBy(change)).toBe('transfers_are_final');
    }
    expect(await row()).toMatchObject({ received_cents: DEPOSIT, refunded_cents: 0 });
  });

  it('has each Pix once, whatever its reservation', async () => {
    const reference = newEndToEndId();
    expect(await refusedBy(entry('deposit', 100, { reference }))).toBe('nothing');
    const other = await familyWithAccount();
    expect(await refusedBy(entry('deposit', 100, { reference, of: other.id }))).toBe('transfers_reference_key');
    expect(await refusedBy(entry('deposit', 100, { reference: 'E 1' }))).toMatch(/_check$/);
  });

  it('has each payment of another provider once, whose references are its own', async () => {
    const reference = newEndToEndId();
    expect(await refusedBy(entry('deposit', 100, { reference }))).toBe('nothing');
    expect(await refusedBy(entry('deposit', 100, { reference, provider: 'checkout' }))).toBe('nothing');
    const again = entry('deposit', 100, { reference: reference.toLowerCase(), provider: 'checkout' });
    expect(await refusedBy(again)).toBe('transfers_reference_key');
  });

  it('has a Pix once more for each reversal of it, wherever and whatever the entry says', async () => {
    const reference = newEndToEndId();
    const other = await familyWithAccount();
    const [first, second] = [randomUUIDv7(), randomUUIDv7()];
    const reversal = (reverses: string, of?: string) => entry('reversal_out', 100, { reverses, ...(of ? { of } : {}) });
    await refusedBy(entry('deposit', 100, { id: first, reference }), reversal(first));
    expect(await refusedBy(entry('deposit', 100, { id: second, reference, of: other.id }))).toBe('nothing');
    expect(await refusedBy(entry('deposit', 100, { reference }))).toBe('transfers_reference_key');
    const forged = sql`insert into transfers
      (id, from_account, to_account, kind, method, amount_cents, provider, reference, recorded_by, records_again)
      values (${randomUUIDv7()}, ${clearingOf('pix').id}, ${family.id}, 'deposit', 'pix', 100, 'pix', ${reference}, ${staff.id}, ${second})`;
    expect(await refusedBy(forged)).toBe('transfers_reference_key');
    expect(await refusedBy(reversal(second, other.id), entry('deposit', 100, { reference }))).toBe('nothing');
    expect(await refusedBy(entry('deposit', 100, { reference, of: other.id }))).toBe('transfers_reference_key');
  });

  it('names the person who recorded an entry, and nobody where it was the bank', async () => {
    expect(await refusedBy(entry('deposit', 100, { by: null }))).toBe('transfers_recorded_by_person');
    expect(await refusedBy(entry('deposit', 100, { via: 'provider' }))).toBe('transfers_recorded_by_person');
    expect(await refusedBy(entry('deposit', 100, { via: 'provider', by: null }))).toBe('nothing');
  });

  it('reverses an entry once, whole, by its opposite, within its reservation', async () => {
    const [id, reversal] = [randomUUIDv7(), randomUUIDv7()];
    const opposite = 'transfers_reversal_is_opposite';
    await refusedBy(entry('deposit', DEPOSIT, { id }), entry('deposit', 2 * DEPOSIT), entry('refund', DEPOSIT));
    const reverse = (kind: string, cents: number, more: EntrySql = {}) =>
      refusedBy(entry(kind, cents, { reverses: id, ...more }));
    expect(await reverse('reversal_out', 1_000)).toBe(opposite);
    expect(await reverse('reversal_in', DEPOSIT)).toBe(opposite);
    const other = await familyWithAccount();
    expect(await reverse('reversal_out', DEPOSIT, { of: other.id })).toBe(opposite);
    expect(await reverse('refund', DEPOSIT)).not.toBe('nothing');
    expect(await refusedBy(entry('reversal_out', DEPOSIT))).toBe('transfers_reversal');
    expect(await reverse('reversal_out', DEPOSIT, { id: reversal })).toBe('nothing');
    expect(await reverse('reversal_out', DEPOSIT)).not.toBe('nothing');
    expect(await refusedBy(entry('reversal_in', DEPOSIT, { reverses: reversal }))).toBe(opposite);
    expect(await row()).toMatchObject({ received_cents: DEPOSIT, refunded_cents: DEPOSIT });
  });

  it('is what a reservation has received and given back: nothing else is committed', async () => {
    const differs = 'reservations_money_of_ledger';
    expect(await refusedBy(insertEntry('deposit', DEPOSIT))).toBe(differs);
    for (const column of ['received_cents', 'refunded_cents', 'credited_cents']) {
      const more = sql`update reservations set ${sql.ref(column)} = 100 where id = ${family.id}`;
      expect(await refusedBy(more)).toBe(differs);
    }
    await move('deposit', DEPOSIT);
    await move('refund', 1_000);
    expect(await row()).toMatchObject({ received_cents: DEPOSIT - 1_000, refunded_cents: 1_000 });
  });

  it('is compared for each reservation of a transaction, and again after a check in its middle', async () => {
    const other = await familyWithAccount();
    const wrong = sql`update reservations set received_cents = 100 where id = ${other.id}`;
    expect(await refusedBy(entry('deposit', DEPOSIT), wrong)).toBe('reservations_money_of_ledger');
    const check = [sql`set constraints all immediate`, sql`set constraints all deferred`];
    const more = insertEntry('deposit', DEPOSIT);
    expect(await refusedBy(entry('deposit', DEPOSIT), ...check, more)).toBe('reservations_money_of_ledger');
    expect(await refusedBy(entry('deposit', DEPOSIT), ...check)).toBe('nothing');
  });

  it('keeps no more of a reservation than it has received', async () => {
    const keep = (cents: number) => sql`
      insert into transfers (id, from_account, to_account, kind, amount_cents, recorded_via)
      values (${randomUUIDv7()}, ${family.id}::uuid, own_account('kept'), 'penalty', ${cents}, 'system')`;
    await refusedBy(entry('deposit', DEPOSIT));
    expect(await refusedBy(keep(DEPOSIT + 1))).toBe('reservations_kept_of_received');
    expect(await refusedBy(keep(DEPOSIT))).toBe('nothing');
    expect(await refusedBy(keep(1))).toBe('reservations_kept_of_received');
    expect(await refusedBy(entry('refund', 1))).toBe('reservations_kept_of_received');
  });
});

describe('charges', () => {
  it('are open one at a time, and have a reference of their own', async () => {
    expect(await refusedBy(charge({ reference: 'UMSO' }))).toBe('nothing');
    expect(await refusedBy(charge())).toBe('charges_one_open_per_share');
    expect(await refusedBy(chargeTo('replaced'), charge({ reference: 'UMSO' }))).toMatch(
      /^charges_(txid|reference)_key$/,
    );
    expect(await refusedBy(chargeTo('replaced'), charge({ reference: 'com espaço' }))).toMatch(
      /^charges_reference_check$/,
    );
    expect(await refusedBy(chargeTo('replaced'), charge())).toBe('nothing');
  });

  it('are not changed, only ended; one that was paid stays paid, and one that ended can be paid', async () => {
    await refusedBy(charge());
    for (const change of [
      sql`amount_cents = 1`,
      sql`reference = 'OUTRO'`,
      sql`purpose = 'full'`,
      sql`reservation_id = ${(await familyWithAccount()).id}`,
    ]) {
      expect(await refusedBy(sql`update charges set ${change} where reservation_id = ${family.id}`)).toBe(
        'charges_are_final',
      );
    }
    expect(await refusedBy(chargeTo('expired'))).toBe('nothing');
    expect(await refusedBy(chargeTo('open'))).toBe('charges_are_final');
    expect(await refusedBy(chargeTo('paid'))).toBe('nothing');
    expect(await refusedBy(chargeTo('replaced'))).toBe('charges_are_final');
  });

  it('have their code, unless the bank is to create it', async () => {
    const bare = (provider: string, state: string | null) => sql`
      insert into charges (id, reservation_id, purpose, amount_cents, reference, provider, provider_state)
      values (${randomUUIDv7()}, ${family.id}, 'deposit', 100, 'SEMCODIGO', ${provider}, ${state})`;
    expect(await refusedBy(bare('own_key', null))).toBe('charges_static_code_is_there');
    expect(await refusedBy(bare('pix_api', null))).toBe('charges_provider_state');
    expect(await refusedBy(bare('pix_api', 'wanted'))).toBe('nothing');
  });

  it.each([
    ['the deposit came another way', () => move('deposit', DEPOSIT), 'replaced'],
    ['the total changed', () => change({ deposit_cents: 0 }), 'replaced'],
    ['the places are released', () => change({ state: 'expired' }), 'expired'],
    ['the reservation is cancelled', () => change(cancelled), 'cancelled'],
  ])('end when %s', async (_, happens, state) => {
    await refusedBy(charge());
    await happens();
    expect(await states()).toEqual([state]);
  });
});

describe('what is to be returned', () => {
  const due = async () => (await refundsOf(app, family.id)).map(({ amount_cents, state }) => [amount_cents, state]);

  it('is due as soon as money is there that belongs to nobody, and no longer once it went back', async () => {
    await move('full', TOTAL);
    await change({ state: 'booked' });
    expect(await due()).toEqual([]);
    await move('extra', 500);
    expect(await due()).toEqual([[500, 'due']]);
    expect((await row()).refund_due_on).toMatch(/^\d{4}-\d\d-\d\d$/);
    await change(cancelled);
    expect(await due()).toEqual([[TOTAL + 500, 'due']]);
    await move('refund', 400);
    expect(await due()).toEqual([[TOTAL + 100, 'due']]);
    await move('refund', TOTAL + 100);
    expect(await due()).toEqual([]);
    expect(await row()).toMatchObject({ refund_due_on: null, refunded_cents: TOTAL + 500 });
  });

  it('is never forgotten: money of nobody without its refund is not committed', async () => {
    expect(await refusedBy(entry('full', TOTAL + 1))).toBe('reservations_refund_due');
    const id = await move('deposit', DEPOSIT);
    expect(id).toBeDefined();
    const end = sql`update reservations set state = 'cancelled', cancelled_at = now() where id = ${family.id}`;
    expect(await refusedBy(end)).toBe('reservations_refund_due');
    await change(cancelled);
    expect(await refusedBy(sql`delete from refunds where reservation_id = ${family.id}`)).toBe(
      'reservations_refund_due',
    );
    const day = sql`update reservations set refund_due_on = null where id = ${family.id}`;
    expect(await refusedBy(day)).toBe('reservations_refund_due');
  });

  it('is one refund, and what was sent stays', async () => {
    const id = await move('deposit', DEPOSIT);
    await change(cancelled);
    const another = sql`insert into refunds (id, reservation_id, amount_cents, reason, promised_for)
      values (${randomUUIDv7()}, ${family.id}, 1, 'overpaid', current_date)`;
    expect(await refusedBy(another)).toBe('refunds_one_due_per_reservation');
    const refundTo = (set: RawBuilder<unknown>) =>
      refusedBy(sql`update refunds set ${set} where reservation_id = ${family.id}`);
    expect(await refundTo(sql`state = 'paid'`)).toBe('refunds_paid_when');
    expect(await refundTo(sql`state = 'sent'`)).toBe('refunds_sent_as');
    const sent = sql`state = 'sent', provider_reference = 'D1', returned_entry = ${id}`;
    expect(await refundTo(sent)).toBe('nothing');
    const final = 'refunds_sent_are_final';
    expect(await refundTo(sql`amount_cents = 1`)).toBe(final);
    expect(await refusedBy(sql`delete from refunds where reservation_id = ${family.id}`)).toBe(final);
    // Money that comes while a refund is on its way is due on its own.
    await move('deposit', 100);
    expect((await due()).toSorted()).toEqual([
      [100, 'due'],
      [DEPOSIT, 'sent'],
    ]);
    const paid = sql`update refunds set state = 'paid', paid_at = now() where state = 'sent'`;
    expect(await refusedBy(paid, entry('refund', DEPOSIT))).toBe('nothing');
    expect(await refusedBy(sql`update refunds set state = 'due', paid_at = null where state = 'paid'`)).not.toBe(
      'nothing',
    );
    expect((await due()).toSorted()).toEqual([
      [100, 'due'],
      [DEPOSIT, 'paid'],
    ]);
  });
});

describe('receipts', () => {
  const receipt = () => ({
    ...{ id: randomUUIDv7(), content_type: 'image/webp' as const, size_bytes: 1, sha256: '0'.repeat(64) },
    submitted_by: family.payer.id,
  });
  const send = async () => inTransaction(app.db, async (trx) => insertReceipt(trx, await row(), receipt()));
  const review = (set: RawBuilder<unknown>) =>
    refusedBy(sql`update receipts set ${set} where reservation_id = ${family.id} and state = 'submitted'`);

  it('wait one at a time; the waiting one is seen in the reservation', async () => {
    const { id, created_at } = await send();
    expect(await row()).toMatchObject({ receipt_submitted_at: created_at, clock_stopped_at: created_at });
    await expect(send()).rejects.toMatchObject({ constraint: 'receipts_one_submitted_per_reservation' });
    expect(await review(sql`state = 'rejected', reviewed_at = now()`)).toBe('receipts_rejected_why');
    expect(await review(sql`state = 'accepted'`)).toBe('receipts_reviewed_when');
    await inTransaction(app.db, (trx) =>
      reviewReceipt(trx, id, { state: 'rejected', reason: 'Ilegível', by: staff.id }),
    );
    expect(await row()).toMatchObject({ receipt_submitted_at: null, clock_stopped_at: created_at });
    expect((await send()).id).not.toBe(id);
  });
});

describe('a Pix of nobody that we know', () => {
  it('waits once, and is decided by an entry or a reason', async () => {
    const reference = newEndToEndId();
    const pixOf = (description: string) => sql`insert into unmatched_payments
      (id, provider, reference, amount_cents, occurred_at, description)
      values (${randomUUIDv7()}, 'pix', ${reference}, 100, now(), ${description})`;
    expect(await refusedBy(pixOf(''))).toBe('unmatched_payments_question_asks');
    const pix = pixOf('A equipe já lançou um Pix.');
    expect(await refusedBy(pix)).toBe('nothing');
    expect(await refusedBy(pix)).not.toBe('nothing');
    const decide = (set: RawBuilder<unknown>) =>
      refusedBy(sql`update unmatched_payments set ${set} where reference = ${reference}`);
    expect(await decide(sql`state = 'dismissed'`)).toBe('unmatched_payments_decided_when');
    expect(await decide(sql`state = 'assigned', decided_at = now()`)).toBe('unmatched_payments_assigned_where');
    expect(await decide(sql`state = 'dismissed', decided_at = now(), reason = 'Aluguel'`)).toBe('nothing');
  });

  const move = (kind: 'arrival' | 'arrival_end', cents: number, { id, reference, reverses }: EntrySql = {}) => {
    const [clearing, unknown] = [sql`own_account('clearing', 'pix')`, sql`own_account('unknown')`];
    return sql`
      insert into transfers (id, from_account, to_account, kind, method, amount_cents, provider, reference, reverses,
        recorded_via)
      values (${id ?? randomUUIDv7()}, ${reverses ? unknown : clearing}, ${reverses ? clearing : unknown}, ${kind},
        'pix', ${cents}, ${reference ? 'pix' : null}, ${reference ?? null}, ${reverses ?? null}, 'provider')`;
  };
  const COUNTS = 'transfers_reference_key';

  it('comes from the unknown payer, all of it, once, and from nowhere else while it waits there', async () => {
    const [reference, arrival, id] = [newEndToEndId(), randomUUIDv7(), randomUUIDv7()];
    const unknown = { reference, from: 'unknown' as const };
    expect(await refusedBy(entry('deposit', 100, unknown))).toBe('transfers_unknown_money_waits');
    expect(await refusedBy(entry('deposit', 100, { from: 'unknown' }))).toBe('transfers_unknown_money_waits');
    expect(await refusedBy(move('arrival', 100))).toBe('transfers_arrival_has_reference');
    expect(await refusedBy(move('arrival', 100, { id: arrival, reference }))).toBe('nothing');
    expect(await refusedBy(move('arrival', 100, { reference: reference.toLowerCase() }))).toBe(COUNTS);
    expect(await refusedBy(entry('deposit', 100, { reference }))).toBe(COUNTS);
    expect(await refusedBy(entry('deposit', 99, unknown))).toBe(COUNTS);
    expect(await refusedBy(entry('deposit', 100, { ...unknown, id }))).toBe('nothing');
    expect(await refusedBy(entry('deposit', 100, unknown))).toBe(COUNTS);
    expect(await refusedBy(move('arrival_end', 100, { reverses: arrival }))).toBe(COUNTS);
    expect(await refusedBy(entry('reversal_out', 100, { reverses: id, from: 'unknown' }))).toBe('nothing');
    expect(await refusedBy(entry('deposit', 100, { reference }))).toBe(COUNTS);
    expect(await refusedBy(move('arrival', 100, { reference }))).toBe(COUNTS);
    expect(await refusedBy(entry('deposit', 100, unknown))).toBe('nothing');
  });

  it('that is none of ours leaves the unknown payer once, and may be recorded again', async () => {
    const [reference, arrival] = [newEndToEndId(), randomUUIDv7()];
    await refusedBy(move('arrival', 100, { id: arrival, reference }));
    expect(await refusedBy(move('arrival_end', 99, { reverses: arrival }))).toBe('transfers_reversal_is_opposite');
    expect(await refusedBy(move('arrival_end', 100, { reverses: arrival }))).toBe('nothing');
    expect(await refusedBy(move('arrival_end', 100, { reverses: arrival }))).not.toBe('nothing');
    expect(await refusedBy(entry('deposit', 100, { reference, from: 'unknown' }))).toBe(COUNTS);
    expect(await refusedBy(entry('deposit', 100, { reference }))).toBe('nothing');
    expect(await refusedBy(entry('deposit', 100, { reference }))).toBe(COUNTS);
  });
});
