import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily, type Family } from '../../../../test/parties.ts';
import { pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';

const REASON = 'O comprovante é de um Pix agendado, que ainda não foi pago.';

let app: TestApp;
let staff: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  await app.db.updateTable('operator').set({ time_zone: 'Asia/Tokyo', name: 'Rota das Águas' }).execute();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

async function send(family?: Family) {
  const made = family ?? (await createFamily(app, { adult: 1 }));
  const { body } = await sendReceipt(app, made.id, made.payer, pdf());
  return { ...made, receiptId: body.id as string };
}

describe('the e-mail about a receipt', () => {
  it('that came says that it confirms nothing yet', async () => {
    const { payer, reservation } = await send();
    const [mail, ...more] = await mailbox.deliver();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: payer.email,
      subject: `Recebemos o comprovante da reserva ${reservation.code} – Rota das Águas`,
    });
    expect(mail?.text).toContain('O envio do comprovante não confirma a reserva.');
    expect(mail?.text).toContain(`/minhasreservas/${reservation.code}`);
  });

  it('that came for an expired reservation promises no places', async () => {
    const family = await createFamily(app, { adult: 1 });
    await app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', family.id).execute();
    await send(family);
    const [mail] = await mailbox.deliver();
    expect(mail?.text).toContain('O prazo desta reserva já passou.');
    expect(mail?.text).not.toContain('vagas ficam guardadas');
  });

  it('that was rejected says why, until when the places are held, and leads to the reservation', async () => {
    const { id, receiptId, reservation, payer } = await send();
    await mailbox.deliver();
    await app.db
      .updateTable('reservations')
      .set({ hold_expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute();
    const { body } = await reviewReceipt(app, receiptId, staff, { reason: REASON });
    const [mail] = await mailbox.deliver();
    expect(mail).toMatchObject({
      to: payer.email,
      subject: `Não conseguimos aceitar o comprovante da reserva ${reservation.code} – Rota das Águas`,
    });
    expect(mail?.text).toContain(`Motivo: ${REASON}`);
    const deadline = new Date(body.reservation.holdExpiresAt);
    const hour = deadline.toLocaleTimeString('pt-BR', { timeZone: 'Asia/Tokyo', timeStyle: 'short' });
    expect(mail?.text).toMatch(new RegExp(`As suas vagas estão guardadas até \\d\\d/\\d\\d/\\d{4} às ${hour}\\.`));
    expect(mail?.text).toContain(`/minhasreservas/${reservation.code}`);
  });

  it('keeps what staff typed as text', async () => {
    const { receiptId } = await send();
    await mailbox.deliver();
    await reviewReceipt(app, receiptId, staff, { reason: '<img src=x onerror=alert(1)> https://mal.example' });
    const [mail] = await mailbox.deliver();
    expect(mail?.html).not.toContain('<img src=x');
    expect(mail?.html).not.toContain('href="https://mal.example');
  });

  it('is not sent once its reason is gone', async () => {
    // Reviewed before the e-mail that it came was sent.
    const rejected = await send();
    await reviewReceipt(app, rejected.receiptId, staff, { reason: REASON });
    // Another one came since.
    await send(rejected);
    // Cancelled since.
    const cancelled = await send();
    await reviewReceipt(app, cancelled.receiptId, staff, { reason: REASON });
    await call(app, 'POST', `/api/reservations/${cancelled.id}/cancel`, { token: cancelled.payer.token });
    const mails = await mailbox.deliver();
    // And of the cancellation itself.
    expect(mails).toHaveLength(2);
    expect(Object.fromEntries(mails.map(({ to, subject }) => [to, subject.slice(0, 8)]))).toEqual({
      [rejected.payer.email]: 'Recebemo',
      [cancelled.payer.email]: 'A reserv',
    });
  });

  it('is not sent for what was refused', async () => {
    const { id, payer } = await send();
    await mailbox.deliver();
    await sendReceipt(app, id, payer, pdf());
    expect(await mailbox.deliver()).toEqual([]);
  });
});
