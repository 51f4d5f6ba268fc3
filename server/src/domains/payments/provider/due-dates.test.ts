import type { Instalment } from '@passeio/contract/reservations/instalments';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { connectBank } from '../../../../test/banks/connected-bank.ts';
import { type ScriptedBank, scriptedBank } from '../../../../test/banks/scripted-bank.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { openMailbox } from '../../../../test/mailbox.ts';
import { createFamily, createFamilyTrip } from '../../../../test/parties.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../ports/payments/port.ts';
import { providerTable } from '../../../ports/payments/providers.ts';
import { remindInstalments } from '../../reminders/index.ts';
import { chargeNextInstalment } from './instalment-charges.ts';
import { pollProvider } from './poll-provider.ts';
import { synchronizeCharges } from './synchronize-charge.ts';

const DAY_MS = 24 * 3_600_000;

let connected: Awaited<ReturnType<typeof connectBank>>;
let staff: Person;
beforeAll(async () => {
  connected = await connectBank();
  staff = await createPerson(connected.app, 'OPERATOR');
});
afterAll(() => connected.close());
beforeEach(() => connected.bank.forget());

/** A booked reservation of R$ 189, whose deposit is paid and whose rest is due in three instalments of R$ 44,10. */
async function bookInInstalments(app: TestApp = connected.app) {
  const departs_at = new Date(Date.now() + 120 * DAY_MS);
  const times = { departs_at, returns_at: new Date(departs_at.getTime() + DAY_MS) };
  const trip = await createFamilyTrip(app, { ...times, plan_instalments: 3, plan_last_due_days: 10 });
  const family = await createFamily(app, { adult: 1 }, { trip });
  const cashier = app === connected.app ? staff : await createPerson(app, 'OPERATOR');
  const path = `/api/reservations/${family.id}`;
  const receive = async (amountCents: number, kind = 'balance') => {
    const body = { kind, method: 'cash', amountCents };
    expect((await call(app, 'POST', `${path}/payments`, { token: cashier.token, body })).status).toBe(201);
  };
  await receive(5_670, 'deposit');
  const [instalment] = family.reservation.instalments as Instalment[];
  const { dueDate = '', amountCents = 0 } = instalment ?? {};
  const shown = async () => (await call(app, 'GET', path, { token: cashier.token })).body;
  return {
    ...{ ...family, dueDate, amountCents, receive, shown },
    ask: async (body: object = { amountCents }, { token } = family.payer) =>
      (await call(app, 'POST', `${path}/charges`, { token, body: { purpose: 'balance', ...body } })).body,
    standing: async () => (await shown()).instalments.map(({ state }: Instalment) => state),
  };
}
type Booked = Awaited<ReturnType<typeof bookInInstalments>>;

const atBank = (txid: string) => connected.bank.system.accounts.charges.get(txid);
const synchronize = () => synchronizeCharges(connected.parts, undefined, { leaseS: 0 });
const daysAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

