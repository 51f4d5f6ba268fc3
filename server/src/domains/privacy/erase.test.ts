import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { giveCredit } from '../../../test/credit.ts';
import { call, createGuestPerson, createPerson, type Person } from '../../../test/factories.ts';
import { bornFor, createFamily, departIn, type Family } from '../../../test/parties.ts';
import { linkForPayer } from '../../../test/payer-links.ts';
import { sendReceipt } from '../../../test/receipts.ts';
import { queueWork, startQueues } from '../../background-work.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { FAKE_PASSWORD } from '../../ports/identity/fake.ts';
import { replayErasures } from './replay-erasures.ts';

let app: TestAppWithJobs;
let admin: Person;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  admin = await createPerson(app, 'ADMIN');
  await app.db.updateTable('operator').set({ pix_key: 'pix@rota.example' }).execute();
});
afterAll(() => app.close());

const NAME = 'Zuleica Quaresma Abrantes';
const COMPANION = 'Wanderlei Quaresma Ypê';
const COMPANION_CPF = '52998224725';
const PHONE = '+5531988776655';
const ADDRESS = '203.0.113.7';

const erase = ({ token }: Person, password = FAKE_PASSWORD) =>
  call(app, 'POST', '/api/privacy/erasure', { token, body: { password } });
const eraseAsStaff = (id: string) => call(app, 'POST', `/api/users/${id}/erasure`, { token: admin.token });

/** A client who has travelled, paid, and left something wherever the product stores what it knows of people. */
async function traveller(): Promise<Family> {
  const payer = await createPerson(app);
  await app.db.updateTable('users').set({ name: NAME, contact: PHONE }).where('id', '=', payer.id).execute();
  const family = await createFamily(app, { adult: 2 }, { payer });
  const fields = {
    ...{ name: COMPANION, birthdate: bornFor(family.trip, 40), cpf: COMPANION_CPF, contact: '(31) 98877-6644' },
    ...{ documentType: 'rg', documentNumber: 'MG-98.765.432', documentIssuer: 'SSP/MG', notes: `Avisar ${NAME}` },
  };
  const path = `/api/reservations/${family.id}/participants/${family.adults[1]?.id}`;
  const changed = await call(app, 'PUT', path, { token: payer.token, body: fields });
  expect(changed).toMatchObject({ status: 200 });
  await sendReceipt(app, family.id, payer);
  const [receipt] = await app.db.selectFrom('receipts').select('id').where('reservation_id', '=', family.id).execute();
  const approval = await call(app, 'POST', `/api/payments/receipts/${receipt?.id}/approval`, {
    token: admin.token,
    body: { amountCents: family.reservation.totalCents - 100 },
  });
  expect(approval.status).toBe(201);
  const cash = { kind: 'balance', method: 'cash', amountCents: 100, note: `de ${NAME}` };
  const paid = await call(app, 'POST', `/api/reservations/${family.id}/payments`, { token: admin.token, body: cash });
  expect(paid).toMatchObject({ status: 201 });
  const noted = { token: admin.token, body: { text: `${NAME} prefere janela` } };
  expect((await call(app, 'POST', `/api/reservations/${family.id}/notes`, noted)).status).toBeLessThan(300);
  await leaveTraces(family);
  await departIn(app, family.trip.id, -72);
  return family;
}

