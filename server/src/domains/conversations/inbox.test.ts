import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, entriesOf, type Family } from '../../../test/parties.ts';
import type { ReportedMessage } from '../../ports/whatsapp/port.ts';
import { receiveMessage } from '../whatsapp/index.ts';

const HOUR_MS = 3_600_000;
const PHONE_OF_PAYERS = '+5535999990000';

let app: TestApp;
let bia: Person;
let caio: Person;
let reader: Person;
beforeAll(async () => {
  app = await buildTestApp();
  bia = await createPerson(app, 'OPERATOR', { permissions: ['answer_chats', 'see_money'] });
  caio = await createPerson(app, 'ADMIN');
  reader = await createPerson(app, 'OPERATOR', { permissions: ['edit_trips'] });
  await app.db.updateTable('users').set({ name: 'Bia Lima' }).where('id', '=', bia.id).execute();
  await app.db.updateTable('users').set({ name: 'Caio Reis' }).where('id', '=', caio.id).execute();
});
afterAll(() => app.close());

let numbers = 0;
const newPhone = () => `+55359888${String(10_000 + ++numbers)}`;

/** A contact writes, or the team by the app (`echo`). */
async function write(
  text: string,
  more: Partial<ReportedMessage> = {},
): Promise<{ id: string; conversationId: string }> {
  return receiveMessage(app.db, {
    ...{ does: 'message', direction: 'in', contact: { bsuid: null, phone: newPhone() }, name: '', kind: 'text', text },
    ...{ wamid: `wamid.${randomUUIDv7()}`, atMs: Date.now(), media: null },
    ...more,
  });
}

const get = (path: string, { token }: Person = bia) => call(app, 'GET', `/api/conversations${path}`, { token });
const put = (path: string, body: object, { token }: Person = bia) =>
  call(app, 'PUT', `/api/conversations/${path}`, { token, body });
const answer = (id: string, text: string, { token }: Person = bia) =>
  call(app, 'POST', `/api/conversations/${id}/messages`, {
    ...{ token, body: { text } },
    headers: { 'idempotency-key': randomUUIDv7() },
  });
const thread = async (id: string, person: Person = bia) => (await get(`/${id}/messages`, person)).body;

describe('the list of conversations', () => {
  it('shows who wrote last and what waits, and counts what the team has not read', async () => {
    const { conversationId: id } = await write('Bom dia', { name: 'Zuleica Prado' });
    const contact = { bsuid: null, phone: (await thread(id)).conversation.phone };
    await write('Tem vaga?', { contact });
    const { body } = await get('?list=waiting&q=zuleica');
    expect(body.data).toMatchObject([
      {
        id,
        name: 'Zuleica Prado',
        state: 'waiting',
        unread: 2,
        reservation: null,
        last: { text: 'Tem vaga?', isOurs: false },
      },
    ]);
    await put(id, { seen: true });
    expect((await thread(id)).conversation).toMatchObject({ unread: 0, state: 'waiting' });
  });

  it('has each in its lists: of the caller, of no reservation, closed', async () => {
    const { conversationId: id } = await write('Oi', { name: 'Quitéria Ramos' });
    const listed = async (list: string, person: Person = bia) =>
      (await get(`?list=${list}&q=quiteria`, person)).body.data.length;
    expect(await listed('unlinked')).toBe(1);
    expect(await listed('mine')).toBe(0);
    await put(id, { assigneeId: bia.id });
    expect([await listed('mine'), await listed('mine', caio)]).toEqual([1, 0]);
    await put(id, { state: 'closed' });
    expect([await listed('open'), await listed('mine'), await listed('closed')]).toEqual([0, 0, 1]);
  });

  it('takes a search as it is, whatever its characters', async () => {
    for (const q of ['%%', "'", '\\', '😀', '(', '٣٣٣٣', 'a_b']) {
      const { status, body } = await get(`?q=${encodeURIComponent(q)}`);
      expect([status, body.data]).toEqual([200, []]);
    }
  });

  it('counts those that wait in the panel', async () => {
    const waiting = async () => (await call(app, 'GET', '/api/overview/today', { token: bia.token })).body.waitingChats;
    const before = await waiting();
    const { conversationId } = await write('Oi');
    expect(await waiting()).toBe(before + 1);
    await put(conversationId, { state: 'closed' });
    expect(await waiting()).toBe(before);
  });
});

