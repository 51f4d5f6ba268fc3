import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildChatApp,
  type ChatApp,
  messagesOf,
  newPhone,
  startTestWhatsApp,
  type TestWhatsApp,
  untilMessages,
  untilWorked,
  WRONG_ON_PURPOSE,
} from '../../../test/whatsapp/chat-app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { openConversation } from './contacts.ts';
import { enqueueMessage } from './enqueue-message.ts';

let demo: TestWhatsApp;
let app: ChatApp;
beforeAll(async () => {
  demo = await startTestWhatsApp();
  app = await buildChatApp(demo);
  await app.work();
});
afterAll(async () => {
  await app.close();
  await demo.stop();
});

const address = () => `${app.url}/webhooks/whatsapp/${demo.access.pathSecret}`;
const sign = (body: string, secret = demo.access.appSecret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
/** As no webhook of Meta's is. */
const post = (body: string, signature: string | null = sign(body), to = address()) =>
  fetch(to, {
    ...{ method: 'POST', body },
    headers: {
      ...{ 'content-type': 'application/json', [WRONG_ON_PURPOSE]: 'yes' },
      ...(signature !== null && { 'x-hub-signature-256': signature }),
    },
  });

const envelope = (value: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [{ id: demo.access.account, changes: [{ field, value }] }],
});
const ofNumber = (more: object) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '5535988112233', phone_number_id: demo.access.phoneNumberId },
  ...more,
});
const newWamid = () => `wamid.${randomUUID()}`;
const seconds = () => String(Math.floor(Date.now() / 1_000));

/** A webhook with a text of a contact. */
function written(from: { phone?: string; bsuid?: string }, body: string, id = newWamid()) {
  const wa_id = from.phone?.slice(1);
  return envelope(
    ofNumber({
      contacts: [{ profile: { name: 'Ana' }, ...(wa_id && { wa_id }), ...(from.bsuid && { user_id: from.bsuid }) }],
      messages: [
        {
          ...(wa_id && { from: wa_id }),
          ...(from.bsuid && { from_user_id: from.bsuid }),
          ...{ id, timestamp: seconds(), type: 'text', text: { body } },
        },
      ],
    }),
  );
}

const fromNobody = (body: string) => ({ id: newWamid(), timestamp: seconds(), type: 'text', text: { body } });

/** A webhook with what became of a message. */
const became = (id: string, status: string, more: object = {}) =>
  envelope(ofNumber({ statuses: [{ id, status, timestamp: seconds(), recipient_id: '5535988112001', ...more }] }));

/** A webhook as Meta sends it. */
async function send(payload: object) {
  const body = JSON.stringify(payload);
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(body) };
  expect((await fetch(address(), { method: 'POST', body, headers })).status).toBe(200);
}

/** A message that has been sent, as its row says. */
async function sentMessage() {
  const phone = newPhone();
  const id = randomUUID();
  const wamid = newWamid();
  await inTransaction(app.db, async (trx) => {
    const { id: conversationId } = await openConversation(trx, { bsuid: null, phone });
    await enqueueMessage(
      // Nothing sends it but this test.
      { enqueue: async () => undefined },
      {
        ...{ id, conversationId, content: { type: 'text', body: 'Oi' }, text: 'Oi' },
        ...{ reservationId: null, sentBy: null, about: 'tripThanks' },
      },
      trx,
    );
  });
  await app.db.updateTable('conversation_messages').set({ status: 'sent', wamid }).where('id', '=', id).execute();
  return { id, wamid, phone };
}