describe('the code of an instalment', () => {
  it('is due on its day at the bank, names its payer, and lives as long as the operator waits', async () => {
    const booked = await bookInInstalments();
    const charge = await booked.ask();
    expect(charge).toMatchObject({ amountCents: 4_410, dueOn: booked.dueDate, state: 'open', method: 'provider_pix' });
    expect(charge.payload).toContain('br.gov.bcb.pix');
    expect(charge.expiresAt).toBe(new Date(`${daysAfter(booked.dueDate, 3)}T23:59:00-03:00`).toISOString());
    expect(atBank(charge.txid)).toMatchObject({
      due: { on: booked.dueDate, validDays: 3 },
      payer: { cpf: booked.payer.cpf, nome: expect.any(String) },
    });
    expect(await booked.ask()).toEqual(charge);
    expect((await booked.shown()).charge).toEqual(charge);
    expect(await findFaults(connected.app.db)).toEqual([]);
  });

  it('gives way to one of another amount, which has no due date', async () => {
    const booked = await bookInInstalments();
    const first = await booked.ask();
    const other = await booked.ask({ amountCents: 5_000 });
    expect(other).toMatchObject({ dueOn: null, amountCents: 5_000 });
    expect(Date.parse(other.expiresAt)).toBeLessThan(Date.now() + 2 * DAY_MS);
    await synchronize();
    expect(atBank(first.txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    expect((await booked.ask()).dueOn).toBe(booked.dueDate);
  });

  it('of a payer without a CPF has no due date', async () => {
    const booked = await bookInInstalments();
    const guest = { issuer: null, subject: null, cpf: null };
    await connected.app.db.updateTable('users').set(guest).where('id', '=', booked.payer.id).execute();
    const charge = await booked.ask(undefined, staff);
    expect(charge).toMatchObject({ amountCents: 4_410, dueOn: null, state: 'open' });
    expect(atBank(charge.txid)).toMatchObject({ status: 'ATIVA', expiresInS: expect.closeTo(86_400, -2) });
  });

  it('ends once the sums are others', async () => {
    const booked = await bookInInstalments();
    const { txid } = await booked.ask();
    await booked.receive(1_000);
    expect((await booked.shown()).charge).toBeNull();
    await synchronize();
    expect(atBank(txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    expect(await booked.ask({ amountCents: 3_410 })).toMatchObject({ dueOn: booked.dueDate, amountCents: 3_410 });
  });
});

describe('an instalment is paid', () => {
  it.each([
    ['before its day', -10],
    ['on its day', 0],
    ['while the operator still waits', 3],
  ])('%s', async (_, days) => {
    const booked = await bookInInstalments();
    const { txid } = await booked.ask();
    await passDays(booked, txid, days);
    expect((await booked.shown()).charge).toMatchObject({ txid, state: 'open' });
    await connected.pay(txid, { valor: '44,10' });
    await pollProvider(connected.parts);
    expect(await booked.standing()).toEqual(['paid', 'open', 'open']);
    expect(atBank(txid)?.status).toBe('CONCLUIDA');
    expect(await findFaults(connected.app.db)).toEqual([]);
  });

  it('not by its code after that, but by one without a due date', async () => {
    const booked = await bookInInstalments();
    const { txid } = await booked.ask();
    await passDays(booked, txid, 4);
    expect(await connected.pay(txid, { valor: '44,10' })).toBe('400');
    expect(await booked.standing()).toEqual(['overdue', 'open', 'open']);
    const late = await booked.ask();
    expect(late).toMatchObject({ dueOn: null, amountCents: 4_410 });
    await connected.pay(late.txid, { valor: '44,10' });
    await pollProvider(connected.parts);
    expect(await booked.standing()).toEqual(['paid', 'open', 'open']);
  });
});

describe('the reminder of an instalment', () => {
  const remind = async ({ dueDate }: Booked) => {
    const mailbox = await openMailbox(connected.app);
    const chargeInstalment = (id: string) => chargeNextInstalment(connected.parts, id);
    const now = new Date(`${daysAfter(dueDate, -3)}T10:00:00-03:00`);
    await remindInstalments({ ...connected.parts, jobs: mailbox.jobs, chargeInstalment }, { now });
    const mails = await mailbox.deliver();
    await mailbox.close();
    return mails;
  };
  const mailTo = async (booked: Booked) =>
    (await remind(booked)).find(({ to, subject }) => to === booked.payer.email && subject.startsWith('A parcela'))
      ?.text;

  it('has its amount, its day, the code and the link', async () => {
    const booked = await bookInInstalments();
    const text = await mailTo(booked);
    const { charge } = await booked.shown();
    expect(charge).toMatchObject({ dueOn: booked.dueDate, amountCents: 4_410 });
    expect(text).toContain(charge.payload);
    expect(text).toContain(`R$ 44,10 Vencimento: ${booked.dueDate.split('-').reverse().join('/')}`);
    expect(text).toContain(`/minhasreservas/${booked.reservation.code}`);
  });

  it('has the code that its payer has already, and leaves another one that they asked for', async () => {
    const [one, other] = [await bookInInstalments(), await bookInInstalments()];
    const { payload } = await one.ask();
    const chosen = await other.ask({});
    const mails = await remind(one);
    const textTo = ({ payer }: Booked) => mails.find(({ to }) => to === payer.email)?.text;
    expect(textTo(one)).toContain(payload);
    expect(textTo(other)).not.toContain('br.gov.bcb.pix');
    expect((await other.shown()).charge).toEqual(chosen);
  });

  it('goes without a code where the bank is unavailable', async () => {
    const booked = await bookInInstalments();
    connected.bank.system.condition = 'busy';
    expect(await mailTo(booked)).toContain('Pague na página da reserva');
  });
});

describe('a provider', () => {
  let bank: ScriptedBank;
  let app: TestApp;
  beforeAll(async () => {
    bank = Object.assign(scriptedBank(), { hasDueDates: true });
    app = await buildTestApp({ deps: () => ({ providers: providerTable([bank]) }) });
  });
  afterAll(() => app.close());
  const again = () => synchronizeCharges({ ...app.app.deps, provider: bank }, undefined, { leaseS: 0 });

  it('that refuses due dates makes a code without', async () => {
    bank.respond = async ({ due, reference }) => {
      if (due) throw new ProviderRefused('no such route');
      return { code: `codigo-${reference}` };
    };
    const charge = await (await bookInInstalments(app)).ask();
    expect(charge).toMatchObject({ amountCents: 4_410, dueOn: null, payload: `codigo-${charge.txid}`, state: 'open' });
  });

  it('whose answer is lost is asked again for the same charge, also after the process died', async () => {
    bank.respond = async () => {
      throw new ProviderUnavailable('away');
    };
    const booked = await bookInInstalments(app);
    const charge = await booked.ask();
    expect(charge).toMatchObject({ dueOn: booked.dueDate, payload: null });
    bank.respond = async ({ reference }) => ({ code: `codigo-${reference}` });
    await again();
    const due = { on: booked.dueDate, validDays: 3 };
    expect(bank.started.slice(-2)).toMatchObject([
      { reference: charge.txid, due },
      { reference: charge.txid, due },
    ]);
    expect((await booked.shown()).charge).toMatchObject({ id: charge.id, payload: `codigo-${charge.txid}` });
  });
});

it('the database refuses a due date on cards, gift cards and codes of the own key, and another one later', async () => {
  const booked = await bookInInstalments();
  const { id } = await booked.ask();
  const set = (values: object) => connected.app.db.updateTable('charges').set(values).where('id', '=', id).execute();
  await expect(set({ due_on: '2099-01-01' })).rejects.toMatchObject({ constraint: 'charges_are_final' });
  for (const values of [{ kind: 'card' }, { provider_state: null }, { expires_at: null }]) {
    await expect(set(values)).rejects.toMatchObject({ constraint: 'charges_due_on_of_provider_codes' });
  }
});

/** Moves an instalment and its charge into the past, here and at the bank, so that today is so many days after it. */
async function passDays({ id, dueDate }: Booked, txid: string, days: number): Promise<void> {
  const { db } = connected.app;
  const today = Temporal.Now.plainDateISO('America/Sao_Paulo');
  const shift = today.subtract({ days }).since(Temporal.PlainDate.from(dueDate), { largestUnit: 'day' }).days;
  const { instalments } = await db
    .selectFrom('reservations')
    .select('instalments')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const earlier = (instalments ?? []).map(({ cents, dueOn, dueAt }) => ({
    ...{ cents, dueOn: daysAfter(dueOn, shift) },
    dueAt: new Date(Date.parse(dueAt) + shift * DAY_MS).toISOString(),
  }));
  await db
    .updateTable('reservations')
    .set({ instalments: JSON.stringify(earlier) })
    .where('id', '=', id)
    .execute();
  await sql`alter table charges disable trigger charges_are_final`.execute(db);
  await sql`update charges set due_on = due_on + ${shift}::integer, expires_at = expires_at + ${shift} * interval '1 day'
    where reference = ${txid}`.execute(db);
  await sql`alter table charges enable trigger charges_are_final`.execute(db);
  const charge = atBank(txid);
  if (charge?.due) charge.due.on = daysAfter(charge.due.on, shift);
}
