import { describe, expect, it } from 'vitest';
import {
  type Costs,
  capacityOf,
  type Limits,
  type Profile,
  ratesOf,
  rendersOf,
  responseMs,
  simulate,
  usageOf,
  waitProbability,
} from './capacity.ts';

const costs: Costs = {
  view: { server: 0.1, database: 0 },
  render: { server: 20, database: 5 },
  reserve: { server: 4, database: 5, locked: 3, sync: 1, wal: 30_000 },
  cancel: { server: 3, database: 5, locked: 3, sync: 1 },
  pay: { server: 5, database: 8 },
  board: { server: 2, database: 3 },
  email: { server: 1, database: 1 },
};
const profile: Profile = {
  ...{ views: 100, listViews: 0.5, listPages: 2, tripPages: 50 },
  ...{ cancel: 0.1, pay: 1, board: 2, email: 3, hottest: 0.3 },
};
const limits: Limits = {
  ...{ renderPauseMs: 750, emailsPerServer: 10, connectionsPerServer: 30, connections: 117 },
  walBytesPerSecond: 50_000_000,
};
const background = { server: 0.01, database: 0.01 };
const setting = { costs, background, limits };
const carries = (servers: number, databaseCores: number) =>
  capacityOf(profile, { ...setting, installation: { servers, databaseCores } }, { ceiling: 0.7 });

describe('what an installation carries', () => {
  it('grows with servers and processors, and never shrinks', () => {
    const sizes = [carries(1, 2), carries(2, 2), carries(2, 8), carries(3, 8)].map(({ reservations }) => reservations);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect(carries(3, 8).reservations).toBeGreaterThan(carries(1, 2).reservations);
  });

  it('is where the fullest resource is used to the ceiling', () => {
    const { usage } = carries(2, 4);
    expect(usage[0]?.used).toBeCloseTo(0.7, 6);
    expect(usage.every(({ used }) => used <= 0.7 + 1e-9)).toBe(true);
  });

  it('names connections where the servers may open more than PostgreSQL accepts', () => {
    const installation = { servers: 4, databaseCores: 8 };
    expect(usageOf({}, { ...setting, installation, hottest: 0 })[0]?.resource).toBe('connections');
  });

  it('adds up what calls take of a shared machine', () => {
    const installation = { servers: 1, databaseCores: 2, isShared: true };
    const usage = usageOf({ reserve: 10, pay: 5 }, { ...setting, installation, hottest: 1 });
    const of = (resource: string) => usage.find((one) => one.resource === resource)?.used;
    expect(of('machine')).toBeCloseTo((10 * 9 + 5 * 13 + 20) / 1_000 / 2);
    expect(of('server')).toBeCloseTo((10 * 4 + 5 * 5 + 10) / 1_000);
    expect(of('hot trip')).toBeCloseTo(10 * 0.004);
  });
});

describe('pages that are rendered again', () => {
  it('are as many as changes while everybody looks, and as views while nobody does', () => {
    expect(rendersOf(1_000, 0.5, 750)).toBeCloseTo(0.5, 2);
    expect(rendersOf(0.01, 1_000, 750)).toBeCloseTo(0.01, 3);
    expect(rendersOf(5, 0, 750)).toBe(0);
  });

  it('are at most one in 0.75 seconds for each page and server, however many people look', () => {
    const most = ((profile.listPages + profile.tripPages) * 2) / 0.75;
    expect(ratesOf(100_000, profile, 2, limits).render).toBeLessThan(most);
    expect(ratesOf(100_000, profile, 2, limits).render).toBeGreaterThan(most * 0.95);
  });
});

describe('waiting', () => {
  it('is as Erlang computed it', () => {
    expect(waitProbability(1, 0.5)).toBeCloseTo(0.5);
    expect(waitProbability(2, 1)).toBeCloseTo(1 / 3);
    expect(responseMs(10, 1, 0.8)).toBeCloseTo(50);
    expect(responseMs(10, 2, 1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is the same in the simulation of one server at half its load', () => {
    const { server, perSecond } = simulate([{ cost: { server: 10, database: 0 }, perSecond: 50 }], {
      ...{ cores: 2, seconds: 600 },
    });
    expect(server).toBeCloseTo(0.5, 1);
    expect(perSecond).toBeCloseTo(50, -0.5);
  });
});

describe('clients that send one call after the other', () => {
  const spread = (clients: number, cores: number) =>
    simulate([{ cost: costs.reserve }], { clients, cores, seconds: 40 });

  it('get as many answers as the parts of one call allow, if there is one client', () => {
    expect(spread(1, 2).perSecond).toBeCloseTo(100, -1);
  });

  it('use both processors of a small machine, and never get more than those allow', () => {
    const { perSecond, server, database } = spread(32, 2);
    expect(server + database).toBeCloseTo((perSecond * 9) / 1_000, 1);
    expect(server + database).toBeGreaterThan(1.7);
    expect(perSecond).toBeLessThan(2_000 / 9);
  });

  it('wait for the thread of the server on a large machine', () => {
    expect(spread(64, 64).perSecond / 250).toBeCloseTo(1, 1);
  });

  it('wait for the row of a hot trip where nothing else holds them up', () => {
    const row = { server: 0, database: 3, locked: 3, sync: 1 };
    const { perSecond } = simulate([{ cost: row, isHot: true }], { clients: 32, cores: 8, seconds: 30 });
    expect(perSecond / 250).toBeCloseTo(1, 1);
  });
});
