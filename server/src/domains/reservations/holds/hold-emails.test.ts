import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily } from '../../../../test/parties.ts';
import { sweepHolds } from './expire-holds.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestApp();
  await app.db.updateTable('operator').set({ time_zone: 'Asia/Tokyo', name: 'Rota das Águas' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const sweep = () => sweepHolds({ ...app.app.deps, jobs: mailbox.jobs, publicUrl: 'https://passeio.example' });
const setDeadline = async (id: string, deadline: Date) => {
  const created_at = new Date(deadline.getTime() - 24 * 60 * MINUTE_MS);
  const change = { hold_expires_at: deadline, created_at };
  await app.db.updateTable('reservations').set(change).where('id', '=', id).execute();
};
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const inTokyo = (deadline: Date) => {
  const text = (options: object) => deadline.toLocaleString('pt-BR', { timeZone: 'Asia/Tokyo', ...options });
  return `${text({ day: '2-digit', month: '2-digit', year: 'numeric' })} às ${text({ timeStyle: 'short' })}`;
};

const noWays = { pix_key: '', has_payment_provider: false, email: '', whatsapp: '', phone: '' };
const setOperator = (change: Partial<typeof noWays>) =>
  app.db
    .updateTable('operator')
    .set({ ...noWays, ...change })
    .execute();

describe('the e-mail about a hold', () => {
  it('that is about to end says until when, for which trip, what is missing, and leads to the reservation', async () => {
    const { id, payer, reservation } = await createFamily(app, { adult: 1 });
    const deadline = inMinutes(90);
    await setDeadline(id, deadline);
    await sweep();
    const [mail, ...more] = await mailbox.deliver();

    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: payer.email,
      subject: `A sua reserva ${reservation.code} está para expirar – Rota das Águas`,
    });
    const { text = '' } = mail ?? {};
    expect(text).toContain(
      `As vagas da sua reserva ${reservation.code} em Cânions de Furnas estão guardadas até ${inTokyo(deadline)}.`,
    );
    expect(text).toMatch(/R\$\s56,70/);
    expect(text).toContain(`https://passeio.example/minhasreservas/${reservation.code}`);
  });

  it.each([
    ["the operator's own key", { pix_key: 'pix@rotadasaguas.example' }],
    ['a provider', { has_payment_provider: true }],
  ])('leads to paying by Pix with %s', async (_, receiver) => {
    await setOperator(receiver);
    const { id, reservation } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(90));
    await sweep();
    const [mail] = await mailbox.deliver();
    expect(mail?.text).toContain('Falta pagar R$ 56,70 do sinal. Pague na página da reserva');
    expect(mail?.text).toContain(`Pagar com Pix https://passeio.example/minhasreservas/${reservation.code}`);
    expect(mail?.text).not.toContain('Para pagar,');
  });

  it('says how to pay where there is no Pix, and answers go to the operator', async () => {
    await setOperator({ email: 'oi@rota.example', whatsapp: '+5535988112233' });
    const { id, reservation } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(90));
    await sweep();
    const [mail] = await mailbox.deliver();
    expect(mail?.text).toContain(
      `Para pagar, responda este e-mail ou chame no WhatsApp (35) 98811-2233 e diga o código ${reservation.code}.`,
    );
    expect(mail?.text).not.toMatch(/Pix/);
    expect(mail?.replyTo).toBe('oi@rota.example');
  });

  it('leads somebody without an account to Pix by a link of their own', async () => {
    await setOperator({ pix_key: 'pix@rotadasaguas.example', phone: '+553532210000' });
    const { id, payer } = await createFamily(app, { adult: 1 });
    await app.db.updateTable('users').set({ subject: null, issuer: null }).where('id', '=', payer.id).execute();
    await setDeadline(id, inMinutes(90));
    await sweep();
    const [mail] = await mailbox.deliver();
    expect(mail?.text).toMatch(/Pagar com Pix https:\/\/passeio\.example\/reserva#[\w-]{43}/);
  });

  it('that has expired leads to the trip', async () => {
    const { id, reservation } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(-1));
    await sweep();
    const [mail] = await mailbox.deliver();
    expect(mail?.subject).toBe(`A reserva ${reservation.code} expirou – Rota das Águas`);
    expect(mail?.text).toContain(`https://passeio.example/portal/passeio/${reservation.trip.slug}`);
    expect(mail?.text).not.toContain('minhasreservas');
  });

  it('leads somebody without an account to the reservation by a link of their own', async () => {
    const { token } = await createPerson(app, 'OPERATOR');
    const trip = await createTrip(app);
    const guest = await createGuestPerson(app, { name: 'Dona Nair' });
    await app.db.updateTable('users').set({ email: 'nair@exemplo.com.br' }).where('id', '=', guest.id).execute();
    const body = { personId: guest.id };
    const { id } = (await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token, body })).body;
    await setDeadline(id, inMinutes(90));
    await sweep();
    const [mail] = await mailbox.deliver();
    expect(mail?.to).toBe('nair@exemplo.com.br');
    const link = /\/reserva#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    const read = await call(app, 'POST', '/api/reservation-links/read', { body: { token: link } });
    expect(read).toMatchObject({ status: 200, body: { id } });
  });

  it.each([
    ['it was paid', { state: 'booked' as const }],
    ['it has another deadline', { hold_expires_at: inMinutes(24 * 60) }],
    ['it has no deadline any more', { hold_expires_at: null }],
  ])('is not sent once %s', async (_, change) => {
    const { id } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(90));
    await sweep();
    await app.db.updateTable('reservations').set(change).where('id', '=', id).execute();
    expect(await mailbox.deliver()).toEqual([]);
  });

  it('that expired is not sent once it was reinstated', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    await setDeadline(id, inMinutes(-1));
    await sweep();
    await app.db.updateTable('reservations').set({ state: 'booked' }).where('id', '=', id).execute();
    expect(await mailbox.deliver()).toEqual([]);
  });
});
