import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, createPerson } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import {
  buildChatApp,
  type ChatApp,
  messagesOf,
  newPhone,
  startTestWhatsApp,
  type TestWhatsApp,
  untilMessages,
} from '../../../test/whatsapp/chat-app.ts';
import { recordReportedNow } from '../payments/index.ts';
import { notifyNewReservations } from '../reminders/index.ts';

let demo: TestWhatsApp;
let app: ChatApp;
beforeAll(async () => {
  demo = await startTestWhatsApp();
  app = await buildChatApp(demo, { pixInChat: 'button' });
  await app.work();
});
afterAll(async () => {
  await app.close();
  await demo.stop();
});

const parts = () => ({ ...app.app.deps, jobs: app.jobs, publicUrl: 'https://passeio.example' });
const linesOf = (phone: string) => demo.chats.clients.get(phone.slice(1))?.lines ?? [];

async function reserve() {
  const phone = newPhone();
  const family = await createFamily(app, { adult: 2 }, { trip: await createFamilyTrip(app) });
  await app.db
    .updateTable('users')
    .set({ contact: phone, message_channel: 'whatsapp' })
    .where('id', '=', family.payer.id)
    .execute();
  return { ...family, phone };
}

async function write(phone: string) {
  const client = demo.chats.clientOf(phone.slice(1));
  const line = { from: 'client', kind: 'text', text: 'Oi', status: 'delivered', category: 'service' } as const;
  demo.webhooks.message(client, demo.chats.add(client, line));
  await expect.poll(async () => (await messagesOf(app, phone)).length).toBe(1);
}

describe('a payment in the chat', () => {
  it('is a button of the template while the conversation is closed, and is confirmed by what the bank says', async () => {
    const family = await reserve();
    const { phone, reservation } = family;
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ kind: 'template', status: 'delivered' }]);
    const [asked] = linesOf(phone);
    const charge = await chargeOf(app, family, 'deposit');
    expect(asked?.order).toMatchObject({ reference: charge.txid, amountCents: 11_340, code: charge.payload });
    await recordReportedNow(parts(), pixFor(charge));
    await untilMessages(app, phone, [{}, { about: 'paymentConfirmed', kind: 'template', status: 'delivered' }]);
    expect(linesOf(phone)[1]?.text).toContain(`Pagamento confirmado: reserva ${reservation.code}`);
  });

  it('is a message of its own while it is open, and the confirmation closes it there', async () => {
    const family = await reserve();
    const { phone, reservation } = family;
    await write(phone);
    await notifyNewReservations(parts());
    await expect.poll(() => linesOf(phone).length, { timeout: 15_000 }).toBe(2);
    const charge = await chargeOf(app, family, 'deposit');
    expect(linesOf(phone)[1]).toMatchObject({
      kind: 'order_details',
      order: { reference: charge.txid, status: 'pending' },
    });
    await expect.poll(async () => (await messagesOf(app, phone)).at(-1)?.status).toBe('delivered');
    await recordReportedNow(parts(), pixFor(charge));
    await expect.poll(() => linesOf(phone).length, { timeout: 15_000 }).toBe(3);
    expect(linesOf(phone)[2]).toMatchObject({
      kind: 'order_status',
      order: { reference: charge.txid, status: 'completed' },
      text: expect.stringContaining('A sua reserva está confirmada.'),
    });
    expect(linesOf(phone)[2]?.text).toContain(reservation.code);
  });

  it('is not asked for once it was paid', async () => {
    const family = await reserve();
    await recordReportedNow(parts(), pixFor(await chargeOf(app, family, 'full')));
    await notifyNewReservations(parts());
    await untilMessages(app, family.phone, [{ about: 'paymentConfirmed', status: 'delivered' }]);
    expect(linesOf(family.phone).map(({ order }) => order)).toEqual([undefined]);
  });
});

describe('templates', () => {
  it('are submitted once, with what Meta says of each', async () => {
    const admin = await createPerson(app, 'ADMIN');
    demo.chats.templates.delete('passeio_refund_paid_v1 pt_BR');
    demo.chats.approves = false;
    const before = (await call(app, 'GET', '/api/whatsapp/templates', admin)).body.data;
    expect(before.length).toBeGreaterThan(28);
    const { status, body } = await call(app, 'POST', '/api/whatsapp/templates', {
      token: admin.token,
      body: undefined,
    });
    expect(status).toBe(200);
    const states = Object.groupBy(body.data as { name: string; state: string }[], ({ state }) => state);
    expect(states.PENDING?.map(({ name }) => name)).toEqual(['passeio_refund_paid_v1']);
    expect(demo.chats.templates.size).toBe(before.length);
    demo.chats.approves = true;
  });

  it('tell what to do while Meta does not answer', async () => {
    const admin = await createPerson(app, 'ADMIN');
    demo.chats.condition = 'away';
    const { status, body } = await call(app, 'POST', '/api/whatsapp/templates', {
      token: admin.token,
      body: undefined,
    });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'WHATSAPP_UNAVAILABLE' });
    demo.chats.condition = 'open';
  });
});
