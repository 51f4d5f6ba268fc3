import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { createGuestPerson } from '../../../test/factories.ts';
import { holdPlaces } from '../../../test/holds.ts';
import type { Mailbox } from '../../../test/mailbox.ts';
import { bornFor, createFamily } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import {
  appForReminders,
  daysBefore,
  momentOfEmail,
  openMailboxOfTest,
  tenOClock,
  tripInAMonth,
} from '../../../test/reminders.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordReportedNow } from '../payments/index.ts';
import { changeReservation } from '../reservations/index.ts';
import { sendReminders } from './send-reminders.ts';

const HOUR_MS = 3_600_000;
const publicUrl = 'https://passeio.example';

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await appForReminders();
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailboxOfTest(app);
});
afterEach(() => mailbox.close());

const parts = (of = app) => ({ ...of.app.deps, jobs: mailbox.jobs, publicUrl });
const remindAt = (now: Date, of = app) => sendReminders(parts(of), { now });
const subjects = async () => (await mailbox.deliver()).map(({ subject }) => subject);
/** Reservations whose reminders wait to be sent; a worker may hold them already. */
const queued = async () => {
  const { rows } = await app.pool.query<{ id: string }>(
    `select data->'about'->>'reservationId' as id from pgboss.job where name = 'emails' and state < 'completed'
      and data->'about' ? 'reminder' order by created_on`,
  );
  return rows.map(({ id }) => id);
};

type Family = Awaited<ReturnType<typeof createFamily>>;
const pay = async (family: Pick<Family, 'id' | 'payer'>, purpose: 'deposit' | 'full') => {
  await recordReportedNow(parts(), pixFor(await chargeOf(app, family, purpose)));
};
/** Has the deposit paid and all data, unless said otherwise; nothing is left to be delivered. */
async function booked({ overrides = {}, paid = 'deposit' as 'deposit' | 'full', complete = true } = {}) {
  const trip = await tripInAMonth(app, overrides);
  const family = await createFamily(app, { adult: 2 }, { trip });
  await pay(family, paid);
  if (complete) await fillIn(family);
  await app.db.updateTable('reservations').set({ acknowledged_at: new Date() }).execute();
  await mailbox.deliver();
  return family;
}
const fillIn = ({ id, trip }: Pick<Family, 'id' | 'trip'>) =>
  app.db
    .updateTable('participants')
    .set({
      ...{ name: 'Ana Lima', birthdate: bornFor(trip, 30), document_number: 'MG1', document_issuer: 'SSP' },
      boarding_point_id: trip.boardingPointId,
    })
    .where('reservation_id', '=', id)
    .execute();
const change = (id: string, set: object) => inTransaction(app.db, (trx) => changeReservation(trx, id, set));

