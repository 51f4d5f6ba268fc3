import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, createPerson, signUpData } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { issueFirstAccessCode } from './first-access.ts';

async function newInstallation(config = {}): Promise<{ app: TestApp; code: string }> {
  const app = await buildTestApp({ config });
  onTestFinished(() => app.close());
  return { app, code: (await issueFirstAccessCode(app.db)) ?? '' };
}

const look = (app: TestApp, code: string) => call(app, 'POST', '/api/first-access/code', { body: { code } });

/** Somebody who has just signed up asks to become the administrator. */
function become(app: TestApp, code: string, data = signUpData()) {
  const { token } = app.identity.issueToken(data.email, { emailConfirmed: false });
  return call(app, 'POST', '/api/first-access', { token, body: { code, ...data } });
}

const administrators = (app: TestApp) =>
  app.db.selectFrom('users').select(['id', 'email']).where('role', '=', 'ADMIN').execute();
const over = { status: 404, body: { code: 'FIRST_ACCESS_OVER' } };

describe('the code of the first start', () => {
  it('makes an administrator of who signs up with it, once', async () => {
    const { app, code } = await newInstallation();
    expect(code).toMatch(/^([\dA-F]{4}-){7}[\dA-F]{4}$/);
    expect(await look(app, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).toMatchObject({ status: 200 });
    const data = signUpData();
    const { status, body } = await become(app, code, data);
    expect({ status, body }).toMatchObject({ status: 201, body: { email: data.email, role: 'ADMIN' } });
    const audited = await app.db.selectFrom('audit_entries').selectAll().execute();
    expect(audited).toMatchObject([
      { action: 'person.created', actor_id: body.id, subject_id: body.id, changes: { role: ['CLIENT', 'ADMIN'] } },
    ]);
    expect(app.log).toContainEqual(expect.objectContaining({ msg: 'first administrator made', person: body.id }));

    expect(await look(app, code)).toMatchObject(over);
    expect(await become(app, code)).toMatchObject(over);
    expect(await administrators(app)).toEqual([{ id: body.id, email: data.email }]);
    expect(await issueFirstAccessCode(app.db)).toBeUndefined();
  });

  it('makes an administrator of a person who has a profile already', async () => {
    const { app, code } = await newInstallation();
    const client = await createPerson(app);
    const answer = await call(app, 'POST', '/api/first-access', { ...client, body: { code, ...signUpData() } });
    expect(answer).toMatchObject({ status: 201, body: { id: client.id, email: client.email, role: 'ADMIN' } });
    expect(await look(app, code)).toMatchObject(over);
  });

  it('stays valid when the data are refused', async () => {
    const { app, code } = await newInstallation();
    const { cpf } = await createPerson(app);
    expect(await become(app, code, signUpData({ cpf }))).toMatchObject({ body: { code: 'PERSON_KNOWN' } });
    expect(await become(app, code, signUpData({ cpf: '11111111111' }))).toMatchObject({ status: 400 });
    expect(await administrators(app)).toEqual([]);
    expect(await look(app, code)).toMatchObject({ status: 200 });
  });

  it('is refused when it is wrong, malformed, old, or sent without an account', async () => {
    const { app, code } = await newInstallation();
    const wrong = code.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    expect(await look(app, wrong)).toMatchObject(over);
    expect(await become(app, wrong)).toMatchObject(over);
    // A wrong code takes nothing away from the right one.
    expect(await look(app, code)).toMatchObject({ status: 200 });
    for (const malformed of ['', code.slice(1), `${code}0`, code.replace(/^./, 'G'), `${code}' or true --`]) {
      expect(await look(app, malformed)).toMatchObject({ status: 400 });
      expect(await become(app, malformed)).toMatchObject({ status: 400 });
    }
    const anonymous = await call(app, 'POST', '/api/first-access', { body: { code, ...signUpData() } });
    expect(anonymous).toMatchObject({ status: 401 });
    const role = await become(app, code, signUpData({ role: 'ADMIN' }));
    expect(role).toMatchObject({ status: 400 });

    await app.db.updateTable('first_access_codes').set({ expires_at: new Date() }).execute();
    expect(await look(app, code)).toMatchObject(over);
    expect(await become(app, code)).toMatchObject(over);
    expect(await administrators(app)).toEqual([]);
    await issueFirstAccessCode(app.db);
    expect(await app.db.selectFrom('first_access_codes').selectAll().execute()).toHaveLength(1);
  });

  it('is worth nothing once there is an administrator by another way', async () => {
    const { app, code } = await newInstallation();
    await createPerson(app, 'ADMIN');
    expect(await look(app, code)).toMatchObject(over);
    expect(await become(app, code)).toMatchObject(over);
    expect(await administrators(app)).toHaveLength(1);
    expect(await issueFirstAccessCode(app.db)).toBeUndefined();
  });

  it('is stored as a hash, and neither logged nor audited', async () => {
    const { app, code } = await newInstallation();
    await look(app, code);
    await become(app, code);
    const stored = await app.db.selectFrom('audit_entries').selectAll().execute();
    const text = JSON.stringify([app.log, stored]).toUpperCase();
    expect(text).not.toContain(code);
    expect(text).not.toContain(code.replaceAll('-', ''));
    const again = await newInstallation();
    const rows = await again.app.db.selectFrom('first_access_codes').selectAll().execute();
    expect(JSON.stringify(rows).toUpperCase()).not.toContain(again.code.replaceAll('-', ''));
  });

  it('of any server is accepted by every server, and ends those of the others', async () => {
    const { app, code } = await newInstallation();
    const other = await startAnotherProcess(app);
    onTestFinished(() => other.close());
    const second = (await issueFirstAccessCode(other.db)) ?? '';
    expect(await look(app, second)).toMatchObject({ status: 200 });
    expect(await look(other, code)).toMatchObject({ status: 200 });
    expect(await become(app, second)).toMatchObject({ status: 201 });
    expect(await look(other, code)).toMatchObject(over);
    expect(await become(other, code)).toMatchObject(over);
  });

  it('can be tried ten times in a quarter of an hour, right or wrong, on both routes together', async () => {
    const { app, code } = await newInstallation({ rateLimits: true });
    const wrong = '0'.repeat(32);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? look : become)(app, wrong)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(404));
    const refused = await look(app, code);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await become(app, code)).toMatchObject({ status: 429 });
    expect(await administrators(app)).toEqual([]);
  });
});

