import { createHash, randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture } from '../../../../demo/whatsapp/sample-picture.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, entriesOf } from '../../../test/parties.ts';
import {
  buildChatApp,
  type ChatApp,
  messagesOf,
  newPhone,
  startTestWhatsApp,
  type TestWhatsApp,
} from '../../../test/whatsapp/chat-app.ts';
import { typeOf } from './media.ts';

let demo: TestWhatsApp;
let app: ChatApp;
let bia: Person;
beforeAll(async () => {
  demo = await startTestWhatsApp();
  app = await buildChatApp(demo);
  await app.work();
  bia = await createPerson(app, 'OPERATOR');
});
afterAll(async () => {
  await app.close();
  await demo.stop();
});

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n');
const OGG = Buffer.from('OggS\u0000\u0002voice', 'latin1');

/** A reservation of somebody with a telephone of their own, who writes in a conversation that is about it. */
async function payerWhoWrites() {
  const phone = newPhone();
  const family = await createFamily(app, { adult: 2 });
  await app.db.updateTable('users').set({ contact: phone }).where('id', '=', family.payer.id).execute();
  const { conversationId } = await sends(phone, { text: 'Oi' });
  await put(conversationId, { reservationId: family.id });
  return { ...family, phone, conversationId };
}

const put = (id: string, body: object) => call(app, 'PUT', `/api/conversations/${id}`, { token: bia.token, body });
const thread = async (id: string) =>
  (await call(app, 'GET', `/api/conversations/${id}/messages`, { token: bia.token })).body;

/** A client sends something, and what follows from it is done. */
async function sends(
  phone: string,
  { text = '', file }: { text?: string; file?: { type: string; bytes: Buffer; kind: string } },
) {
  const client = demo.chats.clientOf(phone.slice(1));
  const media = file && {
    id: String(Date.now()) + Math.random().toString().slice(2, 8),
    type: file.type,
    sha256: createHash('sha256').update(file.bytes).digest('base64'),
  };
  if (media && file) demo.chats.media.set(media.id, { type: file.type, bytes: file.bytes });
  const line = demo.chats.add(client, {
    ...{ from: 'client', kind: file?.kind ?? 'text', text, status: 'delivered', category: 'service' },
    ...(media && { media }),
  });
  demo.webhooks.message(client, line);
  const stored = async () => (await messagesOf(app, phone)).find(({ wamid }) => wamid === line.wamid);
  await expect.poll(async () => (await stored())?.followed_at, { timeout: 15_000 }).toBeTruthy();
  const row = await stored();
  return { messageId: row?.id ?? '', conversationId: row?.conversation_id ?? '' };
}

const receiptsOf = (reservationId: string) =>
  app.db.selectFrom('receipts').selectAll().where('reservation_id', '=', reservationId).execute();

it('a picture that the team sent in the app is shown, and is no receipt', async () => {
  const { id, phone, conversationId } = await payerWhoWrites();
  const bytes = samplePicture();
  const media = { id: randomUUIDv7(), type: 'image/jpeg', sha256: createHash('sha256').update(bytes).digest('base64') };
  demo.chats.media.set(media.id, { type: media.type, bytes });
  const client = demo.chats.clientOf(phone.slice(1));
  const sent = { from: 'app', kind: 'image', text: '', status: 'delivered', category: 'service' } as const;
  demo.webhooks.echo(client, demo.chats.add(client, { ...sent, media }));
  const shown = async () => (await thread(conversationId)).messages.at(-1)?.media?.state;
  await expect.poll(shown, { timeout: 15_000 }).toBe('stored');
  expect(await receiptsOf(id)).toEqual([]);
});

