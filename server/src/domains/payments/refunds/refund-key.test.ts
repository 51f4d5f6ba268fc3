import type { TimelineItem } from '@passeio/contract/reservations/timeline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestApp } from '../../../../test/app.ts';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { cancelling } from '../../../../test/cancellations.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { entriesOf } from '../../../../test/parties.ts';
import { pollProvider } from '../provider/poll-provider.ts';

const KEY = 'maria@viajantes.example';

let app: TestApp;
let staff: Person;
let mailbox: Mailbox;
let steps: ReturnType<typeof cancelling>;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'OPERATOR');
  steps = cancelling(app, () => staff);
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const give = (id: string, { token }: Person, pixKey = KEY) =>
  call(app, 'PUT', `/api/reservations/${id}/refund/pix-key`, { token, body: { pixKey } });
const shown = async (id: string, { token }: Person) =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token })).body.refund;
const listed = async (id: string) =>
  (await call(app, 'GET', '/api/payments/refunds?size=100', { token: staff.token })).body.data.find(
    (one: { reservation: { id: string } }) => one.reservation.id === id,
  );

/** Cancelled after it was paid, with the e-mails about that out of the way. */
async function cancelled() {
  const family = await steps.family(20_000);
  await steps.cancel(family.id, family.payer, { refundCents: 12_440 });
  await mailbox.deliver();
  return family;
}

it('the payer says to which key the refund goes: masked for them, whole for staff, sent by e-mail and shown in the timeline', async () => {
  const { id, payer } = await cancelled();
  expect(await shown(id, payer)).toMatchObject({ state: 'due', pixKey: '', throughProvider: false });

  expect(await give(id, payer)).toMatchObject({ status: 200, body: { pixKey: 'm•••@viajantes.example' } });

  expect(await shown(id, payer)).toMatchObject({ pixKey: 'm•••@viajantes.example' });
  expect(await listed(id)).toMatchObject({ pixKey: KEY, keyChanged: { by: expect.any(String), isPayer: true } });
  expect((await entriesOf(app, id)).at(-1)).toMatchObject({
    action: 'reservation.refund_changed',
    actor_id: payer.id,
    changes: { pixKey: ['', 'm•••@viajantes.example'] },
  });
  const { data } = (await call(app, 'GET', `/api/reservations/${id}/timeline`, { token: payer.token })).body;
  expect(data.map(({ sentence }: TimelineItem) => sentence)).toContain(
    'Você informou a chave Pix da devolução: m•••@viajantes.example',
  );
  const [mail, ...more] = await mailbox.deliver();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: payer.email,
    subject: expect.stringMatching(/^A chave Pix da sua devolução mudou/),
  });
  expect(mail?.text).toContain('O valor vai para a chave m•••@viajantes.example.');
  expect(mail?.text).not.toContain(KEY);

  // The same again changes nothing and notifies nobody.
  expect((await give(id, payer)).status).toBe(200);
  expect(await mailbox.deliver()).toEqual([]);
});

it('the payer is notified of a key that staff changes too, with the one before', async () => {
  const { id, payer } = await cancelled();
  await give(id, payer);
  await mailbox.deliver();
  const { id: refundId, promisedFor } = await listed(id);
  const body = { promisedFor, pixKey: 'outra@viajantes.example' };
  expect((await call(app, 'PUT', `/api/payments/refunds/${refundId}`, { token: staff.token, body })).status).toBe(200);
  const [mail] = await mailbox.deliver();
  expect(mail?.text).toContain('A nossa equipe mudou a chave Pix');
  expect(mail?.text).toContain('A chave anterior era m•••@viajantes.example.');
  expect(await listed(id)).toMatchObject({ keyChanged: { by: expect.any(String), isPayer: false } });
});

it('a refund key is refused to everybody else, for what is no key, without a refund and once it was paid', async () => {
  const { id, payer } = await cancelled();
  const notFound = { status: 404, body: { code: 'RESERVATION_NOT_FOUND' } };
  expect(await give(id, await createPerson(app))).toMatchObject(notFound);
  expect(await give(id, staff)).toMatchObject(notFound);
  expect((await give(id, payer, 'abc')).body.fields.pixKey).toContain('Chave Pix inválida');
  expect(await shown(id, payer)).toMatchObject({ pixKey: '' });

  const unpaid = await steps.family(0);
  expect((await give(unpaid.id, unpaid.payer)).body.code).toBe('REFUND_NOT_FOUND');

  const refund = { kind: 'refund', method: 'pix', amountCents: 12_440 };
  await call(app, 'POST', `/api/reservations/${id}/payments`, { token: staff.token, body: refund });
  expect(await give(id, payer)).toMatchObject({ status: 409, body: { code: 'REFUND_NOT_DUE' } });
});

it('a refund key is refused for money that returns to the account from which it came, until it was sent and after', async () => {
  const connected = await connectBank();
  try {
    const reservation = await reservationToPay(connected.app);
    const { id, payer } = reservation;
    await connected.pay((await reservation.openCharge()).txid, { aviso: 'lost' });
    await pollProvider(connected.parts);
    const { token } = await createPerson(connected.app, 'OPERATOR');
    const body = { reason: 'Desistiu' };
    await call(connected.app, 'POST', `/api/reservations/${id}/cancellation`, { token, body });
    const giveThere = () =>
      call(connected.app, 'PUT', `/api/reservations/${id}/refund/pix-key`, {
        token: payer.token,
        body: { pixKey: KEY },
      });
    expect((await reservation.shown()).refund).toMatchObject({ state: 'due', throughProvider: true });
    expect(await giveThere()).toMatchObject({ status: 409, body: { code: 'REFUND_TO_ORIGIN' } });
    const { id: refundId, amountCents } = (await reservation.shown()).refund;
    await call(connected.app, 'POST', `/api/payments/refunds/${refundId}/payment`, {
      token,
      body: { via: 'provider', amountCents },
    });
    expect((await giveThere()).body.code).toBe('REFUND_NOT_DUE');
  } finally {
    await connected.close();
  }
});

it('a refund key is changed only so often within an hour', async () => {
  const limited = await buildTestAppWithJobs({ config: { rateLimits: true } });
  try {
    const { token } = await createPerson(limited);
    const path = '/api/reservations/0197d2a4-5c3b-7d10-9a55-000000000001/refund/pix-key';
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1)
      statuses.push((await call(limited, 'PUT', path, { token, body: { pixKey: KEY } })).status);
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
  } finally {
    await limited.close();
  }
});
