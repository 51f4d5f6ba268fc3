import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import type { Mailbox } from '../../../test/mailbox.ts';
import { createFamily } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import {
  appForReminders,
  daysBefore,
  momentOfEmail,
  openMailboxOfTest,
  tripInAMonth,
} from '../../../test/reminders.ts';
import { recordReportedNow } from '../payments/index.ts';
import { notifyNewReservations } from './send-reminders.ts';

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

const parts = () => ({ ...app.app.deps, jobs: mailbox.jobs, publicUrl });
const subjects = async () => (await mailbox.deliver()).map(({ subject }) => subject);

/** Subjects of e-mails about the money itself. */
const ofMoney = /^(Pagamento confirmado|Recebemos o seu pagamento)/;

type Family = Awaited<ReturnType<typeof createFamily>>;
const pay = async (family: Pick<Family, 'id' | 'payer'>, purpose: 'deposit' | 'full') => {
  await recordReportedNow(parts(), pixFor(await chargeOf(app, family, purpose)));
};
const payPart = async (family: Pick<Family, 'id' | 'payer'>) => {
  await recordReportedNow(parts(), pixFor(await chargeOf(app, family, 'deposit'), { amountCents: 1_000 }));
};
const change = (id: string, set: object) => app.db.updateTable('reservations').set(set).where('id', '=', id).execute();

describe('a new reservation of the site', () => {
  it('its payer is notified once, at any hour, with deposit, deadline and where to pay', async () => {
    const family = await createFamily(app, { adult: 2 }, { trip: await tripInAMonth(app) });
    const { code, holdExpiresAt } = family.reservation;
    const night = new Date('2026-06-01T05:00:00Z');
    await notifyNewReservations(parts(), night);
    await notifyNewReservations(parts());
    const [mail, ...more] = await mailbox.deliver(() => night);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: family.payer.email,
      subject: `Recebemos a sua reserva ${code} – Rota das Águas`,
    });
    expect(mail?.text).toContain(
      `Recebemos a sua reserva ${code} em Cânions de Furnas, para 2 pessoas. As suas vagas estão guardadas até ${momentOfEmail(new Date(holdExpiresAt ?? ''))}.`,
    );
    expect(mail?.text).toContain('falta o sinal de R$ 113,40. Pague na página da reserva');
    expect(mail?.text).toContain(`Pagar com Pix ${publicUrl}/minhasreservas/${code}`);
  });

  it('without a deposit is confirmed, with what is to be paid until when', async () => {
    const family = await createFamily(app, { adult: 1 }, { trip: await tripInAMonth(app, { deposit_percent: 0 }) });
    await notifyNewReservations(parts());
    const [mail] = await mailbox.deliver();
    expect(mail?.subject).toContain(`A sua reserva ${family.reservation.code} está confirmada`);
    expect(mail?.text).toContain(`O valor de R$ 189,00 pode ser pago até ${momentOfEmail(daysBefore(3))}.`);
  });

  it.each([
    ['was paid meanwhile', async (one: Family) => pay(one, 'deposit')],
    ['was paid in part meanwhile', async (one: Family) => payPart(one)],
    ['expired meanwhile', async (one: Family) => change(one.id, { state: 'expired' })],
    ['was made by staff', async (one: Family) => change(one.id, { channel: 'operator' })],
    ['is an offer', async (one: Family) => change(one.id, { channel: 'waiting_list' })],
    ['is older than this feature', async (one: Family) => change(one.id, { acknowledged_at: new Date() })],
  ])('its payer is not notified if it %s', async (_, happen) => {
    const family = await createFamily(app, { adult: 1 }, { trip: await tripInAMonth(app) });
    await happen(family);
    await notifyNewReservations(parts());
    expect((await subjects()).filter((subject) => !ofMoney.test(subject))).toEqual([]);
  });

  it('its payer is not notified if the reason goes between queueing and sending', async () => {
    const family = await createFamily(app, { adult: 1 }, { trip: await tripInAMonth(app) });
    await notifyNewReservations(parts());
    await change(family.id, { state: 'cancelled', cancelled_at: new Date() });
    expect(await mailbox.deliver()).toEqual([]);
  });

  it('is notified once by any number of processes', async () => {
    const families = [];
    for (let count = 0; count < 6; count += 1) {
      families.push(await createFamily(app, { adult: 1 }, { trip: await tripInAMonth(app) }));
    }
    await Promise.all([notifyNewReservations(parts()), notifyNewReservations(parts()), notifyNewReservations(parts())]);
    expect(new Set(await subjects()).size).toBe(6);
  });
});
