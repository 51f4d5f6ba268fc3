import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { newPhone } from '../../../test/whatsapp/chat-app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { deleteOldChats, openConversation } from './index.ts';
import { receiveMessage } from './receive-message.ts';

let app: TestAppWithJobs;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
});
afterAll(() => app.close());

/** A message of a contact with a picture that is stored. */
async function receivePicture(phone: string) {
  const media = { providerId: '1', contentType: 'image/jpeg', fileName: '' };
  const said = { wamid: `wamid.${randomUUID()}`, atMs: Date.now(), kind: 'image', text: 'Comprovante', media };
  const contact = { bsuid: null, phone };
  const { id } = await receiveMessage(app.db, { does: 'message', direction: 'in', contact, name: 'Ana', ...said });
  const key = `chat-media/${id}`;
  await app.app.deps.storage.write(`${key}/file`, Buffer.from('picture'));
  await app.db
    .updateTable('conversation_media')
    .set({ state: 'stored', storage_key: key })
    .where('message_id', '=', id)
    .execute();
  return { id, isStored: async () => (await app.app.deps.storage.list(key)).length > 0 };
}

const age = (table: string, column: string, messageId: string, by: string) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - ${by}::interval
    where ${sql.ref(table === 'conversation_media' ? 'message_id' : 'id')} = ${messageId}`.execute(app.db);
const night = () => deleteOldChats(app.db, app.app.deps.storage);
const messageOf = (id: string) =>
  app.db.selectFrom('conversation_messages').select('text').where('id', '=', id).executeTakeFirst();

it('media end after 30 days with their files, messages and contacts after two years', async () => {
  const phone = newPhone();
  const { id, isStored } = await receivePicture(phone);
  await age('conversation_media', 'created_at', id, '29 days');
  await night();
  expect(await isStored()).toBe(true);
  await age('conversation_media', 'created_at', id, '31 days');
  await night();
  expect([await isStored(), await messageOf(id)]).toEqual([false, { text: 'Comprovante' }]);
  await age('conversation_messages', 'at', id, '3 years');
  await sql`update conversations set last_message_at = now() - interval '3 years'`.execute(app.db);
  await night();
  expect(await messageOf(id)).toBeUndefined();
  expect(await app.db.selectFrom('chat_contacts').select('id').where('phone', '=', phone).execute()).toEqual([]);
});

it('what stood in the place of a message is kept for a day, and of one that still waits for 30', async () => {
  const phone = newPhone();
  const { id: conversation_id } = await inTransaction(app.db, (trx) => openConversation(trx, { bsuid: null, phone }));
  const keptAfter = async (status: 'sent' | 'queued', by: string) => {
    const id = randomUUID();
    const message = { id, conversation_id, direction: 'out', kind: 'text', status, about: 'tripThanks' } as const;
    await app.db
      .insertInto('conversation_messages')
      .values({ ...message, fallback: JSON.stringify({ to: 'ana@exemplo.com.br' }) })
      .execute();
    await age('conversation_messages', 'at', id, by);
    await night();
    const found = app.db.selectFrom('conversation_messages').select('fallback').where('id', '=', id);
    return (await found.executeTakeFirst())?.fallback !== null;
  };
  expect([await keptAfter('sent', '23 hours'), await keptAfter('sent', '25 hours')]).toEqual([true, false]);
  expect([await keptAfter('queued', '29 days'), await keptAfter('queued', '31 days')]).toEqual([true, false]);
});

it('a person who is erased takes the conversation of their telephone with them', async () => {
  const phone = newPhone();
  const [client, admin] = [await createPerson(app), await createPerson(app, 'ADMIN')];
  await app.db.updateTable('users').set({ contact: phone }).where('id', '=', client.id).execute();
  const { id } = await receivePicture(phone);
  const { status } = await call(app, 'POST', `/api/users/${client.id}/erasure`, { token: admin.token });
  expect(status).toBeLessThan(300);
  expect(await messageOf(id)).toBeUndefined();
});