describe('the address of webhooks', () => {
  const ask = (query: Record<string, string>, to = address()) => fetch(`${to}?${new URLSearchParams(query)}`);
  const question = () => ({
    'hub.mode': 'subscribe',
    'hub.verify_token': demo.access.verifyToken,
    'hub.challenge': '1158201444',
  });

  it("answers Meta's question by its own words, and nobody's who has another token", async () => {
    const answer = await ask(question());
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
    expect((await ask({ ...question(), 'hub.verify_token': 'outro' })).status).toBe(403);
    expect((await ask({ ...question(), 'hub.challenge': '<script>' })).status).toBe(403);
    expect((await ask(question(), `${app.url}/webhooks/whatsapp/outro`)).status).toBe(404);
  });

  it('takes nothing that Meta has not signed', async () => {
    const phone = newPhone();
    const body = JSON.stringify(written({ phone }, 'forjada'));
    const right = sign(body);
    for (const signature of [
      ...[null, '', 'sha256=', 'sha256=00', sign(body, 'outro'), sign(`${body} `)],
      ...[right.slice(7), right.replace('sha256', 'sha1'), right.toUpperCase(), `${right}00`, `${right}, ${right}`],
    ]) {
      expect((await post(body, signature)).status).toBe(401);
    }
    expect((await post(body, sign(body), `${app.url}/webhooks/whatsapp/outro`)).status).toBe(404);
    expect(await messagesOf(app, phone)).toEqual([]);
  });

  it('refuses 4 MB, and what is signed and no webhook', async () => {
    const large = JSON.stringify({ ...written({ phone: newPhone() }, 'grande'), filler: 'x'.repeat(4 * 1024 * 1024) });
    expect((await post(large)).status).toBe(413);
    expect((await post('{')).status).toBe(400);
    expect((await post('{"object":"page","entry":[]}')).status).toBe(400);
  });

  it("passes over another account's, another number's and what it does not know", async () => {
    const phone = newPhone();
    const other = written({ phone }, 'de outra conta');
    const [entry] = other.entry;
    await send({ ...other, entry: [{ ...entry, id: '1' }] });
    const number = JSON.stringify(written({ phone }, 'de outro número')).replace(demo.access.phoneNumberId, '999');
    expect((await post(number)).status).toBe(200);
    for (const unknown of [
      envelope({ anything: true }, 'account_alerts'),
      envelope(ofNumber({ messages: [{ nothing: 1 }, 'x', null] })),
      envelope(ofNumber({ contacts: [{ profile: { name: 'Sem endereço' } }], messages: [fromNobody('quem?')] })),
      envelope(ofNumber({ messages: [{ ...fromNobody('quem?'), from: 'abc', from_user_id: '../x' }] })),
    ]) {
      expect((await post(JSON.stringify(unknown))).status).toBe(200);
    }
    await send(written({ phone }, 'desta'));
    await untilMessages(app, phone, [{ text: 'desta' }]);
    await untilWorked(app);
    expect(await messagesOf(app, phone)).toHaveLength(1);
    expect(await app.db.selectFrom('conversation_messages').where('text', '=', 'quem?').select('id').execute()).toEqual(
      [],
    );
  });

  it('lets nobody guess its words, nor have it read what is not signed, without end', async () => {
    const limits = await buildChatApp(demo, { config: { rateLimits: true } });
    const to = `${limits.url}/webhooks/whatsapp/${demo.access.pathSecret}`;
    const guess = async () => (await ask({ ...question(), 'hub.verify_token': randomUUID() }, to)).status;
    const forge = async () => (await post('{}', 'sha256=00', to)).status;
    const tries = Array.from({ length: 11 }, () => [guess, forge]).flat();
    const answers: number[] = [];
    for (const attempt of tries) answers.push(await attempt());
    expect(answers.slice(0, 20).filter((status) => status === 429)).toEqual([]);
    expect(answers.slice(20)).toEqual([429, 429]);
    // Meta itself is not kept out by them.
    expect((await ask(question(), to)).status).toBe(200);
    demo.webhooks.url = address();
    await limits.close();
  });

  it('reads JSON of any depth, and of any number of entries', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const phone = newPhone();
    expect((await post(deep)).status).toBe(400);
    expect((await post(`{"object":"whatsapp_business_account","entry":${deep}}`)).status).toBe(400);
    const inside = JSON.stringify(written({ phone }, 'no fundo')).replace('"type":"text"', `"type":"text","x":${deep}`);
    expect((await post(inside)).status).toBe(200);
    await untilMessages(app, phone, [{ text: 'no fundo' }]);
    const [entry] = written({ phone }, 'no fim').entry;
    const others = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index), changes: [] }));
    expect((await post(JSON.stringify({ ...envelope({}), entry: [...others, entry] }))).status).toBe(200);
    await untilMessages(app, phone, [{ text: 'no fundo' }, { text: 'no fim' }]);
  });

  it('takes ten thousand entries of its own account', async () => {
    const { wamid, phone } = await sentMessage();
    const status = { status: 'delivered', timestamp: '1', recipient_id: '1' };
    const one = (id: string) =>
      envelope({ metadata: { phone_number_id: demo.access.phoneNumberId }, statuses: [{ id, ...status }] }).entry;
    const entry = [...Array.from({ length: 9_999 }, (_, index) => `w${index}`), wamid].flatMap(one);
    expect((await post(JSON.stringify({ ...envelope({}), entry }))).status).toBe(200);
    await expect.poll(async () => (await messagesOf(app, phone))[0]?.status, { timeout: 600_000 }).toBe('delivered');
  });
});