describe('a file of a contact', () => {
  it('that is a picture becomes a receipt to approve, and nothing is paid by it', async () => {
    const payer = await payerWhoWrites();
    const file = { type: 'image/jpeg', bytes: samplePicture(), kind: 'image' };
    await sends(payer.phone, { file, text: 'Segue o comprovante, já paguei' });
    expect(await receiptsOf(payer.id)).toMatchObject([{ state: 'submitted', content_type: 'image/webp' }]);
    const { state, received_cents } = await app.db
      .selectFrom('reservations')
      .select(['state', 'received_cents'])
      .where('id', '=', payer.id)
      .executeTakeFirstOrThrow();
    expect([state, received_cents]).toEqual(['held', 0]);
    const { messages } = await thread(payer.conversationId);
    expect(messages.at(-1).media).toMatchObject({ state: 'stored', contentType: 'image/webp', isReceipt: true });
    const last = (await entriesOf(app, payer.id)).at(-1);
    expect(last).toMatchObject({ action: 'reservation.receipt_submitted', device: 'WhatsApp' });
    // Approved as every receipt is.
    const [receipt] = await receiptsOf(payer.id);
    const approved = await call(app, 'POST', `/api/payments/receipts/${receipt?.id}/approval`, {
      ...{ token: bia.token, body: { amountCents: 5_000 } },
      headers: { 'idempotency-key': randomUUIDv7() },
    });
    expect(approved).toMatchObject({ status: 201 });
    expect(await receiptsOf(payer.id)).toMatchObject([{ state: 'accepted' }]);
  });

  it('that is a PDF becomes one too; while it waits, another one stays a file', async () => {
    const payer = await payerWhoWrites();
    const file = { type: 'application/pdf', bytes: PDF, kind: 'document' };
    await sends(payer.phone, { file });
    await sends(payer.phone, { file: { ...file, bytes: samplePicture(), type: 'image/png', kind: 'image' } });
    expect(await receiptsOf(payer.id)).toHaveLength(1);
    const { messages } = await thread(payer.conversationId);
    expect(messages.slice(-2).map(({ media }: { media: { isReceipt: boolean } }) => media.isReceipt)).toEqual([
      true,
      false,
    ]);
  });

  it('of nobody’s reservation is one once staff has linked the conversation and says so', async () => {
    const phone = newPhone();
    const file = { type: 'image/png', bytes: samplePicture(), kind: 'image' };
    const { conversationId } = await sends(phone, { file });
    const family = await createFamily(app, { adult: 1 });
    const [mediaId] = (await thread(conversationId)).messages.map(({ media }: { media: { id: string } }) => media.id);
    const use = () =>
      call(app, 'POST', `/api/conversations/${conversationId}/media/${mediaId}/receipt`, { token: bia.token });
    expect(await use()).toMatchObject({ status: 404, body: { code: 'RESERVATION_NOT_FOUND' } });
    await app.db.updateTable('users').set({ contact: phone }).where('id', '=', family.payer.id).execute();
    await put(conversationId, { reservationId: family.id });
    expect(await use()).toMatchObject({ status: 200 });
    expect(await use()).toMatchObject({ status: 409, body: { code: 'RECEIPT_WAITING' } });
    expect(await receiptsOf(family.id)).toMatchObject([{ state: 'submitted', submitted_by: bia.id }]);
  });

  it('is what its first bytes are, whatever it is said to be, and is refused if it is nothing known', async () => {
    const payer = await payerWhoWrites();
    const voice = await sends(payer.phone, { file: { type: 'image/jpeg', bytes: OGG, kind: 'audio' } });
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    await sends(payer.phone, { file: { type: 'image/png', bytes: page, kind: 'image' } });
    const broken = Buffer.concat([samplePicture().subarray(0, 60), Buffer.alloc(40)]);
    await sends(payer.phone, { file: { type: 'image/png', bytes: broken, kind: 'image' } });
    const large = Buffer.concat([OGG, Buffer.alloc(16 * 1024 * 1024 + 1)]);
    await sends(payer.phone, { file: { type: 'audio/ogg', bytes: large, kind: 'audio' } });
    const { messages } = await thread(payer.conversationId);
    const files = messages.flatMap(({ media }: { media: object | null }) => media ?? []);
    expect(files).toMatchObject([
      { state: 'stored', contentType: 'audio/ogg' },
      { state: 'refused' },
      { state: 'refused' },
      { state: 'refused' },
    ]);
    expect(await receiptsOf(payer.id)).toEqual([]);
    const response = await fetch(`${app.url}/api/conversations/${voice.conversationId}/media/${files[0].id}`, {
      headers: { authorization: `Bearer ${bia.token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('audio/ogg');
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(OGG);
  });

  it('is refused once its sender has filled a day, and taken the day after', async () => {
    const phone = newPhone();
    const file = { type: 'audio/ogg', bytes: OGG, kind: 'audio' };
    const { conversationId } = await sends(phone, { file });
    const ofContact = app.db
      .updateTable('conversation_media')
      .where('message_id', 'in', (eb) =>
        eb.selectFrom('conversation_messages').select('id').where('conversation_id', '=', conversationId),
      );
    await ofContact.set({ size_bytes: 200 * 1024 * 1024 }).execute();
    await sends(phone, { file });
    await ofContact.set({ created_at: new Date(Date.now() - 25 * 3_600_000) }).execute();
    await sends(phone, { file });
    const { messages } = await thread(conversationId);
    const states = messages.map(({ media }: { media: { state: string } }) => media.state);
    expect(states).toEqual(['stored', 'refused', 'stored']);
  });

  it('opens by the address of its own conversation alone', async () => {
    const [one, other] = [await payerWhoWrites(), await payerWhoWrites()];
    await sends(one.phone, { file: { type: 'audio/ogg', bytes: OGG, kind: 'audio' } });
    const [file] = (await thread(one.conversationId)).messages.flatMap(
      ({ media }: { media: object | null }) => media ?? [],
    );
    const foreign = await call(app, 'GET', `/api/conversations/${other.conversationId}/media/${file.id}`, {
      token: bia.token,
    });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'MEDIA_NOT_FOUND' } });
  });
});

describe('the first bytes', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'image'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image'],
    ['RIFF\x00\x00\x00\x00WAVEfmt ', undefined],
    ['%PDF-1.7', 'application/pdf'],
    ['ID3\x04', 'audio/mpeg'],
    ['#!AMR\n', 'audio/amr'],
    ['\x00\x00\x00\x20ftypM4A ', 'audio/mp4'],
    ['\x00\x00\x00\x20ftypisom', 'video/mp4'],
    ['<svg xmlns', undefined],
    ['MZ\x90\x00', undefined],
    ['PK\x03\x04', undefined],
    ['<!DOCTYPE html>', undefined],
    ['GIF89a', undefined],
    ['', undefined],
  ])('%j are of %s', (bytes, type) => {
    expect(typeOf(Buffer.from(bytes, 'latin1'))).toBe(type);
  });
});

describe('an answer', () => {
  const answer = (id: string, text: string) =>
    call(app, 'POST', `/api/conversations/${id}/messages`, {
      ...{ token: bia.token, body: { text } },
      headers: { 'idempotency-key': randomUUIDv7() },
    });

  it('reaches the contact within a day after they wrote, and takes the conversation', async () => {
    const payer = await payerWhoWrites();
    expect(await answer(payer.conversationId, 'Tem vaga sim! 😀')).toMatchObject({
      status: 201,
      body: { status: 'queued' },
    });
    const lines = () => demo.chats.clientOf(payer.phone.slice(1)).lines.map(({ text }) => text);
    await expect.poll(lines, { timeout: 15_000 }).toContain('Tem vaga sim! 😀');
    const { conversation, messages } = await thread(payer.conversationId);
    expect(conversation).toMatchObject({ state: 'answered', unread: 0, assignee: { id: bia.id } });
    expect(messages.at(-1)).toMatchObject({ direction: 'out' });
  });

  it('is refused after that day, and to somebody who never wrote', async () => {
    const payer = await payerWhoWrites();
    for (const open_until of [new Date(Date.now() - 1_000), null]) {
      await app.db.updateTable('conversations').set({ open_until }).where('id', '=', payer.conversationId).execute();
      expect(await answer(payer.conversationId, 'Oi')).toMatchObject({ status: 409, body: { code: 'CHAT_CLOSED' } });
    }
  });

  it('of the engine goes to a contact by itself, where that is switched on', async () => {
    await app.db
      .insertInto('whatsapp_settings')
      .values({ first_answers: true })
      .onConflict((known) => known.column('only_row').doUpdateSet({ first_answers: true }))
      .execute();
    const phone = newPhone();
    await sends(phone, { text: 'Bom dia! Quanto custa Furnas?' });
    const lines = () => demo.chats.clientOf(phone.slice(1)).lines.filter(({ from }) => from === 'agency');
    await expect
      .poll(lines, { timeout: 15_000 })
      .toMatchObject([{ text: expect.stringContaining('Cânions de Furnas') }]);
    await app.db.updateTable('whatsapp_settings').set({ first_answers: false }).execute();
  });
});
