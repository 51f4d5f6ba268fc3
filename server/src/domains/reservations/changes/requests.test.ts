import { moneyText } from '@passeio/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { departIn, entriesOf, placesTaken } from '../../../../test/parties.ts';
import { filesOfReceipts, sendReceipt } from '../../../../test/receipts.ts';
import { momentOfEmail } from '../../../../test/reminders.ts';
import { appForRequests, OPERATOR_EMAIL, PUBLIC_URL, requests } from '../../../../test/requests.ts';

let app: TestApp;
let staff: Person;
const { answer, ask, change, deps, mails, own, notifyNew, timeline, tripOnRequest } = requests(
  () => app,
  () => staff,
);
beforeAll(async () => {
  ({ app, staff } = await appForRequests(deps));
});
afterAll(() => app.close());

describe('a request', () => {
  it('of a trip that has left is not accepted any more', async () => {
    const family = await ask();
    await departIn(app, family.trip.id, -1);
    expect(await answer(family, 'acceptance')).toMatchObject({ status: 409, body: { code: 'TRIP_DEPARTED' } });
    expect(await own(family)).toMatchObject({ state: 'requested' });
  });

  it('holds its places until the operator’s deadline, owes nothing and says so', async () => {
    const family = await ask();
    const until = family.reservation.holdExpiresAt ?? '';
    expect(family.reservation).toMatchObject({
      ...{ state: 'requested', dueCents: 0, payable: false, cancellable: true, changeable: true },
      status: { key: 'request_pending', label: 'Pedido enviado', until },
    });
    const day = 24 * 3_600_000;
    const wait = Date.parse(until) - Date.now();
    expect(wait).toBeGreaterThan(day - 60_000);
    expect(wait).toBeLessThan(day + 10 * 3_600_000);
    expect(await placesTaken(app, family.trip.id)).toBe(2);
    const { body } = await call(app, 'POST', `/api/trips/enrrol/${family.trip.id}`, family.payer);
    expect(body.code).toBe('ALREADY_ENROLLED');
    expect(await timeline(family)).toEqual([
      [
        'Você pediu a reserva para 2 pessoas',
        `Valor total: ${moneyText(37_800)}`,
        `Respondemos até ${momentOfEmail(new Date(until))}`,
      ],
    ]);
  });

  it('its payer and the operator are notified, once', async () => {
    const { payer, reservation } = await ask();
    const until = momentOfEmail(new Date(reservation.holdExpiresAt ?? ''));
    const sent = await mails();
    expect(sent.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [
        [OPERATOR_EMAIL, `Pedido de reserva ${reservation.code}: Cânions de Furnas – Rota das Águas`],
        [payer.email, `Recebemos o seu pedido ${reservation.code} – Rota das Águas`],
      ].toSorted(),
    );
    for (const { text } of sent) expect(text).toContain(`até ${until}`);
    expect(sent.find(({ to }) => to === OPERATOR_EMAIL)?.text).toContain(
      `${PUBLIC_URL}/admin/passeios/reservas?lista=pedidos`,
    );
    expect(await mails()).toEqual([]);
  });

  it('nobody is notified once it was withdrawn', async () => {
    const family = await ask();
    await notifyNew();
    expect((await call(app, 'POST', `/api/reservations/${family.id}/cancel`, family.payer)).status).toBe(200);
    expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringContaining(family.reservation.code)]);
    expect((await own(family)).status).toMatchObject({ label: 'Pedido cancelado' });
    expect(await placesTaken(app, family.trip.id)).toBe(0);
  });

  it('costs nothing to withdraw, whatever the trip’s rules are', async () => {
    const tiers = JSON.stringify([{ minHoursBefore: 0, penaltyPercent: 100 }]);
    const family = await ask({ cancellation_tiers: tiers });
    await app.db.updateTable('operator').set({ withdrawal_right: false }).execute();
    const { body } = await call(app, 'GET', `/api/reservations/${family.id}/cancellation`, family.payer);
    await app.db.updateTable('operator').set({ withdrawal_right: true }).execute();
    expect(body).toMatchObject({ penaltyCents: 0, rule: 'Pedido ainda sem resposta: sem multa.' });
  });

  it('takes no money: no code, no receipt, no payment of staff, no confirmation, no other deadline or trip', async () => {
    const family = await ask();
    const path = `/api/reservations/${family.id}`;
    const elsewhere = await tripOnRequest();
    const codes = async (who: Person, ...calls: ['POST' | 'PUT', string, object?][]) =>
      Promise.all(
        calls.map(
          async ([method, rest, body]) => (await call(app, method, path + rest, { token: who.token, body })).body.code,
        ),
      );
    expect(await codes(family.payer, ['POST', '/charges', { purpose: 'deposit' }])).toEqual(['REQUEST_UNANSWERED']);
    const bare = { kind: 'deposit', method: 'cash', amountCents: 1_000 };
    expect(
      await codes(
        staff,
        ['POST', '/payments', bare],
        ['POST', '/confirmation'],
        ['PUT', '/hold', { holdExpiresAt: null }],
        ['POST', '/move', { tripId: elsewhere.id }],
      ),
    ).toEqual(Array(4).fill('REQUEST_TO_ANSWER'));
    for (const who of [family.payer, staff]) {
      expect(await sendReceipt(app, family.id, who)).toMatchObject({
        status: 409,
        body: { message: 'O pedido ainda espera a resposta da nossa equipe: por enquanto não há nada a pagar.' },
      });
    }
    expect(await filesOfReceipts(app)).toEqual([]);
    expect(await own(family)).toMatchObject({ state: 'requested', receivedCents: 0, receipt: null });
    expect((await entriesOf(app, family.id)).map(({ action }) => action)).toEqual(['reservation.requested']);
  });

  it('is staff’s work, the first deadline first, and counts as money nowhere', async () => {
    const [later, sooner] = [await ask(), await ask()];
    await change(sooner.id, { hold_expires_at: new Date(Date.now() + 3_600_000) });
    const { body } = await call(app, 'GET', '/api/overview/reservations?list=requests', staff);
    const ids = body.data.map(({ id }: { id: string }) => id);
    expect(ids.indexOf(sooner.id)).toBeLessThan(ids.indexOf(later.id));
    expect(body.data[0]).toMatchObject({ status: { label: 'Pedido enviado', nextStep: 'Responda ao pedido.' } });
    const today = await call(app, 'GET', '/api/overview/today', staff);
    expect(today.body.requests).toEqual({ reservations: body.page.total, cents: body.sumCents });
    const passengers = await call(app, 'GET', `/api/trips/${sooner.trip.id}/passengers`, staff);
    expect(passengers.body.totals).toMatchObject({ byState: { requested: 2 }, places: 2, dueCents: 0 });
    const money = await call(app, 'GET', `/api/trips/${sooner.trip.id}/money`, staff);
    expect(JSON.stringify(money.body)).not.toContain('37800');
  });

  it('is not taken too close to departure, and is answered before the last moment', async () => {
    const trip = await tripOnRequest();
    await departIn(app, trip.id, 2.2);
    const { token } = await createPerson(app);
    expect(await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token })).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_TOO_LATE' },
    });
    await departIn(app, trip.id, 5);
    const { body } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token });
    expect(Date.parse(body.holdExpiresAt)).toBeLessThanOrEqual(Date.now() + 3 * 3_600_000);
  });

  it('a staff booking is no request', async () => {
    const trip = await tripOnRequest();
    const personId = (await createPerson(app)).id;
    const { body } = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token: staff.token,
      body: { personId },
    });
    expect(body.state).toBe('held');
  });

  it('repeated with its key is the same request', async () => {
    const trip = await tripOnRequest();
    const { token } = await createPerson(app);
    const send = () =>
      call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token, headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
  });
});
