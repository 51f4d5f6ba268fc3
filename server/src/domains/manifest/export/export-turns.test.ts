import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { createPool } from '../../../platform/database/connect.ts';

let app: TestApp;
let token: string;
let headers: { authorization: string };
let operatorId: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token, id: operatorId } = await createPerson(app, 'OPERATOR'));
  headers = { authorization: `Bearer ${token}` };
  ({ id: tripId } = await createTrip(app));
  const person = { name: 'Zélia Conceição', contact: '(35) 98877-6655' };
  expect((await call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body: { person } })).status).toBe(201);
});
afterAll(() => app.close());

/** Nobody's entry is written until it is released: what leaves one waits meanwhile. */
async function holdAuditLog(): Promise<{ release(): Promise<void> }> {
  const pool = createPool({ connectionString: app.databaseUrl, max: 1, onError: () => undefined });
  await pool.query('begin');
  await pool.query('lock table audit_entries in exclusive mode');
  return { release: () => pool.end() };
}

describe('taking a list along', () => {
  it('leaves a trace and a security event, without anybody’s data', async () => {
    await fetch(`${app.url}/api/trips/${tripId}/passengers/export?format=csv&columns=name,cpf`, { headers });
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject_id', 'changes'])
      .where('action', '=', 'trip.passengers_exported')
      .orderBy('at', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({
      actor_id: operatorId,
      subject_id: tripId,
      changes: { format: [null, 'csv'], columns: [null, ['name', 'cpf']], people: [null, 1] },
    });
    const event = app.log.filter(({ msg }) => msg === 'passenger list exported').at(-1);
    expect(event).toMatchObject({ caller: operatorId, tripId, format: 'csv', address: expect.any(String) });
    expect(JSON.stringify(event)).not.toContain('Zélia');
  });

  it.each(['format=doc', 'columns=name', 'format=csv&columns=', 'format=csv&columns=name,password', 'format=csv&x=1'])(
    'refuses %s',
    async (query) => {
      const response = await call(app, 'GET', `/api/trips/${tripId}/passengers/export?${query}`, { token });
      expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    },
  );

  it('is done for two at a time; thirty wait their turn, and more are asked to come back', async () => {
    const { release } = await holdAuditLog();
    const refused: Response[] = [];
    const downloads = Array.from({ length: 40 }, async () => {
      const response = await fetch(`${app.url}/api/trips/${tripId}/passengers/export?format=csv`, { headers });
      if (!response.ok) refused.push(response);
      return response.status;
    });
    // Two work and thirty wait.
    await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(8));
    await release();
    const statuses = await Promise.all(downloads);
    expect(statuses.filter((status) => status === 200)).toHaveLength(40 - refused.length);
    for (const { status, headers } of refused) {
      expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '5' });
    }
  });

  it('is not possible for a trip that is not there', async () => {
    const response = await call(app, 'GET', `/api/trips/${crypto.randomUUID()}/passengers/export?format=pdf`, {
      token,
    });
    expect(response).toMatchObject({ status: 404, body: { code: 'TRIP_NOT_FOUND' } });
  });
});