describe('a conversation', () => {
  it('has its messages in order, those of the app among them, and pages of earlier ones', async () => {
    const contact = { bsuid: null, phone: newPhone() };
    const at = Date.now() - HOUR_MS;
    let id = '';
    for (let index = 0; index < 60; index += 1) {
      const direction = index % 2 === 0 ? 'in' : 'echo';
      ({ conversationId: id } = await write(`mensagem ${index}`, { contact, direction, atMs: at + index * 1_000 }));
    }
    const latest = await thread(id);
    expect(latest.messages.map(({ text }: { text: string }) => text)).toEqual(
      Array.from({ length: 50 }, (_, index) => `mensagem ${index + 10}`),
    );
    expect(latest.messages.at(-1)).toMatchObject({ direction: 'echo', by: null });
    expect(latest.hasOlder).toBe(true);
    const { body: earlier } = await get(`/${id}/messages?before=${latest.messages[0].id}`);
    expect(earlier.messages).toHaveLength(10);
    expect(earlier.hasOlder).toBe(false);
  });

  it('has messages of one second in the order in which they came, whichever was worked first, on every page', async () => {
    const contact = { bsuid: null, phone: newPhone() };
    const atMs = Math.floor((Date.now() - HOUR_MS) / 1_000) * 1_000;
    const came = Array.from({ length: 60 }, (_, index) => `mensagem ${index}`);
    let id = '';
    // As queues do that are worked side by side: the last ones first.
    for (const [index, text] of [...came.entries()].reverse()) {
      ({ conversationId: id } = await write(text, { contact, atMs, arrival: atMs * 1_000 + index }));
    }
    await write('um segundo antes', { contact, atMs: atMs - 1_000 });
    const { messages, hasOlder } = await thread(id);
    const texts = (all: { text: string }[]) => all.map(({ text }) => text);
    expect([texts(messages), hasOlder]).toEqual([came.slice(10), true]);
    const { body: earlier } = await get(`/${id}/messages?before=${messages[0].id}`);
    expect(texts(earlier.messages)).toEqual(['um segundo antes', ...came.slice(0, 10)]);
    const { body: listed } = await get(`?q=${contact.phone.slice(-8)}`);
    expect(listed.data).toMatchObject([{ last: { text: 'mensagem 59' } }]);
  });

  it('gives none of its messages to the address of another one', async () => {
    const [one, other] = [await write('segredo'), await write('outra')];
    const { body } = await get(`/${other.conversationId}/messages?before=${one.id}`);
    expect(body.messages).toEqual([]);
    expect(await get(`/${randomUUIDv7()}/messages`)).toMatchObject({
      status: 404,
      body: { code: 'CONVERSATION_NOT_FOUND' },
    });
    expect(await get('/1/messages')).toMatchObject({ status: 404 });
  });

  it('of somebody with another id on the same telephone is another one, and inherits nothing', async () => {
    const phone = newPhone();
    const family = await createFamily(app, { adult: 1 });
    const first = await write('Sou eu', { contact: { bsuid: 'BR.1000', phone } });
    await app.db
      .updateTable('conversations')
      .set({ reservation_id: family.id })
      .where('id', '=', first.conversationId)
      .execute();
    const second = await write('Agora sou eu', { contact: { bsuid: 'BR.2000', phone } });
    expect(second.conversationId).not.toBe(first.conversationId);
    const { conversation, messages } = await thread(second.conversationId);
    expect(conversation.reservation).toBeNull();
    expect(messages).toHaveLength(1);
  });

  it('shows names and texts as they are, which no page runs', async () => {
    const name = '\u202e<img src=x onerror=alert(1)>👩‍🚀\u200b';
    const { conversationId } = await write('<script>alert(1)</script>', { name });
    const { conversation, messages } = await thread(conversationId);
    expect(conversation.name).toBe(name);
    expect(messages[0].text).toBe('<script>alert(1)</script>');
  });

  it('tells two people of the team that the other one is writing', async () => {
    const { conversationId: id } = await write('Oi');
    const type = async (person: Person, isTyping = true) => (await put(`${id}/typing`, { isTyping }, person)).body;
    expect(await type(bia)).toEqual({ typing: null });
    expect((await thread(id, caio)).conversation.typing).toBe('Bia Lima');
    expect((await thread(id, bia)).conversation.typing).toBeNull();
    expect(await type(caio)).toEqual({ typing: 'Bia Lima' });
    expect(await type(bia)).toEqual({ typing: 'Caio Reis' });
    await type(bia, false);
    expect((await thread(id, caio)).conversation.typing).toBeNull();
    await app.db
      .updateTable('conversations')
      .set({ typing_by: bia.id, typing_until: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .execute();
    expect((await thread(id, caio)).conversation.typing).toBeNull();
  });
});

describe('a reservation of a conversation', () => {
  async function ofPayer(family: Family, more: Partial<ReportedMessage> = {}) {
    const contact = { bsuid: null, phone: newPhone() };
    await app.db.updateTable('users').set({ contact: contact.phone }).where('id', '=', family.payer.id).execute();
    return { ...(await write('Oi', { contact, ...more })), phone: contact.phone };
  }

  it('is proposed by the telephone, by the code that was written, and by the name', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { conversationId } = await ofPayer(family);
    const proposed = async (id: string) => (await thread(id)).proposals.map((one: { id: string }) => one.id);
    expect(await proposed(conversationId)).toEqual([family.id]);
    const { code } = await app.db
      .selectFrom('reservations')
      .select('code')
      .where('id', '=', family.id)
      .executeTakeFirstOrThrow();
    const byCode = await write(`minha reserva é ${code.toLowerCase()}!`);
    expect(await proposed(byCode.conversationId)).toEqual([family.id]);
    await app.db.updateTable('users').set({ name: 'Iracema Fontes' }).where('id', '=', family.payer.id).execute();
    const byName = await write('oi', { name: 'IRACEMA FONTES' });
    expect(await proposed(byName.conversationId)).toEqual([family.id]);
    expect(await proposed((await write('oi')).conversationId)).toEqual([]);
  });

  it('of the same telephone is linked with a tap, and stands on the reservation’s page', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { conversationId } = await ofPayer(family);
    const linked = await put(conversationId, { reservationId: family.id });
    expect(linked).toMatchObject({ status: 200, body: { reservation: { id: family.id } } });
    expect((await get(`?reservationId=${family.id}`)).body.data).toMatchObject([{ id: conversationId }]);
    await put(conversationId, { reservationId: null });
    expect((await get(`?reservationId=${family.id}`)).body.data).toEqual([]);
    const actions = (await entriesOf(app, family.id)).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(['reservation.chat_linked', 'reservation.chat_unlinked']);
  });

  it('of another telephone needs the last digits of the payer’s', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { conversationId: id } = await write('Troquei de número', { contact: { bsuid: 'BR.3000', phone: null } });
    const link = (more: object = {}) => put(id, { reservationId: family.id, ...more });
    expect(await link()).toMatchObject({ status: 409, body: { code: 'PHONE_DIGITS_NEEDED' } });
    expect(await link({ phoneDigits: '1234' })).toMatchObject({ status: 400, body: { code: 'PHONE_DIGITS_WRONG' } });
    expect((await thread(id)).conversation.reservation).toBeNull();
    expect(await link({ phoneDigits: PHONE_OF_PAYERS.slice(-4) })).toMatchObject({ status: 200 });
    expect(await put(id, { reservationId: randomUUIDv7() })).toMatchObject({ status: 404 });
  });
});