describe('a message of a contact', () => {
  it('is stored once, however often it is reported, and opens the conversation for a day', async () => {
    const phone = newPhone();
    const webhook = written({ phone }, 'Onde está o ônibus? 🚌');
    await Promise.all(Array.from({ length: 5 }, () => send(webhook)));
    await untilMessages(app, phone, [{ direction: 'in', status: 'received', text: 'Onde está o ônibus? 🚌' }]);
    await send(webhook);
    await send(written({ phone }, 'Oi?'));
    await untilMessages(app, phone, [{}, { text: 'Oi?' }]);
    const [message] = await messagesOf(app, phone);
    const conversation = await app.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', message?.conversation_id ?? '')
      .executeTakeFirstOrThrow();
    expect(conversation.state).toBe('waiting');
    expect((conversation.open_until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  });

  it('keeps the order in which the messages of a second came', async () => {
    const phone = newPhone();
    const timestamp = seconds();
    const texts = Array.from({ length: 12 }, (_, index) => `linha ${index}`);
    for (const [index, text] of texts.entries()) {
      const webhook = JSON.stringify(written({ phone }, text)).replace(
        /"timestamp":"\d+"/,
        `"timestamp":"${timestamp}"`,
      );
      expect([index, (await post(webhook)).status]).toEqual([index, 200]);
    }
    await expect.poll(async () => (await messagesOf(app, phone)).length, { timeout: 15_000 }).toBe(texts.length);
    const stored = await messagesOf(app, phone);
    const byArrival = stored.toSorted((one, other) => Number(one.arrival) - Number(other.arrival));
    expect(byArrival.map(({ text }) => text)).toEqual(texts);
  });

  it('may come without a telephone, by the id of the person alone', async () => {
    const bsuid = `BR.${Date.now()}1`;
    await send(written({ bsuid }, 'Oi'));
    await expect
      .poll(() =>
        app.db.selectFrom('chat_contacts').select(['phone', 'name']).where('bsuid', '=', bsuid).executeTakeFirst(),
      )
      .toEqual({ phone: null, name: 'Ana' });
  });

  it('on a telephone that another person has now starts a conversation that inherits nothing', async () => {
    const phone = newPhone();
    const before = `BR.${Date.now()}2`;
    const now = `BR.${Date.now()}3`;
    await send(written({ phone, bsuid: before }, 'Sou a Ana'));
    await untilMessages(app, phone, [{ text: 'Sou a Ana' }]);
    await send(written({ phone, bsuid: now }, 'Sou o Beto'));
    await untilMessages(app, phone, [{ text: 'Sou o Beto' }]);
    const contacts = await app.db
      .selectFrom('chat_contacts')
      .select(['bsuid', 'phone'])
      .where('bsuid', 'in', [before, now])
      .orderBy('bsuid')
      .execute();
    expect(contacts).toEqual([
      { bsuid: before, phone: null },
      { bsuid: now, phone },
    ]);
  });

  it('of a known person is of the same conversation on a new telephone, and the old one is free', async () => {
    const [before, now] = [newPhone(), newPhone()];
    const bsuid = `BR.${Date.now()}4`;
    await send(written({ phone: before, bsuid }, 'Sou a Ana'));
    await untilMessages(app, before, [{ text: 'Sou a Ana' }]);
    await send(written({ phone: now, bsuid }, 'Troquei de número'));
    await untilMessages(app, now, [{ text: 'Sou a Ana' }, { text: 'Troquei de número' }]);
    await send(written({ phone: before, bsuid: `BR.${Date.now()}5` }, 'Comprei este número'));
    await untilMessages(app, before, [{ text: 'Comprei este número' }]);
    const [mine, theirs] = [await messagesOf(app, now), await messagesOf(app, before)];
    expect(mine).toHaveLength(2);
    expect(theirs).toHaveLength(1);
    expect(theirs[0]?.conversation_id).not.toBe(mine[0]?.conversation_id);
  });

  it('that shows the id of one person and the telephone of another is of the id', async () => {
    const [ana, beto] = [newPhone(), newPhone()];
    const ids = [`BR.${Date.now()}6`, `BR.${Date.now()}7`];
    await send(written({ phone: ana, bsuid: ids[0] as string }, 'Sou a Ana'));
    await send(written({ phone: beto, bsuid: ids[1] as string }, 'Sou o Beto'));
    await untilMessages(app, beto, [{ text: 'Sou o Beto' }]);
    await untilMessages(app, ana, [{ text: 'Sou a Ana' }]);
    await send(written({ phone: beto, bsuid: ids[0] as string }, 'Ana de novo'));
    await untilMessages(app, beto, [{ text: 'Sou a Ana' }, { text: 'Ana de novo' }]);
    const contacts = await app.db
      .selectFrom('chat_contacts')
      .select(['bsuid', 'phone'])
      .where('bsuid', 'in', ids)
      .orderBy('bsuid')
      .execute();
    expect(contacts).toEqual([
      { bsuid: ids[0], phone: beto },
      { bsuid: ids[1], phone: null },
    ]);
  });

  it('whose file cannot be fetched now keeps no other of its webhook waiting', async () => {
    const phone = newPhone();
    const contacts = [{ profile: { name: 'Ana' }, wa_id: phone.slice(1) }];
    const own = { from: phone.slice(1), timestamp: seconds() };
    demo.chats.condition = 'away';
    const image = { id: '1', mime_type: 'image/png', sha256: 'x' };
    const messages = [
      { ...own, id: newWamid(), type: 'image', image },
      { ...own, id: newWamid(), type: 'text', text: { body: 'Segue a foto' } },
    ];
    await send(envelope(ofNumber({ contacts, messages })));
    await untilMessages(app, phone, [{ followed_at: null }, { text: 'Segue a foto', followed_at: expect.any(Date) }]);
    demo.chats.condition = 'open';
    // It is no file that anybody has.
    await untilMessages(app, phone, [{ followed_at: expect.any(Date) }, {}]);
  });

  it('with control characters, marks that turn the text and half an emoji is stored as a page can show it', async () => {
    const phone = newPhone();
    await send(written({ phone }, 'a\u0000b\u202ec\ud83dd\u200b'));
    await untilMessages(app, phone, [{ text: 'abc\ufffdd' }]);
  });

  it('"PARAR" ends what the contract does not need, and a sentence with the word does not', async () => {
    const phone = newPhone();
    const stopped = async () =>
      (await app.db.selectFrom('chat_contacts').select('stopped_at').where('phone', '=', phone).executeTakeFirst())
        ?.stopped_at ?? null;
    await send(written({ phone }, 'O ônibus vai parar em Varginha?'));
    await untilMessages(app, phone, [{ followed_at: expect.any(Date) }]);
    expect(await stopped()).toBeNull();
    await send(written({ phone }, ' Parar. '));
    await expect.poll(stopped).toEqual(expect.any(Date));
    await send(written({ phone }, 'voltar'));
    await expect.poll(stopped).toBeNull();
  });

  it('what somebody of the team types in the app is stored as theirs, and answers the conversation', async () => {
    const phone = newPhone();
    await send(written({ phone }, 'Oi'));
    await untilMessages(app, phone, [{ text: 'Oi' }]);
    const client = demo.chats.clientOf(phone.slice(1));
    const line = { from: 'app', kind: 'text', text: 'Bom dia!', status: 'delivered', category: 'service' } as const;
    demo.webhooks.echo(client, demo.chats.add(client, line));
    await untilMessages(app, phone, [{ text: 'Oi' }, { direction: 'echo', status: 'sent', text: 'Bom dia!' }]);
    const [message] = await messagesOf(app, phone);
    const { state, person_answered_at } = await app.db
      .selectFrom('conversations')
      .select(['state', 'person_answered_at'])
      .where('id', '=', message?.conversation_id ?? '')
      .executeTakeFirstOrThrow();
    expect({ state, person_answered_at }).toEqual({ state: 'answered', person_answered_at: expect.any(Date) });
  });
});

describe('what became of a message', () => {
  it('never goes backwards, in whatever order and however often it is reported', async () => {
    const { wamid, phone } = await sentMessage();
    const pricing = { pricing: { billable: true, pricing_model: 'PMP', category: 'utility' } };
    for (const status of ['read', 'sent', 'delivered', 'read', 'failed']) {
      // Reports are worked side by side; one that failed has no other in its place once it was read.
      if (status === 'failed') await untilWorked(app);
      const webhook = became(wamid, status, pricing);
      await send(webhook);
    }
    await untilWorked(app);
    expect(await messagesOf(app, phone)).toMatchObject([
      { status: 'read', is_billed: true, pricing_category: 'utility', cost_hundredths: 400, fell_back_to: null },
    ]);
    await expect(
      app.db.updateTable('conversation_messages').set({ status: 'sent' }).where('wamid', '=', wamid).execute(),
    ).rejects.toMatchObject({ constraint: 'conversation_messages_go_forward' });
  });

  it('finds a message of which it was unknown whether it left by our own id', async () => {
    const { id, phone } = await sentMessage();
    const wamid = newWamid();
    await app.pool.query(`alter table conversation_messages disable trigger conversation_messages_go_forward`);
    await app.db
      .updateTable('conversation_messages')
      .set({ status: 'unknown', wamid: null })
      .where('id', '=', id)
      .execute();
    await app.pool.query(`alter table conversation_messages enable trigger conversation_messages_go_forward`);
    await send(became(wamid, 'delivered', { biz_opaque_callback_data: id }));
    await untilMessages(app, phone, [{ status: 'delivered', wamid }]);
  });

  it('of a template is noted, with the reason', async () => {
    const { account } = demo.access;
    const name = 'passeio_trip_thanks_v1';
    const event = { event: 'PAUSED', message_template_id: 1, message_template_name: name };
    await send(
      envelope(
        { ...event, message_template_language: 'pt_BR', reason: 'LOW_QUALITY' },
        'message_template_status_update',
      ),
    );
    const state = () =>
      app.db
        .selectFrom('whatsapp_templates')
        .select(['state', 'reason'])
        .where('account', '=', account)
        .where('name', '=', name)
        .executeTakeFirst();
    await expect.poll(state).toEqual({ state: 'PAUSED', reason: 'LOW_QUALITY' });
  });
});

it('ten thousand webhooks of a minute wait in the queue, each counts once, and nothing of them is in the log', async () => {
  const count = Number(process.env.CHAT_REPORTS ?? 300);
  const phones = Array.from({ length: 20 }, newPhone);
  const secret = randomUUID();
  const webhooks = Array.from({ length: count }, (_, index) =>
    written({ phone: phones[index % phones.length] as string }, `segredo ${secret}`),
  );
  // Each twice, as Meta sends again what it does not know to have arrived.
  const left = [...webhooks, ...webhooks];
  const sendAll = async () => {
    for (let next = left.pop(); next; next = left.pop()) await send(next);
  };
  await Promise.all(phones.map(sendAll));
  const stored = async () =>
    Number(
      (await app.pool.query('select count(*) from conversation_messages where text like $1', [`%${secret}`])).rows[0]
        .count,
    );
  await expect.poll(stored, { timeout: 600_000, interval: 200 }).toBe(count);
  await untilWorked(app);
  expect(await stored()).toBe(count);
  expect(JSON.stringify(app.log)).not.toContain(secret);
});
