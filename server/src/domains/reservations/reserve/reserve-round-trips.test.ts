import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp } from '../../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../../test/factories.ts';
import { createFamilyTrip } from '../../../../test/parties.ts';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp({ rateLimits: true });
  await app.db.updateTable('operator').set({ require_confirmed_email: false }).execute();
});
afterAll(() => app.close());

async function signedUp(): Promise<string> {
  const data = signUpData();
  const { token } = await app.signUpAndIn(data.email);
  expect((await call(app, 'POST', '/api/users', { token, body: data })).status).toBe(201);
  return token;
}

// Statements of the connection that notifies other processes, and what nobody waits for.
const ASIDE = /^(listen|unlisten|select 1|set |select pg_notify|notify|delete from rate_limits)/i;

/** The statements that the server sends meanwhile and waits for. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const texts = sent.mock.calls.map(([given]) => String((given as unknown as { text?: string })?.text ?? given));
    return texts.filter((text) => !ASIDE.test(text.trim()));
  } finally {
    sent.mockRestore();
  }
}

describe('a reservation for a family, with a key and with limits on,', () => {
  it('needs five round trips to the database, the session included', async () => {
    const trips = await Promise.all([1, 2, 3].map(() => createFamilyTrip(app)));
    const token = await signedUp();
    const reserve = async ({ id, fares }: (typeof trips)[number]) => {
      const party = [fares.adult, fares.child, fares.lapChild].map((fareId) => ({ fareId, count: 1 }));
      const headers = { 'idempotency-key': `familia-${id}` };
      const { status } = await call(app, 'POST', `/api/trips/enrrol/${id}`, { token, body: { party }, headers });
      expect(status).toBe(201);
    };

    for (const trip of trips) {
      const statements = await statementsOf(() => reserve(trip));
      expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(5);
      expect(statements.length).toBeGreaterThan(2);
    }
  });
});
