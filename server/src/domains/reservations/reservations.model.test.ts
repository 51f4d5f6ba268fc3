import type { Instalment } from '@passeio/contract/reservations/instalments';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { clientSteps } from '../../../test/party-model/client-steps.ts';
import { staffSteps } from '../../../test/party-model/staff-steps.ts';
import { type Answer, type Plan, type Scene, type Step, step } from '../../../test/party-model/steps.ts';
import { createWorld, type Departure, isActive, look, type Seen, type World } from '../../../test/party-model/world.ts';
import { findFaults } from '../../platform/database/find-faults.ts';

// For an hour by hand: MODEL_SECONDS=3600. MODEL_SEED repeats the runs of a failure.
const SECONDS = Number(process.env.MODEL_SECONDS ?? 10);
const SEED = process.env.MODEL_SEED === undefined ? undefined : Number(process.env.MODEL_SEED);
const STEPS = { minLength: 20, maxLength: 40 };

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  await app.db.updateTable('operator').set({ pix_key: 'pix@passeio.example', pix_permille: -70 }).execute();
});
afterAll(() => app.close());

const planners: Record<Step['kind'], (scene: Scene) => Plan | undefined> = { ...clientSteps, ...staffSteps };

// Without a reservation to do something to, one is made.
const planOf = (scene: Scene): Plan => planners[scene.step.kind](scene) ?? clientSteps.reserve(scene);

// Steps of a group are taken at the same time; most groups are of one.
const group = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(step) },
  { weight: 1, arbitrary: fc.tuple(step, step) },
  { weight: 1, arbitrary: fc.tuple(step, step, step) },
);

/** Alone, a step is refused for one of its faults, or done as foreseen if it has none. */
function checkAnswer({ faults, expects }: Plan, { status, body }: Answer): void {
  if (faults.length > 0) {
    expect(body.code, `refused for ${faults}`).toBeOneOf(faults);
    expect(status).toBeGreaterThanOrEqual(400);
  } else {
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    if (expects) expect(body).toMatchObject(expects);
  }
}

/** Takes steps at the same time, checks everything that is stored, and returns it. */
async function take(world: World, seen: Seen, steps: readonly Step[], story: string[]): Promise<Seen> {
  const plans = steps.map((one) => planOf({ world, seen, step: one }));
  const responses = await Promise.all(plans.map((plan) => plan.send()));
  story.push(steps.map((one, index) => lineOf(one, plans[index], responses[index])).join('\n  and '));
  for (const { status, body } of responses) {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(status, JSON.stringify(body)).not.toBe(400);
  }
  const [plan] = plans;
  const [response] = responses;
  if (steps.length === 1 && plan && response) checkAnswer(plan, response);
  expect(world.warnings).toEqual([]);
  expect(await findFaults(app.db, idsOf(world))).toEqual([]);
  const after = await look(world);
  for (const id of new Set(plans.flatMap(({ reservationId }) => reservationId ?? []))) await compare(after, id);
  return after;
}

const idsOf = ({ trips }: World) => trips.map(({ id }) => id);

function lineOf({ kind, ...facts }: Step, plan?: Plan, response?: Answer): string {
  const outcome = response && (response.status < 300 ? 'ok' : (response.body?.code ?? response.status));
  return `${kind} ${plan?.reservationId ?? '-'} ${outcome} ${JSON.stringify(facts)}`;
}

/** The API answers what is stored. */
async function compare({ reservations }: Seen, id: string): Promise<void> {
  const { body } = await call(app, 'GET', `/api/reservations/${id}`, { token: staff.token });
  const stored = reservations.find((one) => one.id === id);
  const people = body.participants.map((one: { id: string }) => one.id);
  expect({ ...body, people, tripId: body.trip.id }).toMatchObject({
    state: stored?.state,
    places: stored?.places,
    totalCents: stored?.total_cents,
    depositCents: stored?.deposit_cents,
    receivedCents: stored?.received_cents,
    people: stored?.people.map((one) => one.id),
    tripId: stored?.trip_id,
  });
  compareInstalments(body);
  expect(await nextDayOf(id)).toEqual(
    body.instalments.find((one: Instalment) => one.state !== 'paid')?.dueDate ?? null,
  );
}

/** The day of the next instalment as the database computes it. */
async function nextDayOf(id: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select (next_instalment_at(instalments, deposit_cents, total_cents, received_cents)
      at time zone 'America/Sao_Paulo')::date::text as day from reservations where id = ${id}`.execute(app.db);
  return rows[0]?.day ?? null;
}

/** Deposit and instalments are the total, and what was received is the deposit's and the oldest ones'. */
function compareInstalments({ totalCents, depositCents, receivedCents, instalments }: ReservationDetails): void {
  if (instalments.length === 0) return;
  const sum = (of: (one: (typeof instalments)[number]) => number) => instalments.reduce((all, one) => all + of(one), 0);
  expect(depositCents + sum((one) => one.amountCents)).toBe(totalCents);
  expect(sum((one) => one.paidCents)).toBe(Math.max(Math.min(receivedCents, totalCents) - depositCents, 0));
  const open = instalments.findIndex(({ state }) => state !== 'paid');
  expect(instalments.slice(open + 1).every(({ paidCents }) => open < 0 || paidCents === 0)).toBe(true);
}

/** What was acknowledged is there, once, and the passenger lists count it. */
async function compareLists(world: World, { reservations, trips }: Seen): Promise<void> {
  const ids = reservations.map(({ id }) => id);
  for (const { id } of world.made) expect(id).toBeOneOf(ids);
  for (const { id, capacity, left } of trips) {
    const { body } = await call(app, 'GET', `/api/trips/${id}/passengers`, { token: staff.token });
    const all = reservations.filter((one) => one.trip_id === id);
    const going = all.filter(isActive);
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(body.trip.placesLeft).toBe(left);
    expect(body.totals).toMatchObject({
      places: capacity - left,
      going: sum(going.map(({ people }) => people.length)),
      receivedCents: sum(all.map((one) => one.received_cents)),
    });
  }
}

async function live(departures: Departure[], groups: readonly (readonly Step[])[]): Promise<void> {
  const world = await createWorld(app, staff, departures);
  const story: string[] = [];
  try {
    let seen = await look(world);
    for (const steps of groups) seen = await take(world, seen, steps, story);
    await compareLists(world, seen);
  } catch (error) {
    throw new Error(`after these steps:\n${story.join('\n')}`, { cause: error });
  }
}

const lives = fc.asyncProperty(
  fc.array(fc.record({ capacity: fc.integer({ min: 4, max: 8 }), onRequest: fc.boolean() }), {
    minLength: 2,
    maxLength: 3,
  }),
  fc.array(group, STEPS),
  live,
);

it('reservations are consistent whatever anybody does, also at once', {
  timeout: SECONDS * 1_000 + 60_000,
}, async () => {
  const end = Date.now() + SECONDS * 1_000;
  let seed = SEED ?? Date.now() % 1_000_000_000;
  // A failure says its seed and the steps that were taken.
  do {
    await fc.assert(lives, { seed, numRuns: 2, endOnFailure: true });
    seed += 1;
  } while (SEED === undefined && Date.now() < end);
});