/** What a test would need many days, providers and devices for. */
async function leaveTraces({ id, payer, adults, trip }: Family): Promise<void> {
  const subject = randomUUID();
  const companion = adults[1]?.id;
  const said = (text: string) => JSON.stringify({ name: [null, `${text} ${payer.email} ${payer.cpf}`] });
  await inTransaction(app.db, async (trx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(trx);
    await run(sql`insert into identity."user" (id, name, email, "emailVerified") values
      (${subject}, ${NAME}, ${payer.email}, true)`);
    await run(sql`insert into identity.account (id, "accountId", "providerId", "userId", "updatedAt") values
      (gen_random_uuid(), ${subject}, 'credential', ${subject}, now())`);
    await run(sql`insert into identity.session (id, "expiresAt", token, "updatedAt", "userId") values
      (gen_random_uuid(), now() + interval '1 day', ${randomUUID()}, now(), ${subject})`);
    await run(sql`insert into identity.verification (id, identifier, value, "expiresAt") values
      (gen_random_uuid(), ${payer.email}, ${subject}, now() + interval '1 day')`);
    await run(sql`update users set subject = ${subject}, confirmed_email = email where id = ${payer.id}`);
    app.identity.issueToken(payer.email);
    await run(sql`insert into reservation_lines (id, reservation_id, kind, label, unit_cents, source_id, ended_at) values
      (gen_random_uuid(), ${id}, 'adjustment', ${`Amizade com ${NAME}`}, -100, gen_random_uuid(), now())`);
    await run(sql`insert into reservation_emails (id, reservation_id, kind, recipient, subject) values
      (gen_random_uuid(), ${id}, 'announcement', ${payer.email}, ${NAME})`);
    await run(
      sql`insert into reservation_tags (id, reservation_id, position, label, created_by) values (gen_random_uuid(), ${id}, 1, ${NAME}, ${admin.id})`,
    );
    await run(sql`insert into whatsapp_messages (id, trip_id, reservation_id, template_key, phone, opened_by) values
      (gen_random_uuid(), ${trip.id}, ${id}, 'x', ${PHONE}, ${admin.id})`);
    await run(sql`insert into push_devices (endpoint, user_id, p256dh, auth) values
      (${`https://push.example/${randomUUID()}`}, ${payer.id}, 'p', 'a')`);
    await run(sql`insert into final_manifests (id, trip_id, version, content, created_by) values (gen_random_uuid(), ${trip.id}, 1,
      ${JSON.stringify({ operator: {}, details: { driver: 'José', guide: '' }, passengers: [{ name: NAME }, { name: 'Outra' }, { name: COMPANION }] })}, ${admin.id})`);
    for (const [type, of] of [
      ['reservation', id],
      ['person', payer.id],
      ['trip', trip.id],
    ]) {
      await run(sql`insert into audit_entries (id, actor_id, actor_name, address, device, request_id, action, subject_type,
          subject_id, subject_label, changes)
        values (gen_random_uuid(), ${payer.id}, ${NAME}, ${ADDRESS}, 'Chrome', 'r', 'reservation.changed', ${type}, ${of},
          ${`K – ${NAME}`}, ${said(COMPANION)})`);
    }
    await run(sql`insert into idempotency_keys (user_id, key, fingerprint, answer) values
      (${admin.id}, ${randomUUID()}, 'f', ${JSON.stringify({ name: NAME })})`);
    await run(sql`insert into gift_cards (id, code_hash, link_hash, last4, value_cents, buyer_name, buyer_email, message, state)
      values (gen_random_uuid(), ${randomUUID()}, ${randomUUID()}, 'ABCD', 5000, ${NAME}, ${payer.email}, ${`De ${NAME}`}, 'expired')`);
    await run(
      sql`insert into billing_details (reservation_id, name, address) values (${id}, ${NAME}, ${`Rua ${NAME}`})`,
    );
    await run(sql`insert into minor_statements (reservation_id, name, version, means, recorded_by) values
      (${id}, ${NAME}, '1', 'account', ${payer.id})`);
    const version = sql`encode(sha256(convert_to('Contrato', 'UTF8')), 'hex')`;
    await run(sql`insert into contract_texts (version, text) values (${version}, 'Contrato') on conflict do nothing`);
    await run(sql`insert into contract_acceptances (reservation_id, version, field_values, channel, accepted_by, address)
      values (${id}, ${version}, ${JSON.stringify({ cliente: NAME })}, 'account', ${NAME}, ${ADDRESS})`);
    const imported = randomUUID();
    await run(sql`insert into imports (id, kind, filename, header_line, columns, created_by) values
      (${imported}, 'clients', 'clientes.csv', 1, '{name}', ${admin.id})`);
    await run(sql`insert into import_rows (import_id, line, cells) values (${imported}, 2, ${[NAME, payer.email]})`);
    if (companion)
      await run(sql`insert into participant_links (participant_id, token_hash) values (${companion}, ${randomUUID()})`);
  });
}

/** Where any of `words` is stored: columns of all schemas, the job queue and the search index in them, and files. */
async function findTraces(words: string[]): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`.execute(app.db);
  expect(rows.length).toBeGreaterThan(200);
  const patterns = words.map((word) => `%${word}%`);
  for (const { schema, table, column } of rows) {
    const text = sql`replace(${sql.ref(column)}::text, E'\\\\x', '')`;
    const bytes = words.map((word) => `%${Buffer.from(word).toString('hex')}%`);
    const hits = await sql`select 1 from ${sql.table(`${schema}.${table}`)}
      where ${text} ilike any (${[...patterns, ...bytes]}::text[]) limit 1`.execute(app.db);
    if (hits.rows.length > 0) found.push(`${schema}.${table}.${column}`);
  }
  const folder = join(app.app.deps.config.dataDir, 'files');
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1');
    if (words.some((word) => content.includes(word))) found.push(entry.name);
  }
  return found;
}

const wordsOf = ({ payer }: Family) => {
  const dotted = (cpf: string) => cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
  const people = [payer.cpf, COMPANION_CPF].flatMap((cpf) => [cpf, dotted(cpf)]);
  return [NAME, 'Zuleica', COMPANION, payer.email, '31988776655', '98877-6655', '31988776644', '98.765.432', ...people];
};

it('an erased client is nowhere in the database and its files, but for what tax law keeps', async () => {
  const family = await traveller();
  const words = [...wordsOf(family), ADDRESS];
  expect((await findTraces(words)).length).toBeGreaterThan(20);
  const receipts = await app.db.selectFrom('receipts').select('id').where('reservation_id', '=', family.id).execute();

  expect(await eraseAsStaff(family.payer.id)).toMatchObject({ status: 200 });

  expect(await findTraces(words)).toEqual(['public.fiscal_records.name', 'public.fiscal_records.cpf']);
  const { storage } = app.app.deps;
  await startQueues(
    queueWork.filter(({ queue }) => queue.name === 'erasures'),
    { ...app.app.deps, jobs: app.jobs } as never,
  );
  await expect.poll(() => storage.read(`erasures/person/${family.payer.id}`)).toBeDefined();
  for (const { id } of receipts) await expect.poll(() => storage.read(`receipts/${id}/file`)).toBeUndefined();
  const read = await call(app, 'GET', `/api/reservations/${family.id}/timeline`, { token: admin.token });
  expect(read.status).toBe(200);
  // Money and trip stay, of nobody.
  const ledger = await app.db.selectFrom('transfers').selectAll().where('reservation_id', '=', family.id).execute();
  expect(ledger.length).toBe(2);
  const { body } = await call(app, 'GET', '/api/accounting/entries', { token: admin.token });
  const paid = body.data.filter((line: { reservation: { id: string } | null }) => line.reservation?.id === family.id);
  expect(paid).toMatchObject([{ payer: { name: NAME, taxId: family.payer.cpf } }, { payer: { name: NAME } }]);
  const lists = await app.db
    .selectFrom('final_manifests')
    .select('content')
    .where('trip_id', '=', family.trip.id)
    .execute();
  expect(lists.map(({ content }) => content)).toMatchObject([{ passengers: [{ name: 'Outra' }] }]);
});

it('tax law keeps a payer of the last evening of December from that year on', async () => {
  const { id, payer, trip, reservation } = await createFamily(app, { adult: 1 });
  const occurredAt = '2025-01-01T02:30:00.000Z';
  const body = { kind: 'balance', method: 'cash', amountCents: reservation.totalCents, occurredAt };
  const paid = await call(app, 'POST', `/api/reservations/${id}/payments`, { token: admin.token, body });
  expect(paid).toMatchObject({ status: 201 });
  await app.db
    .updateTable('trips')
    .set({ departs_at: '2024-12-30T12:00:00Z', returns_at: '2024-12-31T12:00:00Z' })
    .where('id', '=', trip.id)
    .execute();
  expect(await eraseAsStaff(payer.id)).toMatchObject({ status: 200 });
  const kept = await app.db
    .selectFrom('fiscal_records')
    .select(sql<string>`keep_until::text`.as('until'))
    .where('user_id', '=', payer.id)
    .execute();
  expect(kept).toEqual([{ until: '2030-12-31' }]);
});

it('an erased person is in no list and no search, and staff still opens the reservation', async () => {
  const family = await createFamily(app, { adult: 1 });
  await departIn(app, family.trip.id, -72);
  await app.db
    .updateTable('reservations')
    .set({ state: 'cancelled', cancelled_at: new Date() })
    .where('id', '=', family.id)
    .execute();
  expect(await erase(family.payer)).toMatchObject({ status: 200 });
  const { token } = admin;
  const people = await call(app, 'GET', '/api/users?page=1&size=100', { token });
  expect(people.status).toBe(200);
  expect(people.body.data.map(({ id }: Person) => id)).not.toContain(family.payer.id);
  const searched = await call(app, 'GET', '/api/search?q=Dados%20apagados', { token });
  expect(JSON.stringify(searched.body)).not.toContain(family.payer.id);
  for (const path of [
    `reservations/${family.id}/page`,
    `reservations/${family.id}/timeline`,
    `users/${family.payer.id}`,
  ]) {
    const opened = await call(app, 'GET', `/api/${path}`, { token });
    expect([path, opened.status]).toEqual([path, 200]);
  }
  expect((await call(app, 'GET', '/api/users/me', { token: family.payer.token })).status).not.toBe(200);
});

it('a client with a running reservation is refused, and so is a wrong password; nothing is erased', async () => {
  const { payer, reservation } = await createFamily(app, { adult: 1 });
  expect(await erase(payer, 'errada')).toMatchObject({ status: 409, body: { code: 'ERASURE_REFUSED' } });
  const refused = await erase(payer);
  expect(refused).toMatchObject({ status: 409, body: { code: 'ERASURE_OPEN' } });
  expect(refused.body.message).toContain(reservation.code);
  expect(await eraseAsStaff(payer.id)).toMatchObject({ status: 409 });
  expect((await call(app, 'GET', '/api/users/me', { token: payer.token })).body.email).toBe(payer.email);
});

it('staff, a client with a credit, and people who are not there are refused; a guest is erased', async () => {
  expect(await eraseAsStaff(admin.id)).toMatchObject({ status: 409, body: { code: 'ERASURE_OF_STAFF' } });
  expect((await eraseAsStaff(randomUUID())).status).toBe(404);
  const client = await createPerson(app);
  await giveCredit(app, client.id, 100);
  expect((await erase(client)).body.message).toContain('crédito');
  const guest = await createGuestPerson(app, { name: 'Convidada Sem Conta' });
  expect((await eraseAsStaff(guest.id)).status).toBe(200);
  expect(await findTraces(['Convidada Sem Conta'])).toEqual([]);
  expect((await eraseAsStaff(guest.id)).status).toBe(200);
});

/** A guest with a reservation, and the token of its link. */
async function guestWithLink() {
  const family = await createFamily(app, { adult: 1 });
  const guest = { subject: null, issuer: null, contact: PHONE, name: NAME };
  await app.db.updateTable('users').set(guest).where('id', '=', family.payer.id).execute();
  return { ...family, token: await linkForPayer(app, family) };
}
const eraseByLink = (token: string, phoneDigits: string | undefined = PHONE.slice(-4)) =>
  call(app, 'POST', '/api/reservation-links/erasure', { body: { token, phoneDigits } });

it('a guest erases their data by the link and the telephone, once nothing is open, and the link ends', async () => {
  const { id, reservation, trip, payer, token } = await guestWithLink();
  expect((await eraseByLink(token, '0000')).body.code).toBe('PHONE_DIGITS_WRONG');
  expect((await call(app, 'POST', '/api/reservation-links/erasure', { body: { token } })).body.code).toBe(
    'PHONE_DIGITS_NEEDED',
  );
  const refused = await eraseByLink(token);
  expect(refused).toMatchObject({ status: 409, body: { code: 'ERASURE_OPEN' } });
  expect(refused.body.message).toContain(`há reserva em andamento (${reservation.code})`);
  await departIn(app, trip.id, -72);
  const over = { state: 'cancelled', cancelled_at: new Date() } as const;
  await app.db.updateTable('reservations').set(over).where('id', '=', id).execute();
  expect(await eraseByLink(token)).toMatchObject({ status: 200 });
  expect(await findTraces([payer.email, payer.cpf])).toEqual([]);
  expect(await eraseByLink(token)).toMatchObject({ status: 404, body: { code: 'RESERVATION_LINK_OVER' } });
});

it('a link says no code of another reservation of the guest, and erases nobody with an account', async () => {
  const guest = await guestWithLink();
  const other = await createFamily(app, { adult: 1 });
  const move = { user_id: guest.payer.id };
  await app.db.updateTable('reservations').set(move).where('id', '=', other.id).execute();
  const refused = await eraseByLink(guest.token);
  expect(refused.body.message).toContain(guest.reservation.code);
  expect(refused.body.message).toContain('outra sua');
  expect(refused.body.message).not.toContain(other.reservation.code);
  const { id, payer } = await createFamily(app, { adult: 1 });
  await app.db.updateTable('users').set({ contact: PHONE }).where('id', '=', payer.id).execute();
  expect((await eraseByLink(await linkForPayer(app, { id }))).body.code).toBe('ERASURE_OF_ACCOUNT');
});

it('an erasure in the log is done again where the database does not know of it', async () => {
  const client = await createPerson(app);
  const { storage } = app.app.deps;
  await storage.write(`erasures/person/${client.id}`, Buffer.from('x'));
  await storage.write('erasures/person/.DS_Store', Buffer.from('x'));
  const parts = { db: app.db, storage, jobs: app.jobs };
  const before = await app.db.selectFrom('erasures').select('id').execute();
  expect(
    await Promise.all([replayErasures(parts), replayErasures(parts)]).then((all) =>
      all.reduce((sum, one) => sum + one),
    ),
  ).toBe(1);
  expect(await findTraces([client.email, client.cpf])).toEqual([]);
  expect(await replayErasures(parts)).toBe(0);
  expect((await app.db.selectFrom('erasures').select('id').execute()).length).toBe(before.length + 1);
});

it('rows that are final refuse any other change, also in a transaction that erases', async () => {
  const [entry] = await app.db.selectFrom('transfers').select('id').limit(1).execute();
  const change = (erasing: boolean, set: ReturnType<typeof sql>) =>
    inTransaction(app.db, async (trx) => {
      if (erasing) await sql`select set_config('passeio.erasing', 'on', true)`.execute(trx);
      await sql`update transfers set ${set} where id = ${entry?.id}`.execute(trx);
    });
  await expect(change(false, sql`note = '•••'`)).rejects.toThrow('never changed');
  await expect(change(true, sql`note = 'outra'`)).rejects.toThrow('never changed');
  await expect(change(true, sql`amount_cents = 1`)).rejects.toThrow('never changed');
  await expect(
    inTransaction(app.db, async (trx) => {
      await sql`select set_config('passeio.erasing', 'on', true)`.execute(trx);
      await sql`delete from audit_entries`.execute(trx);
    }),
  ).rejects.toThrow('never changed');
});

it('a payment that arrives while its payer is erased is counted, or the erasure is refused', async () => {
  const { payer, id, trip, reservation } = await createFamily(app, { adult: 1 });
  await departIn(app, trip.id, -72);
  await app.db
    .updateTable('reservations')
    .set({ state: 'expired', hold_expires_at: null })
    .where('id', '=', id)
    .execute();
  const pay = () =>
    call(app, 'POST', `/api/reservations/${id}/payments`, {
      token: admin.token,
      body: { kind: 'full', method: 'cash', amountCents: reservation.totalCents, note: '' },
    });
  const [paid, erased] = await Promise.all([pay(), eraseAsStaff(payer.id)]);
  const row = await app.db
    .selectFrom('users')
    .select(['erased_at'])
    .where('id', '=', payer.id)
    .executeTakeFirstOrThrow();
  expect([200, 409]).toContain(erased.status);
  expect(row.erased_at !== null).toBe(erased.status === 200);
  const entries = await app.db.selectFrom('transfers').selectAll().where('reservation_id', '=', id).execute();
  expect(entries.length).toBe(paid.status < 300 ? 1 : 0);
});
