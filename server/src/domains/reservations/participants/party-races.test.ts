import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { bornFor, createFamily, createFamilyTrip, type Family, placesTaken } from '../../../../test/parties.ts';

const FAMILIES = 3;
const CAPACITY = 14;
const AT_ONCE = 6;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const step = fc.record({
  family: fc.nat({ max: FAMILIES - 1 }),
  who: fc.nat({ max: 5 }),
  fare: fc.constantFrom('adult', 'child', 'lapChild'),
  age: fc.constantFrom(2, 8, 15, 30, 60),
  companion: fc.nat({ max: 5 }),
  byStaff: fc.boolean(),
  kind: fc.constantFrom('add', 'add', 'remove', 'age', 'companion', 'replace', 'link', 'cpf'),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const CPFS = ['52998224725', '11144477735'];

/** Does a step to the person at that position at the moment; a step may be refused, but never fails. */
async function take(families: Family[], { family: index, who, fare, age, companion, byStaff, kind }: Step) {
  const family = families[index] as Family;
  const token = byStaff ? staff.token : family.payer.token;
  const path = `/api/reservations/${family.id}`;
  const { body: seen } = await call(app, 'GET', path, { token });
  const idAt = (position: number) => seen.participants[position % seen.participants.length].id;
  const person = `${path}/participants/${idAt(who)}`;
  const fareId = family.trip.fares[fare];
  const birthdate = bornFor(family.trip, age);
  const responses = {
    add: () => call(app, 'POST', `${path}/participants`, { token, body: { fareId } }),
    remove: () => call(app, 'DELETE', person, { token }),
    age: () => call(app, 'PUT', person, { token, body: { birthdate, fareId } }),
    companion: () => call(app, 'PUT', person, { token, body: { companionId: idAt(companion) } }),
    replace: () => call(app, 'PUT', person, { token, body: { replaces: true, name: 'Beatriz Nunes', birthdate } }),
    cpf: () => call(app, 'PUT', person, { token, body: { cpf: CPFS[who % CPFS.length] } }),
    link: async () => {
      const { body } = await call(app, 'POST', `${person}/link`, { token });
      const fields = { birthdate };
      return body.url
        ? call(app, 'PUT', '/api/participants/link', { body: { token: body.url.split('#')[1], fields } })
        : { status: 409, body };
    },
  };
  const { status, body } = await responses[kind]();
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expect(status, JSON.stringify(body)).not.toBe(400);
}

async function check(families: Family[]) {
  let places = 0;
  for (const { id, payer } of families) {
    const { body } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    const people: { id: string; priceCents: number; takesPlace: boolean; companionId: string | null }[] =
      body.participants;
    const laps = people.filter(({ takesPlace }) => !takesPlace).map(({ companionId }) => companionId);
    expect(body.totalCents).toBe(people.reduce((sum, { priceCents }) => sum + priceCents, 0));
    expect(body.places).toBe(people.length - laps.length);
    expect(body.places).toBeGreaterThan(0);
    expect(new Set(laps).size).toBe(laps.length);
    for (const lap of laps) expect(people.some((one) => one.id === lap && one.takesPlace)).toBe(true);
    places += body.places;
  }
  const trip = families[0]?.trip.id ?? '';
  expect(await placesTaken(app, trip)).toBe(places);
  expect(places).toBeLessThanOrEqual(CAPACITY);
}

it('places, prices and laps are right when people are changed at the same time', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      const trip = await createFamilyTrip(app, { capacity: CAPACITY });
      const families: Family[] = [];
      for (let one = 0; one < FAMILIES; one += 1) {
        families.push(await createFamily(app, { adult: 2, child: 1, lapChild: 1 }, { trip }));
      }
      for (let start = 0; start < steps.length; start += AT_ONCE) {
        await Promise.all(steps.slice(start, start + AT_ONCE).map((one) => take(families, one)));
      }
      await check(families);
    }),
    { numRuns: 2, endOnFailure: true },
  );
});
