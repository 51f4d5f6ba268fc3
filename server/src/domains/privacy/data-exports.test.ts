import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { personalData } from '../../platform/database/personal-data.ts';
import { hashToken } from '../../platform/http/link-token.ts';
import { FAKE_PASSWORD } from '../../ports/identity/fake.ts';
import { buildExport, makeExportLink } from './data-exports.ts';
import { exportedColumns, readPersonalFile } from './personal-file.ts';

let app: TestAppWithJobs;
let client: Person;
let admin: Person;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  [client, admin] = [await createPerson(app), await createPerson(app, 'ADMIN')];
});
afterAll(() => app.close());
afterEach(() => app.db.deleteFrom('data_exports').execute());

const ask = ({ token }: Person) => call(app, 'POST', '/api/privacy/exports', { token, body: {} });

/** A copy that was asked for and made; its token. */
async function made(): Promise<string> {
  expect((await ask(client)).status).toBe(200);
  const { id } = await app.db.selectFrom('data_exports').select('id').executeTakeFirstOrThrow();
  const { storage } = app.app.deps;
  await buildExport({ db: app.db, storage, jobs: app.jobs }, { exportId: id });
  const link = await makeExportLink(app.db, 'https://exemplo.com.br', id);
  return decodeURIComponent(new URL(link ?? '').hash.slice(1));
}

const download = (token: string, password: string) =>
  fetch(`${app.url}/api/data-exports/link/file`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });

it('a copy has every table and column of the register that is about a client, health only where it is asked for', async () => {
  for (const withHealth of [false, true]) {
    const file = await readPersonalFile(app.db, client.id, withHealth);
    const expected = Object.entries(personalData).flatMap(([table, entry]) =>
      entry.rows && exportedColumns(entry, withHealth).length > 0 ? [table] : [],
    );
    expect(
      [...file.values()]
        .flat()
        .map(({ table }) => table)
        .toSorted(),
    ).toEqual(expected.toSorted());
    const [user] = file.get('account')?.find(({ table }) => table === 'public.users')?.rows ?? [];
    expect(user).toMatchObject({ cpf: client.cpf, email: client.email });
    expect(expected.includes('public.answers')).toBe(withHealth);
  }
});

it('a copy is opened by its link and the password, and by nothing else', async () => {
  const token = await made();
  expect((await download(token, 'outra senha')).status).toBe(409);
  const response = await download(token, FAKE_PASSWORD);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = Buffer.from(await response.arrayBuffer());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['dados/account.json', 'dados/money.json', 'meus-dados.pdf'])
    expect(zip.includes(name)).toBe(true);
  expect((await download('x'.repeat(43), FAKE_PASSWORD)).status).toBe(404);
});

it('a link ends after a day, and after ten wrong passwords', async () => {
  const token = await made();
  for (let attempt = 0; attempt < 10; attempt++) await download(token, 'outra senha');
  expect((await download(token, FAKE_PASSWORD)).status).toBe(404);
  await app.db
    .updateTable('data_exports')
    .set({ failures: 0, expires_at: new Date() })
    .where('token_hash', '=', hashToken(token))
    .execute();
  expect((await download(token, FAKE_PASSWORD)).status).toBe(404);
});

it('a person asks once a day; staff asks for them, and the link goes to the person', async () => {
  expect((await ask(client)).status).toBe(200);
  expect(await ask(client)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_EXPORTS' } });
  const other = await createPerson(app);
  const path = `/api/users/${other.id}/exports`;
  expect((await call(app, 'POST', path, { token: client.token, body: {} })).status).toBe(403);
  expect((await call(app, 'POST', path, { token: admin.token, body: {} })).status).toBe(200);
  const { id } = await app.db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', other.id)
    .executeTakeFirstOrThrow();
  const { storage } = app.app.deps;
  await buildExport({ db: app.db, storage, jobs: app.jobs }, { exportId: id });
  const { rows } = await app.pool.query(
    `select data->>'to' as recipient from pgboss.job where data->>'kind' = 'dataExport'`,
  );
  expect(rows.map(({ recipient }) => recipient)).toContain(other.email);
  expect(await storage.read(`exports/${id}/data.zip`).then((file) => file && buffer(file))).toBeDefined();
});
