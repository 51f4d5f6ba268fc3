import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createSeller, type Seller } from '../../../test/sellers.ts';
import { FAKE_PASSWORD } from '../../ports/identity/fake.ts';

let app: TestAppWithJobs;
let staff: Person;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const change = ({ person }: Pick<Seller, 'person'>, pixKey: string, password: string = FAKE_PASSWORD) =>
  call(app, 'PUT', '/api/sellers/me/pix-key', { token: person.token, body: { pixKey, password } });
const readByStaff = async ({ id }: Seller) =>
  (await call(app, 'GET', `/api/sellers/${id}`, { token: staff.token })).body;
const emailsTo = async ({ email }: Person) =>
  (
    await sql<{ about: object }>`select data->'about' as about from pgboss.job
      where data->>'kind' = 'sellerKeyChanged' and data->>'to' = ${email}`.execute(app.db)
  ).rows.map(({ about }) => about);

it('a seller changes the Pix key with their password; the account gets an e-mail, and staff sees when it was', async () => {
  const seller = await createSeller(app, staff, { pixKey: 'antiga@exemplo.com' });
  const changed = await change(seller, '+55 35 98888-7777');
  expect(changed).toMatchObject({ status: 200, body: { pixKey: '+5535988887777' } });
  expect(await emailsTo(seller.person)).toMatchObject([{ before: 'a•••@exemplo.com', after: '•••7777' }]);
  const read = await readByStaff(seller);
  expect(read).toMatchObject({ pixKey: '+5535988887777', keyBySellerAt: expect.any(String) });
  const entry = await app.db
    .selectFrom('audit_entries')
    .select(['changes', 'actor_id'])
    .where('subject_id', '=', seller.id)
    .where('action', '=', 'seller.changed')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ actor_id: seller.person.id, changes: { pixKey: ['•••com', '•••777'] } });

  // The same again is no change; staff's own change is not the seller's.
  await change(seller, '+5535988887777');
  expect(await emailsTo(seller.person)).toHaveLength(1);
  const { kind, name, contact, email, version } = read;
  const body = { kind, name, contact, email, version, isActive: true, pixKey: 'nova@exemplo.com' };
  await call(app, 'PUT', `/api/sellers/${seller.id}`, { token: staff.token, body });
  expect(await readByStaff(seller)).toMatchObject({ pixKey: 'nova@exemplo.com', keyBySellerAt: null });
});

it('another password, a senseless key and people who do not sell change nothing', async () => {
  const seller = await createSeller(app, staff, { pixKey: 'antiga@exemplo.com' });
  const refused = await change(seller, 'nova@exemplo.com', 'outra senha');
  expect(refused).toMatchObject({ status: 409, body: { code: 'SELLER_KEY_REFUSED' } });
  expect((await change(seller, 'nada')).status).toBe(400);
  expect((await change(seller, '')).status).toBe(400);
  expect((await change({ person: staff }, 'nova@exemplo.com')).body.code).toBe('NOT_A_SELLER');
  expect((await readByStaff(seller)).pixKey).toBe('antiga@exemplo.com');
  expect(await emailsTo(seller.person)).toEqual([]);
});
