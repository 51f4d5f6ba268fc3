import { expect } from 'vitest';
import { createTrip, signUpData } from './factories.ts';
import { type HostServer, signInAt, type TestHost } from './hosting.ts';

/**
 * A client who reserves one trip after the other at a server, three at a time, until it is stopped or the server ends; a
 * refusal is tried again.
 */
export async function startReserving(
  host: Pick<TestHost, 'inDatabase' | 'config' | 'ask'>,
  { slug, domain }: { slug: string; domain: string },
  server: Pick<HostServer, 'ask' | 'port'> = { ask: host.ask, port: host.config.port },
) {
  const { token, email } = await signInAt(server, { isProduction: false, port: server.port }, domain);
  await host.inDatabase(slug, (db) =>
    db.updateTable('operator').set({ require_confirmed_email: false, unpaid_places: 1_000_000 }).execute(),
  );
  await server.ask(domain, '/api/users', { method: 'POST', token, body: signUpData({ email }) });
  const acknowledged: string[] = [];
  const unexpected: unknown[] = [];
  let refusals = 0;
  let cut = 0;
  let longestGapMs = 0;
  let last = performance.now();
  let isOver = false;
  const reserve = async () => {
    const trip = await host.inDatabase(slug, (db) => createTrip({ db })).catch(() => undefined);
    if (!trip) return;
    const fare = await host.inDatabase(slug, (db) =>
      db.selectFrom('trip_fares').select('id').where('trip_id', '=', trip.id).executeTakeFirst(),
    );
    const asked = { method: 'POST', token, body: { party: [{ fareId: fare?.id, count: 1 }] } };
    for (let isDone = false; !isDone && !isOver; ) {
      const answer = await server.ask(domain, `/api/trips/enrrol/${trip.id}`, asked).catch(() => undefined);
      if (!answer) {
        cut += 1;
        return;
      }
      const { status, body, headers } = answer;
      isDone = status !== 503;
      if (status === 201) {
        acknowledged.push(body.id);
        longestGapMs = Math.max(longestGapMs, performance.now() - last);
        last = performance.now();
      } else if (status === 503 && headers['retry-after'] && body.message) refusals += 1;
      else unexpected.push({ status, body });
    }
  };
  const work = async () => {
    while (!isOver) await reserve();
  };
  const running = [work(), work(), work()];
  return {
    async untilMore(count: number) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length - before, { timeout: 90_000, interval: 50 }).toBeGreaterThan(count);
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
      return { acknowledged, refusals, cut, unexpected, longestGapMs };
    },
  };
}