describe('who may', () => {
  it('read sees the end of numbers alone, and changes and answers nothing', async () => {
    const contact = { bsuid: null, phone: newPhone() };
    const { conversationId: id } = await write('Oi', { contact });
    const { conversation, team, proposals } = await thread(id, reader);
    expect(conversation.phone).toBe(`•••${contact.phone.slice(-4)}`);
    expect([team, proposals]).toEqual([[], []]);
    expect(JSON.stringify((await get('', reader)).body)).not.toContain(contact.phone.slice(0, 10));
    const found = async (q: string, person: Person) => (await get(`?q=${q}`, person)).body.data.length;
    expect([await found(contact.phone.slice(3, 9), reader), await found(contact.phone.slice(-4), reader)]).toEqual([
      0, 1,
    ]);
    for (const refused of [
      await put(id, { state: 'closed' }, reader),
      await put(`${id}/typing`, { isTyping: true }, reader),
      await answer(id, 'Oi', reader),
      await get(`/${id}/media/${randomUUIDv7()}`, reader),
      await call(app, 'POST', `/api/conversations/${id}/media/${randomUUIDv7()}/receipt`, { token: reader.token }),
    ]) {
      expect(refused).toMatchObject({ status: 403 });
    }
  });

  it('open them at all is staff', async () => {
    const client = await createPerson(app);
    const { conversationId: id } = await write('Oi');
    for (const path of ['', `/${id}/messages`]) {
      expect(await get(path, client)).toMatchObject({ status: 403 });
      expect(await call(app, 'GET', `/api/conversations${path}`)).toMatchObject({ status: 401 });
    }
  });

  it('answer is somebody of the team who may', async () => {
    const { conversationId: id } = await write('Oi');
    const client = await createPerson(app);
    for (const { id: assigneeId } of [client, reader]) {
      expect(await put(id, { assigneeId })).toMatchObject({ status: 404, body: { code: 'PERSON_NOT_FOUND' } });
    }
    expect((await thread(id)).team).toContainEqual({ id: bia.id, name: 'Bia Lima' });
    expect((await thread(id)).team.map((one: { id: string }) => one.id)).not.toContain(reader.id);
  });
});