describe('two who use codes of two servers at once', () => {
  /** Both are past the access check when the table of people lets them go on. */
  async function race({ app, code }: { app: TestApp; code: string }) {
    const second = (await issueFirstAccessCode(app.db)) ?? '';
    const both = await inTransaction(app.db, async (trx) => {
      await sql`lock table users in share mode`.execute(trx);
      const asked = [become(app, code), become(app, second)];
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        expect(rows).toHaveLength(2);
      });
      return asked;
    });
    return (await Promise.all(both)).map(({ status }) => status).sort();
  }

  it('do not both become the first administrator', async () => {
    const installation = await newInstallation();
    expect(await race(installation)).toEqual([201, 404]);
    expect(await administrators(installation.app)).toHaveLength(1);
  });

  it('would both, if ending the codes did not lock them, which shows that they race', async () => {
    const installation = await newInstallation();
    await installation.app.pool.query(`
      alter table first_access_codes rename to kept_codes;
      create view first_access_codes as select * from kept_codes;
      create function keep() returns trigger language plpgsql as 'begin return old; end';
      create trigger keep instead of delete on first_access_codes for each row execute function keep()`);
    expect(await race(installation)).toEqual([201, 201]);
    expect(await administrators(installation.app)).toHaveLength(2);
  });
});