describe('the balance', () => {
  it('is asked for 7 and 2 days before it is due, and once when it is overdue', async () => {
    const { reservation, payer } = await booked();
    const { code } = reservation;
    await remindAt(daysBefore(10, 1));
    expect(await mailbox.deliver()).toEqual([]);
    for (const days of [10, 9, 8]) await remindAt(daysBefore(days));
    const [week, ...none] = await mailbox.deliver();
    expect(none).toEqual([]);
    expect(week).toMatchObject({
      to: payer.email,
      subject: `Falta pagar R$ 264,60 da reserva ${code} – Rota das Águas`,
    });
    expect(week?.text).toContain(`com saída em ${momentOfEmail(tenOClock(30))}`);
    expect(week?.text).toContain(`falta pagar R$ 264,60, até ${momentOfEmail(daysBefore(3))}.`);
    expect(week?.text).toContain(`Pagar com Pix ${publicUrl}/minhasreservas/${code}`);

    await remindAt(daysBefore(5));
    expect(await subjects()).toEqual([expect.stringContaining('Falta pagar')]);
    for (const days of [3, 2.9]) await remindAt(daysBefore(days));
    const [overdue, ...twice] = await mailbox.deliver();
    expect(twice).toEqual([]);
    expect(overdue?.subject).toContain(`O pagamento da reserva ${code} está atrasado`);
    expect(overdue?.text).toContain('Já pagou ou precisa combinar outro prazo?');
  });

  it("follows the trip's own hours, and is asked for again when the trip moved to another day", async () => {
    const { trip } = await booked({ overrides: { balance_due_hours: 5 * 24 } });
    await remindAt(daysBefore(12));
    expect(await subjects()).toEqual([expect.stringContaining('Falta pagar')]);
    const moved = (hours: number) => ({
      departs_at: new Date(tenOClock(30).getTime() + hours * HOUR_MS),
      returns_at: tenOClock(60),
    });
    await app.db.updateTable('trips').set(moved(1)).where('id', '=', trip.id).execute();
    await remindAt(daysBefore(11));
    expect(await subjects()).toEqual([]);
    await app.db
      .updateTable('trips')
      .set(moved(7 * 24))
      .where('id', '=', trip.id)
      .execute();
    await remindAt(daysBefore(11));
    expect(await subjects()).toEqual([]);
    await remindAt(daysBefore(5));
    expect(await subjects()).toEqual([expect.stringContaining('Falta pagar')]);
  });

  it('is asked for with a button that works, without an account too: no Pix where the operator takes none', async () => {
    const [guest, client] = [await booked(), await booked()];
    await app.db.updateTable('users').set({ issuer: null, subject: null }).where('id', '=', guest.payer.id).execute();
    await remindAt(daysBefore(10));
    const mails = await mailbox.deliver();
    await app.db.updateTable('operator').set({ pix_key: '' }).execute();
    await remindAt(daysBefore(5));
    mails.push(...(await mailbox.deliver()));
    await app.db.updateTable('operator').set({ pix_key: 'pix@rota.example' }).execute();
    const buttons = (of: Family) =>
      mails
        .filter(({ to }) => to === of.payer.email)
        .map(({ text }) => /(Pagar com Pix|Ver [ao] \w+) http/.exec(text)?.[1])
        .toSorted();
    expect(buttons(guest)).toEqual(['Pagar com Pix', 'Ver a reserva']);
    expect(buttons(client)).toEqual(['Pagar com Pix', 'Ver a reserva']);
  });

  it('is asked for once although the clock jumps back an hour', async () => {
    await booked();
    for (const hours of [0, 1, 0.5, 0]) await remindAt(daysBefore(10, hours));
    expect(await subjects()).toHaveLength(1);
  });

  it('is not asked of payers who reserved after the moment', async () => {
    const { id } = await booked();
    await change(id, { created_at: daysBefore(9) });
    await remindAt(daysBefore(8.9));
    expect(await mailbox.deliver()).toEqual([]);
    await remindAt(daysBefore(5));
    expect(await subjects()).toHaveLength(1);
  });

  it.each([
    ['paid', async (one: Family) => pay(one, 'full')],
    ['cancelled', async (one: Family) => change(one.id, { state: 'cancelled', cancelled_at: new Date() })],
    [
      'moved to another day',
      async (one: Family) =>
        app.db
          .updateTable('trips')
          .set({ departs_at: tenOClock(40), returns_at: tenOClock(41) })
          .where('id', '=', one.trip.id)
          .execute(),
    ],
  ])('is not asked for once the reservation is %s, before queueing or before sending', async (_, happen) => {
    const [early, late] = [await booked(), await booked()];
    await happen(early);
    const { length } = await queued();
    await remindAt(daysBefore(9.9));
    expect((await queued()).slice(length)).toEqual([late.id]);
    await happen(late);
    const sent = (await subjects()).filter((subject) => subject.startsWith('Falta pagar'));
    expect(sent).toEqual([]);
  });
});

describe('at night', () => {
  it('nobody is reminded: between 21:00 and 8:00 of the operator’s clock, reminders wait for the morning', async () => {
    const trip = { departs_at: new Date(tenOClock(30).getTime() + 13 * HOUR_MS), returns_at: tenOClock(32) };
    await booked({ overrides: trip });
    const due = trip.departs_at.getTime() - 240 * HOUR_MS;
    for (const hours of [0, 4, 8.9]) await remindAt(new Date(due + hours * HOUR_MS));
    expect(await mailbox.deliver()).toEqual([]);
    await remindAt(new Date(due + 9 * HOUR_MS));
    expect(await subjects()).toHaveLength(1);
  });

  it('one whose sending was delayed waits for the morning too', async () => {
    await booked();
    await remindAt(daysBefore(9.9));
    const night = new Date('2026-06-01T01:30:00Z');
    expect(await mailbox.deliver(() => night)).toEqual([]);
    const { rows } = await app.pool.query(
      "select extract(epoch from start_after - created_on)::integer as wait from pgboss.job where name = 'emails' and state = 'created'",
    );
    expect(rows).toEqual([{ wait: 9.5 * 3_600 }]);
    await app.pool.query("update pgboss.job set start_after = now() where name = 'emails'");
    expect(await subjects()).toHaveLength(1);
  });
});

