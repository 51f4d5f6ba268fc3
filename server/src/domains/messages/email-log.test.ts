import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, type Family } from '../../../test/parties.ts';
import { workEmails } from '../../../test/work-queues.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { fakeMailTransport } from '../../ports/mail/fake.ts';
import { emailReader } from '../email-facts/index.ts';
import { enqueueEmail, type ReadEmail } from './index.ts';

const transport = fakeMailTransport();

let app: TestAppWithJobs;
let admin: Person;
let stillApplies = true;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const work = () =>
  workEmails({
    ...{ jobs: app.jobs, db: app.db, storage: app.app.deps.storage, transport },
    makeLink: async () => 'https://passeio.example/auth/reset-password?token=abc',
    readEmail,
  });
const readEmail: ReadEmail = async (email, surroundings) => {
  const facts = await emailReader(app.db, 'https://passeio.example', app.app.deps.emailCodeKey)(email, surroundings);
  return facts && { ...facts, applies: facts.applies && stillApplies };
};
const sendFailing = ({ id, payer, reservation }: Family, trx: Parameters<typeof enqueueEmail>[2]) => {
  const about = { reservationId: id, holdExpiresAt: reservation.holdExpiresAt ?? '' };
  return enqueueEmail(app.jobs, { kind: 'holdEnding', to: payer.email, about }, trx);
};
const messagesOf = (id: string, token = admin.token) => call(app, 'GET', `/api/reservations/${id}/messages`, { token });
const statesOf = async (id: string) => (await messagesOf(id)).body.data.map(({ state }: { state: string }) => state);

describe('the log of e-mails about a reservation', () => {
  it('is written with the e-mail, follows it, and staff reads it', async () => {
    const family = await createFamily(app, { adult: 1 });
    const rolledBack = inTransaction(app.db, async (trx) => {
      await sendFailing(family, trx);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect((await messagesOf(family.id)).body).toEqual({ data: [], whatsApp: [] });

    await inTransaction(app.db, (trx) => sendFailing(family, trx));
    const operator = await createPerson(app, 'OPERATOR');
    const entry = {
      id: expect.any(String),
      to: family.payer.email,
      subject: `A sua reserva ${family.reservation.code} está para expirar`,
      createdAt: expect.any(String),
    };
    const queued = { data: [{ ...entry, state: 'queued', settledAt: null, notByChat: null }], whatsApp: [] };
    expect((await messagesOf(family.id, operator.token)).body).toEqual(queued);

    await work();
    await vi.waitFor(async () => expect(await statesOf(family.id)).toEqual(['sent']));
    expect((await messagesOf(family.id)).body.data).toEqual([
      { ...entry, state: 'sent', settledAt: expect.any(String), notByChat: null },
    ]);
    const { rows } = await app.pool.query('select * from reservation_emails');
    expect(JSON.stringify(rows)).not.toContain('https://');
  });

  it('says that an e-mail was not needed any more', async () => {
    const family = await createFamily(app, { adult: 1 });
    stillApplies = false;
    await inTransaction(app.db, (trx) => sendFailing(family, trx));
    await vi.waitFor(async () => expect(await statesOf(family.id)).toEqual(['needless']));
    stillApplies = true;
  });

  it('says which did not go out; sent again, it does, and a discarded one says so', async () => {
    const family = await createFamily(app, { adult: 1 });
    const giveUp = async () => {
      transport.failNext(1);
      await inTransaction(app.db, async (trx) => {
        await sendFailing(family, trx);
        await sql`update pgboss.job set retry_count = retry_limit where name = 'emails'`.execute(trx);
      });
      await vi.waitFor(async () => expect((await statesOf(family.id))[0]).toBe('failed'));
      const failed = await vi.waitFor(async () => {
        const { body } = await call(app, 'GET', '/api/messages/failed', { token: admin.token });
        expect(body.total).toBe(1);
        return body.data[0].id as string;
      });
      return failed;
    };
    const first = await giveUp();
    const body = { ids: [first] };
    await call(app, 'POST', '/api/messages/failed/retries', { token: admin.token, body });
    await vi.waitFor(async () => expect(await statesOf(family.id)).toEqual(['sent']));
    const second = await giveUp();
    await call(app, 'DELETE', `/api/messages/failed/${second}`, { token: admin.token });
    expect(await statesOf(family.id)).toEqual(['discarded', 'sent']);

    // Staff sends it again where it reads of it.
    await giveUp();
    const operator = await createPerson(app, 'OPERATOR');
    const [latest] = (await messagesOf(family.id, operator.token)).body.data;
    const again = (reservationId: string, { token }: { token: string }) =>
      call(app, 'POST', `/api/reservations/${reservationId}/messages/${latest.id}/retry`, { token });
    const other = await createFamily(app, { adult: 1 });
    expect((await again(family.id, family.payer)).status).toBe(403);
    expect((await again(other.id, operator)).body.code).toBe('MESSAGE_NOT_FOUND');
    expect((await again(family.id, operator)).body.data[0]).toMatchObject({ id: latest.id, state: 'queued' });
    await vi.waitFor(async () => expect((await statesOf(family.id))[0]).toBe('sent'));
    expect((await again(family.id, operator)).body.code).toBe('MESSAGE_NOT_FOUND');
  });

  it('does not hold e-mails about accounts', async () => {
    const before = await app.pool.query('select count(*) from reservation_emails');
    const link = { does: 'resetPassword', userId: 'somebody' } as const;
    await inTransaction(app.db, (trx) =>
      enqueueEmail(app.jobs, { kind: 'resetPassword', to: 'ana@exemplo.com.br', about: { name: 'Ana', link } }, trx),
    );
    expect((await app.pool.query('select count(*) from reservation_emails')).rows).toEqual(before.rows);
  });

  it('is for staff, of a reservation that exists; that of all is for administrators', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    expect((await messagesOf(id, payer.token)).status).toBe(403);
    expect(await messagesOf(crypto.randomUUID())).toMatchObject({
      status: 404,
      body: { code: 'RESERVATION_NOT_FOUND' },
    });
    const { token } = await createPerson(app, 'OPERATOR');
    expect((await call(app, 'GET', '/api/messages', { token })).status).toBe(403);
  });

  it('of all comes page by page, the latest first', async () => {
    const family = await createFamily(app, { adult: 1 });
    await inTransaction(app.db, async (trx) => {
      for (let count = 0; count < 55; count += 1) await sendFailing(family, trx);
    });
    const first = await call(app, 'GET', '/api/messages', { token: admin.token });
    expect(first.body.data).toHaveLength(50);
    expect(first.body.data[0].reservation).toEqual({
      id: family.id,
      code: family.reservation.code,
      tripId: family.trip.id,
      tripTitle: 'Cânions de Furnas',
    });
    const second = await call(app, 'GET', `/api/messages?from=${first.body.next}`, { token: admin.token });
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(second.body.next).toBeNull();
  });
});
