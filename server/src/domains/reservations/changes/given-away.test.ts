import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancelling } from '../../../../test/cancellations.ts';
import { offerExtras, takeExtras } from '../../../../test/extras.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { changeParticipant, createFamily, createFamilyTrip, type FamilyTrip } from '../../../../test/parties.ts';

// What takes something off a price needs the permission for discounts, by whatever way.
let app: TestApp;
let giving: Person;
let selling: Person;
let trip: FamilyTrip;
let steps: ReturnType<typeof cancelling>;
beforeAll(async () => {
  app = await buildTestApp();
  giving = await createPerson(app, 'OPERATOR', { permissions: ['confirm_money'] });
  selling = await createPerson(app, 'OPERATOR', {
    permissions: ['see_money', 'refund', 'edit_trips', 'see_documents'],
  });
  trip = await createFamilyTrip(app, { capacity: 500 });
  steps = cancelling(app, () => giving);
});
afterAll(() => app.close());

const refused = { status: 403, body: { code: 'FORBIDDEN' } };
const post = (path: string, { token }: Person, body: object) => call(app, 'POST', `/api${path}`, { token, body });
const person = () => ({ person: { name: 'Nair Dias', contact: '35999990000' } });

describe('a fare for staff', () => {
  it('is given in a new reservation only by who may give discounts', async () => {
    const booking = { ...person(), participants: [{ fareId: trip.fares.adult }, { fareId: trip.fares.courtesy }] };
    expect(await post(`/trips/${trip.id}/passengers`, selling, booking)).toMatchObject(refused);
    expect((await post(`/trips/${trip.id}/passengers`, giving, booking)).status).toBe(201);
    const paid = { ...person(), participants: [{ fareId: trip.fares.adult }] };
    expect((await post(`/trips/${trip.id}/passengers`, selling, paid)).status).toBe(201);
  });

  it('is given to somebody who is added only by who may give discounts', async () => {
    const family = await createFamily(app, { adult: 1 }, { trip });
    const added = { fareId: trip.fares.courtesy.toUpperCase() };
    expect(await post(`/reservations/${family.id}/participants`, selling, added)).toMatchObject(refused);
    expect((await post(`/reservations/${family.id}/participants`, giving, added)).status).toBe(201);
  });

  it('takes the place of another only by who may give discounts, and stays with whom has it', async () => {
    const family = await createFamily(app, { adult: 2 }, { trip });
    const [, other] = family.adults;
    const change = (by: Person, body: object) => changeParticipant(app, family, other, body, by.token);
    const courtesy = { name: 'Rui Alves', fareId: trip.fares.courtesy };
    expect(await change(selling, courtesy)).toMatchObject(refused);
    expect((await change(giving, courtesy)).status).toBe(200);
    expect((await change(selling, { ...courtesy, name: 'Rui Alves Neto' })).status).toBe(200);
    expect((await change(selling, { name: 'Rui', fareId: trip.fares.adult })).status).toBe(200);
    expect(await change(selling, courtesy)).toMatchObject(refused);
  });

  it('is given by a move only by who may give discounts, and follows to the other departure', async () => {
    const to = await createFamilyTrip(app);
    const family = await createFamily(app, { adult: 1 }, { trip });
    const move = (by: Person, target: FamilyTrip, fareId: string) =>
      post(`/reservations/${family.id}/move`, by, {
        tripId: target.id,
        fares: [{ participantId: family.adults[0]?.id, fareId }],
      });
    expect(await move(selling, to, to.fares.courtesy)).toMatchObject(refused);
    expect((await move(giving, to, to.fares.courtesy)).status).toBe(200);
    const next = await createFamilyTrip(app);
    expect((await move(selling, next, next.fares.courtesy)).status).toBe(200);
  });

  it('of the same name as a public one is not what a move gives', async () => {
    const to = await createFamilyTrip(app);
    await app.db.updateTable('trip_fares').set({ label: 'Integral' }).where('id', '=', to.fares.adult).execute();
    await app.db.updateTable('trip_fares').set({ label: 'Adulto' }).where('id', '=', to.fares.courtesy).execute();
    const family = await createFamily(app, { adult: 1 }, { trip });
    const { body } = await call(app, 'GET', `/api/reservations/${family.id}/move?tripId=${to.id}`, selling);
    expect(body.participants[0].newFare).toMatchObject({ audience: 'public' });
    expect((await post(`/reservations/${family.id}/move`, selling, { tripId: to.id })).status).toBe(200);
  });
});

describe('a penalty', () => {
  const kept = { status: 403, body: { code: 'PENALTY_KEPT' } };
  const cancel = (id: string, by: Person, body: object) =>
    post(`/reservations/${id}/cancellation`, by, { reason: 'Adoeceu', ...body });

  it('of a reservation is waived only by who may give discounts', async () => {
    const { id } = await steps.family(30_000);
    for (const body of [{}, { by: 'operator' }]) expect(await cancel(id, selling, body)).toMatchObject(kept);
    expect((await steps.details(id)).state).toBe('booked');
    expect((await cancel(id, selling, { by: 'client' })).status).toBe(200);
    const other = await steps.family(30_000);
    expect((await cancel(other.id, giving, { by: 'operator' })).status).toBe(200);
  });

  it('of one person is waived only by who may give discounts, however they leave', async () => {
    const { id, adults } = await steps.family(37_800);
    const [, leaving] = adults;
    expect(await cancel(id, selling, { participants: [leaving?.id] })).toMatchObject(kept);
    const remove = ({ token }: Person) =>
      call(app, 'DELETE', `/api/reservations/${id}/participants/${leaving?.id}`, { token });
    expect(await remove(selling)).toMatchObject(kept);
    expect((await remove(giving)).status).toBe(200);
  });

  it('of an extra is waived only by who may give discounts', async () => {
    const family = await steps.family(0);
    await takeExtras(app, family, await offerExtras(app, family.trip.id));
    await steps.pay(family.id, 50_000);
    const { lines } = await steps.details(family.id);
    const { id: lineId } = lines.find(({ label }: { label: string }) => label === 'Almoço');
    const remove = ({ token }: Person) =>
      call(app, 'DELETE', `/api/reservations/${family.id}/extras/${lineId}`, { token });
    expect(await remove(selling)).toMatchObject(kept);
    expect((await remove(giving)).status).toBe(200);
  });

  it('that nobody owes keeps nobody from leaving', async () => {
    const unpaid = await steps.family(0);
    expect((await cancel(unpaid.id, selling, {})).status).toBe(200);
    const cancelled = await steps.family(30_000);
    const over = { cancelled_at: new Date(), is_active: false };
    await app.db.updateTable('trips').set(over).where('id', '=', cancelled.trip.id).execute();
    expect((await cancel(cancelled.id, selling, {})).status).toBe(200);
  });
});
