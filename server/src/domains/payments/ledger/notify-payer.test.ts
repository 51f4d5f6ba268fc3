import { formatLongMoment } from '@passeio/contract/format-moments';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily, createFamilyTrip } from '../../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../../test/pix.ts';
import { recordReportedNow } from '../index.ts';

let app: TestApp;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestApp();
  const operator = { name: 'Rota das Águas', phone: '+553532210000', email: 'oi@rotadasaguas.example' };
  await app.db.updateTable('operator').set(operator).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const publicUrl = 'https://passeio.example';
const record = (pix: ReturnType<typeof pixFor>) =>
  recordReportedNow({ ...app.app.deps, jobs: mailbox.jobs, publicUrl }, pix);
const family = async (overrides?: Parameters<typeof createFamilyTrip>[1]) =>
  createFamily(app, { adult: 2 }, { trip: await createFamilyTrip(app, overrides) });
const setState = (id: string, state: 'expired' | 'cancelled') =>
  app.db
    .updateTable('reservations')
    .set({ state, cancelled_at: state === 'cancelled' ? new Date() : null })
    .where('id', '=', id)
    .execute();

describe('the e-mail about a Pix that came', () => {
  it('confirms the reservation and is its voucher', async () => {
    // At noon: a balance is not due in the night.
    const departs_at = new Date(new Date(Date.now() + 30 * 24 * 3_600_000).setUTCHours(15, 0, 0, 0));
    const { id, payer, trip, reservation } = await family({
      ...{ departs_at, balance_due_hours: 72, bring: ['Protetor solar'] },
    });
    await app.db
      .updateTable('participants')
      .set({ boarding_point_id: trip.boardingPointId })
      .where('reservation_id', '=', id)
      .execute();
    await record(pixFor(await chargeOf(app, { id, payer }, 'deposit')));
    const [mail, ...more] = await mailbox.deliver();

    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: payer.email,
      subject: `Pagamento confirmado: reserva ${reservation.code} – Rota das Águas`,
    });
    const { text = '', html = '' } = mail ?? {};
    const at = (instant: Date) => instant.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
    expect(text).toContain(`Recebemos R$ 113,40 (Pix) da reserva ${reservation.code} em Cânions de Furnas.`);
    const until = at(new Date(trip.departsAt.getTime() - 72 * 3_600_000));
    expect(text).toMatch(new RegExp(`Falta pagar R\\$ 264,60, até ${until} às \\d\\d:\\d\\d\\.`));
    expect(text).toMatch(new RegExp(`Abrir o voucher ${publicUrl}/minhasreservas/${reservation.code}/voucher(?!\\S)`));
    for (const said of [text, html.replaceAll(/\s+/g, ' ')]) {
      expect(said).toContain(reservation.code);
      expect(said).toContain(formatLongMoment(trip.departsAt.toISOString(), 'America/Sao_Paulo'));
      expect(said).toContain('Documento original com foto');
      expect(said).toContain('Protetor solar');
      expect(said).toContain('Rodoviária');
      expect(said.replaceAll(/<[^>]+>/g, '')).toContain('(35) 3221-0000 · oi@rotadasaguas.example');
    }
  });

  it('has the voucher once, with its files to print and for the calendar', async () => {
    const { id, payer, reservation } = await family();
    await record(pixFor(await chargeOf(app, { id, payer }, 'deposit')));
    const [first] = await mailbox.deliver();
    const files = (first?.files ?? []).map(({ filename, contentType }) => [filename, contentType]);
    expect(files).toEqual([
      [`voucher-${reservation.code}.pdf`, 'application/pdf'],
      [`voucher-${reservation.code}.ics`, 'text/calendar; charset=utf-8'],
    ]);
    expect(first?.files?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
    await record(pixFor(await chargeOf(app, { id, payer }, 'balance')));
    const [second] = await mailbox.deliver();
    expect(second?.files).toBeUndefined();
    expect(second?.text).not.toContain('Documento original com foto');
  });

  it('has a calendar file that leads to the private link where the payer has no account', async () => {
    const { id, payer } = await family();
    const charge = await chargeOf(app, { id, payer }, 'deposit');
    await app.db.updateTable('users').set({ issuer: null, subject: null }).where('id', '=', payer.id).execute();
    await record(pixFor(charge));
    const [mail] = await mailbox.deliver();
    const link = /\/reserva\?ver=voucher#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    expect(link).toBeDefined();
    expect(mail?.files?.[1]?.content.toString().replaceAll('\r\n ', '')).toContain(`/reserva#${link}\r\n`);
  });

  it('that is a part of the deposit says what is missing, and is no voucher', async () => {
    const { id, payer } = await family();
    await record({ ...pixFor(await chargeOf(app, { id, payer }, 'deposit')), amountCents: 5_000 });
    const [mail] = await mailbox.deliver();
    expect(mail?.subject).toContain('Recebemos o seu pagamento');
    expect(mail?.text).toMatch(/Falta R\$ 63,40 do sinal para confirmar a reserva, até \d\d\/\d\d\/\d{4} às/);
    expect(mail?.text.toLowerCase()).not.toContain('voucher');
  });

  it.each(['expired', 'cancelled'] as const)(
    'for a reservation that is %s says when the money goes back',
    async (state) => {
      const trip = await createFamilyTrip(app, { capacity: 2 });
      const { id, payer } = await createFamily(app, { adult: 2 }, { trip });
      const charge = await chargeOf(app, { id, payer }, 'deposit');
      await setState(id, state);
      await createFamily(app, { adult: 2 }, { trip });
      await record(pixFor(charge));
      const [mail] = await mailbox.deliver();
      expect(mail?.subject).toContain('que não vale mais');
      expect(mail?.text).toMatch(/devolvemos R\$ 113,40 até \d\d\/\d\d\/\d{4}[^.]*\. Avisamos quando sair/);
      expect(mail?.text).toContain(
        state === 'expired' ? 'as vagas foram para outras pessoas' : 'já tinha sido cancelada',
      );
    },
  );

  it('is sent once however often the bank reports the Pix, and says what goes back of a doubled payment', async () => {
    const { id, payer } = await family();
    const charge = await chargeOf(app, { id, payer }, 'full');
    const first = pixFor(charge);
    await Promise.all([record(first), record(first), record(first)]);
    await record(first);
    await record(pixFor(charge));
    const texts = (await mailbox.deliver()).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain('Está tudo pago.');
    expect(texts.filter((text) => /Você pagou R\$ 378,00 a mais\. Devolvemos até/.test(text))).toHaveLength(1);
  });

  it('with the voucher is not sent once the reservation was cancelled', async () => {
    const { token } = await createPerson(app, 'ADMIN');
    const { id, payer } = await family();
    await record(pixFor(await chargeOf(app, { id, payer }, 'deposit')));
    const path = `/api/reservations/${id}/cancellation`;
    expect((await call(app, 'POST', path, { token, body: { reason: 'A pedido' } })).status).toBe(200);
    expect((await mailbox.deliver()).filter(({ text }) => /voucher/i.test(text))).toEqual([]);
    const voucher = await call(app, 'GET', `/api/reservations/${id}/voucher`, { token: payer.token });
    expect(voucher).toMatchObject({ status: 409, body: { code: 'VOUCHER_OVER' } });
  });

  it('is not sent once the payment was put right, nor to a payer without an address', async () => {
    const { token } = await createPerson(app, 'ADMIN');
    const { id, payer } = await family();
    await record(pixFor(await chargeOf(app, { id, payer }, 'full')));
    const { body } = await call(app, 'GET', `/api/reservations/${id}/payments`, { token });
    const path = `/api/reservations/${id}/payments/${body.data[0].id}/reversal`;
    expect((await call(app, 'POST', path, { token, body: { reason: 'Era de outra' } })).status).toBe(201);

    const guest = await family();
    const charge = await chargeOf(app, guest, 'full');
    await app.db
      .updateTable('users')
      .set({ email: null, issuer: null, subject: null })
      .where('id', '=', guest.payer.id)
      .execute();
    await record(pixFor(charge));
    expect(await mailbox.deliver()).toEqual([]);
  });
});
