import { randomUUID } from 'node:crypto';
import { type KyselyPlugin, OperationNodeTransformer, type RawNode, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call } from '../../../../test/factories.ts';
import { endPause } from '../../../../test/holds.ts';
import { createFamilyTrip, departIn, type FamilyTrip, placesTaken } from '../../../../test/parties.ts';

const UNPAID_PLACES = 4;
const REQUESTS = 12;
const TURNS = 3;
const CONTROL_TURNS = 20;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.updateTable('operator').set({ unpaid_places: UNPAID_PLACES, pause_minutes: 60 }).execute();
});

const names = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Fábio', 'Gil', 'Hugo', 'Iara', 'Joana', 'Kátia', 'Luís'];
const newPhone = () => `+55359${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

interface Asked {
  name?: string;
  contact: string;
  count?: number;
  /** From where. */
  address?: string;
  at?: TestApp;
}
const reserve = ({ id, fares, boardingPointId }: FamilyTrip, { at = app, ...asked }: Asked) =>
  call(at, 'POST', `/api/trips/${id}/guest-reservations`, {
    headers: { 'idempotency-key': randomUUID(), ...(asked.address && { 'x-forwarded-for': asked.address }) },
    body: {
      ...{ party: [{ fareId: fares.adult, count: asked.count ?? 1 }], boardingPointId, acceptedPolicy: true },
      guest: { name: `${asked.name ?? 'Tiago'} Reis`, contact: asked.contact },
    },
  });
const cancel = ({ link }: { link: string }) =>
  call(app, 'POST', '/api/reservation-links/cancel', { body: { token: link.split('#')[1] } });

/** Requests at once, each for a trip of its own, by which no trip's lock puts them in line. Returns the places held. */
async function race(refusal: string, of: (index: number) => Asked): Promise<number> {
  const trips = await Promise.all(Array.from({ length: REQUESTS }, () => createFamilyTrip(app)));
  const answers = await Promise.all(
    trips.map(async (trip, index) => {
      const asked = of(index);
      let answer = await reserve(trip, asked);
      // A slow machine may not serve everybody within the queue's time-out, and asks the rest to try again.
      while (answer.status === 503 && answer.headers.get('retry-after')) answer = await reserve(trip, asked);
      return answer;
    }),
  );
  for (const { status, body } of answers) expect(status === 201 || body.code).toBeOneOf([true, refusal]);
  const taken = await Promise.all(trips.map(({ id }) => placesTaken(app, id)));
  return taken.reduce((sum, one) => sum + one, 0);
}

async function most(turns: number, held: () => Promise<number>): Promise<number> {
  let found = 0;
  for (let turn = 0; turn < turns && found <= UNPAID_PLACES; turn += 1) found = Math.max(found, await held());
  return found;
}

/** Lets many have a telephone's lock at once. */
const withSharedLocks: KyselyPlugin = {
  transformQuery: ({ node }) =>
    new (class extends OperationNodeTransformer {
      protected override transformRaw(raw: RawNode): RawNode {
        const { sqlFragments, ...rest } = super.transformRaw(raw);
        const shared = sqlFragments.map((text) => text.replace('xact_lock(', 'xact_lock_shared('));
        return { ...rest, sqlFragments: shared };
      }
    })().transformNode(node),
  transformResult: async ({ result }) => result,
};

describe('unpaid places by one telephone, under many names, of many trips, at once', () => {
  const byPhone = (at: TestApp, other: TestApp) => () => {
    const contact = newPhone();
    return race('UNPAID_PLACES', (index) => ({
      ...{ name: names[index] ?? '', contact, count: 2, at: index % 2 ? at : other },
    }));
  };

  it('are those of one person', async () => {
    const other = await startAnotherProcess(app);
    try {
      expect(await most(TURNS, byPhone(app, other))).toBe(UNPAID_PLACES);
    } finally {
      await other.close();
    }
  });

  it("control: are more without the telephone's lock", async () => {
    const { db } = app.app.deps;
    const unguarded = await startAnotherProcess(app, { db: db.withPlugin(withSharedLocks) });
    try {
      expect(await most(CONTROL_TURNS, byPhone(unguarded, unguarded))).toBeGreaterThan(UNPAID_PLACES);
    } finally {
      await unguarded.close();
    }
  });
});

describe('from one address, of one person or several,', () => {
  let limited: TestApp;
  beforeAll(async () => {
    const config = { ...app.app.deps.config, rateLimits: true, trustProxy: ['127.0.0.1'] };
    limited = await startAnotherProcess(app, { config });
  });
  afterAll(() => limited.close());
  let networks = 0;
  /** An address of a network that was not used before; the last part differs by `host`. */
  const newNetwork = () => {
    networks += 1;
    const network = `2001:db8:9:${networks.toString(16)}`;
    return (host: number) => `${network}::${host + 1}`;
  };
  const byAddress = () => {
    const from = newNetwork();
    return race('UNPAID_PLACES_ADDRESS', (index) => ({
      ...{ name: names[index] ?? '', contact: newPhone(), count: 2, address: from(index), at: limited },
    }));
  };

  it('guests hold as many unpaid places at once as one person', async () => {
    expect(await most(TURNS, byAddress)).toBe(UNPAID_PLACES);
  });

  it("control: guests hold more without the address's lock", async () => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('claim_unpaid_places'::regproc) as text`.execute(app.db);
    const text = rows[0]?.text ?? '';
    await sql.raw(text.replaceAll(/perform pg_advisory_xact_lock\(.*\);/g, 'perform pg_sleep(0.01);')).execute(app.db);
    try {
      expect(await most(CONTROL_TURNS, byAddress)).toBeGreaterThan(UNPAID_PLACES);
    } finally {
      await sql.raw(text).execute(app.db);
    }
  });

  it('guests ask twenty times in ten minutes, other addresses as often again', async () => {
    const [from, elsewhere] = [newNetwork(), newNetwork()];
    const trip = await createFamilyTrip(app);
    await departIn(app, trip.id, -1);
    const ask = (address: string) => reserve(trip, { contact: newPhone(), address, at: limited });
    for (let asked = 0; asked < 20; asked += 1) expect((await ask(from(asked))).body.code).toBe('TRIP_DEPARTED');
    expect(await ask(from(20))).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect((await ask(elsewhere(0))).body.code).toBe('TRIP_DEPARTED');
  });
});

describe('of one trip', () => {
  it('a guest holds one reservation, however often they ask at once', async () => {
    const trip = await createFamilyTrip(app);
    const contact = newPhone();
    const answers = await Promise.all(names.map(() => reserve(trip, { contact })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'GUEST_ALREADY_ENROLLED')).toHaveLength(names.length - 1);
    expect(await placesTaken(app, trip.id)).toBe(1);
  });

  it('a telephone holds none again until the pause is over, under another name either', async () => {
    const [trip, other] = [await createFamilyTrip(app), await createFamilyTrip(app)];
    const contact = newPhone();
    const { body: made } = await reserve(trip, { contact });
    expect((await cancel(made)).body.state).toBe('cancelled');
    for (const name of ['Tiago', 'Ana'])
      expect(await reserve(trip, { name, contact })).toMatchObject({ status: 409, body: { code: 'HOLD_PAUSED' } });
    expect((await reserve(trip, { contact: newPhone() })).status).toBe(201);
    expect((await reserve(other, { name: 'Ana', contact })).status).toBe(201);
    await endPause(app, made.id);
    expect((await reserve(trip, { name: 'Ana', contact })).status).toBe(201);
  });
});