describe('missing data', () => {
  it('is asked for 5 and 2 days before clients may no longer fill it in, by person', async () => {
    const family = await booked({ paid: 'full', complete: false });
    const { code } = family.reservation;
    for (const days of [7.1, 7, 6]) await remindAt(daysBefore(days));
    const [mail, ...more] = await mailbox.deliver();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Dados pendentes da reserva ${code} – Rota das Águas`);
    expect(mail?.text).toContain('faltam os dados de 2 pessoas.');
    expect(mail?.text).toContain(`Complete na página da reserva até ${momentOfEmail(daysBefore(2))}.`);
    expect(mail?.text).toMatch(new RegExp(`${family.reservation.participants[0]?.name}:? ponto de embarque`));
    expect(mail?.text).toMatch(
      /Pessoa 2 \(Adulto\):? nome completo, nascimento, documento, órgão emissor e ponto de embarque/,
    );
    await remindAt(daysBefore(4));
    expect(await subjects()).toHaveLength(1);
    await fillIn(family);
  });

  it('that is filled in meanwhile is not asked for', async () => {
    const family = await booked({ paid: 'full', complete: false });
    await remindAt(daysBefore(6));
    await fillIn(family);
    expect(await mailbox.deliver()).toEqual([]);
    await remindAt(daysBefore(4));
    expect(await mailbox.deliver()).toEqual([]);
  });

  it('of somebody without an account is asked for by a link of their own', async () => {
    const { payer } = await booked({ paid: 'full', complete: false });
    await app.db.updateTable('users').set({ subject: null, issuer: null }).where('id', '=', payer.id).execute();
    await remindAt(daysBefore(6));
    const [mail] = await mailbox.deliver();
    expect(mail?.text).toMatch(/Completar os dados https:\/\/[^ ]+\/reserva#[\w-]{43}/);
    expect(mail?.text).not.toContain('minhasreservas');
  });
});

describe('the day before departure', () => {
  it('says where and when to board, what to bring, whom to call and what is still to be paid', async () => {
    const { reservation } = await booked();
    const beforeNine = daysBefore(1, 1.1);
    await app.db.updateTable('trip_reminders').set({ done_at: new Date() }).execute();
    await remindAt(beforeNine);
    const other = (await subjects()).filter((subject) => subject.includes('amanhã'));
    expect(other).toEqual([]);
    for (const hours of [1, 0]) await remindAt(daysBefore(1, hours));
    const [mail, ...more] = await mailbox.deliver(() => daysBefore(1));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('É amanhã: Cânions de Furnas – Rota das Águas');
    for (const said of [
      `Cânions de Furnas sai amanhã, ${momentOfEmail(tenOClock(30))}.`,
      reservation.code,
      '05:00 – Rodoviária',
      'Documento original com foto',
      'Protetor solar',
      'WhatsApp (35) 98811-2233 · (35) 3221-0000 · oi@rota.example',
      'Ainda falta pagar R$ 264,60.',
    ]) {
      expect(mail?.text).toContain(said);
    }
  });

  it('held up overnight, says that it is today', async () => {
    await booked({ paid: 'full' });
    await remindAt(daysBefore(1));
    const [mail] = await mailbox.deliver(() => daysBefore(0, 1));
    expect(mail?.subject).toBe('É hoje: Cânions de Furnas – Rota das Águas');
    expect(mail?.text).toContain(`Cânions de Furnas sai hoje, ${momentOfEmail(tenOClock(30))}.`);
    expect(mail?.text).not.toMatch(/amanhã/i);
  });

  it('leads to the voucher once everything is paid', async () => {
    const { reservation } = await booked({ paid: 'full' });
    await remindAt(daysBefore(1));
    const [mail] = await mailbox.deliver();
    expect(mail?.text).toContain(`Abrir o voucher ${publicUrl}/minhasreservas/${reservation.code}/voucher`);
    expect(mail?.text).not.toContain('falta pagar');
  });

  it('skips payers who cancelled or have no address', async () => {
    const [cancelled, guest] = [await booked({ paid: 'full' }), await booked({ paid: 'full' })];
    const { id } = await createGuestPerson(app, { name: 'Dona Nair' });
    await change(guest.id, { user_id: id });
    await change(cancelled.id, { state: 'cancelled', cancelled_at: new Date() });
    await remindAt(daysBefore(1));
    expect(await mailbox.deliver()).toEqual([]);
  });
});

describe('several processes', () => {
  it('remind each of 450 reservations once, also if one of them is killed at work', async () => {
    const trip = await tripInAMonth(app, { capacity: 450 });
    await holdPlaces(app, trip.id, 450, daysBefore(20));
    await app.db.updateTable('reservations').set({ state: 'booked' }).where('trip_id', '=', trip.id).execute();
    const other = await startAnotherProcess(app);
    const dying = { ...parts(), jobs: { enqueueAll: () => Promise.reject(new Error('killed')) } };
    await expect(sendReminders(dying, { now: daysBefore(9.9) })).rejects.toThrow('killed');
    await Promise.all([remindAt(daysBefore(9.9)), remindAt(daysBefore(9.9), other), remindAt(daysBefore(9.9))]);
    await remindAt(daysBefore(9.8), other);
    await other.close();
    const notified = await queued();
    expect([notified.length, new Set(notified).size]).toEqual([450, 450]);
    await app.pool.query("delete from pgboss.job where name = 'emails'");
  });
});
