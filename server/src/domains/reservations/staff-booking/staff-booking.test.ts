import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person, signUpData } from '../../../../test/factories.ts';
import { retryWhileBusy } from '../../../../test/retry-while-busy.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  ({ token } = await createPerson(app, 'OPERATOR'));
});
afterAll(() => app.close());

const add = (tripId: string, body: object, headers = {}) =>
  call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body, headers });
const placesTaken = async (tripId: string) =>
  (await app.db.selectFrom('trips').select('places_taken').where('id', '=', tripId).executeTakeFirstOrThrow())
    .places_taken;
const countPeople = async () => (await app.db.selectFrom('users').select('id').execute()).length;
const auditOf = (subjectId: string) =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_label', 'changes'])
    .where('subject_id', '=', subjectId)
    .execute();

describe('reserving for one person who phoned', () => {
  it('takes a place for a known person, at their boarding point, by the operator', async () => {
    const point = { id: crypto.randomUUID(), time: '05:00', place: 'Rodoviária' };
    const trip = await createTrip(app, { boarding_points: JSON.stringify([point]) });
    const { id: personId } = await createPerson(app);

    const { status, body } = await add(trip.id, { personId, boardingPointId: point.id });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ state: 'held', channel: 'operator', totalCents: 28_900, depositCents: 8_670, places: 1 },
      payer: { id: personId },
      participants: [{ isPayer: true, name: body.payer.name, boardingPointId: point.id, missing: [] }],
    });
    expect(await placesTaken(trip.id)).toBe(1);
    expect(await auditOf(body.id)).toEqual([
      {
        action: 'reservation.created',
        subject_label: `${body.code} – ${body.payer.name} (Cânions de Furnas)`,
        changes: {
          ...{ state: [null, 'held'], people: [null, 1], totalCents: [null, 28_900] },
          holdExpiresAt: [null, body.holdExpiresAt],
        },
      },
    ]);
  });

  it('creates a guest with little data; documents are masked in the audit entry', async () => {
    const trip = await createTrip(app);
    const { body } = await add(trip.id, {
      person: { name: 'Dona Nair', contact: '35 3212-4455', cpf: '529.982.247-25' },
    });

    expect(body).toMatchObject({
      payer: { name: 'Dona Nair', contact: '+553532124455', email: null },
      participants: [{ name: 'Dona Nair', masked: { cpf: '•••725' }, documentNumber: null, boardingPointId: null }],
    });
    const [entry] = await auditOf(body.payer.id);
    expect(entry).toMatchObject({ action: 'person.created', subject_label: 'Dona Nair' });
    expect(JSON.stringify(entry)).not.toContain('52998224725');
  });

  it('fills a trip that is not on sale yet, but neither an archived nor a departed one', async () => {
    const person = { name: 'Rui Melo', contact: '35999990000' };
    const draft = await createTrip(app, { is_active: false });
    expect((await add(draft.id, { person })).status).toBe(201);

    const archived = await createTrip(app, { is_active: false, archived_at: new Date() });
    expect(await add(archived.id, { person })).toMatchObject({ status: 409, body: { code: 'TRIP_INACTIVE' } });
    const departs_at = new Date(Date.now() - HOUR_MS);
    const departed = await createTrip(app, { departs_at, returns_at: new Date(Date.now() + HOUR_MS) });
    expect(await add(departed.id, { person })).toMatchObject({ status: 409, body: { code: 'TRIP_DEPARTED' } });
  });

  it('refuses a second reservation, and a full trip, in words for staff; no guest is created then', async () => {
    const trip = await createTrip(app, { capacity: 1 });
    const { id: personId } = await createPerson(app);
    await add(trip.id, { personId });
    const people = await countPeople();

    const { body: again } = await add(trip.id, { personId });
    expect(again).toMatchObject({
      code: 'ALREADY_PASSENGER',
      fields: { personId: expect.stringContaining('já está') },
    });
    const full = await add(trip.id, { person: { name: 'Rui Melo', contact: '35999990000' } });
    expect(full).toMatchObject({ status: 409, body: { code: 'NO_PLACES_LEFT' } });
    expect(await countPeople()).toBe(people);
    expect(await placesTaken(trip.id)).toBe(1);
  });

  it('names the person who has the CPF or the e-mail', async () => {
    const trip = await createTrip(app);
    const known = await createPerson(app);
    const name = 'Nome Igual';
    const byCpf = await add(trip.id, { person: { name, contact: '35999990000', cpf: known.cpf } });
    const byEmail = await add(trip.id, {
      person: { name, contact: '35999990000', email: known.email.toUpperCase() },
    });

    const { name: whose } = await app.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow();
    expect(byCpf).toMatchObject({ status: 409, body: { code: 'PERSON_KNOWN' } });
    expect(byCpf.body.fields).toEqual({ cpf: `Este CPF já é de ${whose}.` });
    expect(byEmail.body.fields).toEqual({ email: `Este e-mail já é de ${whose}.` });
    expect(await placesTaken(trip.id)).toBe(0);
  });

  it('refuses a boarding point of another trip', async () => {
    const trip = await createTrip(app);
    const { id: personId } = await createPerson(app);
    const response = await add(trip.id, { personId, boardingPointId: crypto.randomUUID() });
    expect(response).toMatchObject({ status: 409, body: { code: 'BOARDING_POINT_UNKNOWN' } });
    expect(await placesTaken(trip.id)).toBe(0);
  });

  it.each([
    ['nobody', {}],
    ['two people at once', { personId: crypto.randomUUID(), person: { name: 'Rui Melo', contact: '35999990000' } }],
    ['a wrong CPF', { person: { name: 'Rui Melo', contact: '35999990000', cpf: '111.111.111-11' } }],
    ['no telephone', { person: { name: 'Rui Melo' } }],
    ['a price', { personId: crypto.randomUUID(), priceCents: 0 }],
    ['a role', { person: { name: 'Rui Melo', contact: '35999990000', role: 'ADMIN' } }],
  ])('refuses %s', async (_, body) => {
    const trip = await createTrip(app);
    expect(await add(trip.id, body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  it('does not find unknown or blocked people', async () => {
    const trip = await createTrip(app);
    const { id: personId } = await createPerson(app);
    await app.db.updateTable('users').set({ is_disabled: true }).where('id', '=', personId).execute();
    const refusal = { status: 404, body: { code: 'PERSON_NOT_FOUND' } };
    expect(await add(trip.id, { personId })).toMatchObject(refusal);
    expect(await add(trip.id, { personId: crypto.randomUUID() })).toMatchObject(refusal);
  });

  it('happens once under the same Idempotency-Key', async () => {
    const trip = await createTrip(app);
    const body = { person: { name: 'Rui Melo', contact: '35999990000' } };
    const headers = { 'idempotency-key': 'uma-vez' };
    const responses = await Promise.all([1, 2, 3].map(() => add(trip.id, body, headers)));
    for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
    expect(await placesTaken(trip.id)).toBe(1);
  });

  it('asks nothing of places that cost nothing: they are paid, and without a deposit confirmed', async () => {
    const free = await createTrip(app, { price_cents: 0 });
    const withoutDeposit = await createTrip(app, { deposit_percent: 0 });
    const { id: personId } = await createPerson(app);
    expect((await add(free.id, { personId })).body).toMatchObject({ state: 'booked', status: { key: 'paid' } });
    expect((await add(withoutDeposit.id, { personId })).body).toMatchObject({
      ...{ state: 'booked', holdExpiresAt: null },
      status: { key: 'booked' },
    });
  });
});

describe('30 operators who add somebody at the same moment, and 10 people who enrol, for 20 places', () => {
  it('fill exactly 20 places; everyone else reads that it is full', async () => {
    const PLACES = 20;
    const trip = await createTrip(app, { capacity: PLACES });
    const operators: Person[] = [];
    for (let count = 0; count < 30; count += 1) operators.push(await createPerson(app, 'OPERATOR'));
    const clients: Person[] = [];
    for (let count = 0; count < 10; count += 1) clients.push(await createPerson(app));

    const outcomes = await Promise.all([
      ...operators.map((operator, index) =>
        retryWhileBusy(() =>
          call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
            token: operator.token,
            body: { person: { name: `Ligou ${index} Silva`, contact: '35999990000' } },
          }),
        ),
      ),
      ...clients.map(({ token }) => retryWhileBusy(() => call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token }))),
    ]);

    const taken = outcomes.filter(({ status }) => status === 201);
    const refused = outcomes.filter(({ status }) => status !== 201);
    expect(taken).toHaveLength(PLACES);
    for (const { status, body } of refused) {
      expect(`${status} ${body.code}`).toMatch(/^409 (NO_PLACES_LEFT|TRIP_FULL)$/);
    }
    expect(await placesTaken(trip.id)).toBe(PLACES);
    const written = await app.db.selectFrom('users').select('id').where('name', 'like', 'Ligou %').execute();
    const added = taken.filter(({ body }) => body.channel === 'operator').length;
    expect(written).toHaveLength(added);
  });
});

describe('candidates', () => {
  const find = async (tripId: string, q: string) =>
    call(app, 'GET', `/api/trips/${tripId}/candidates?q=${encodeURIComponent(q)}`, { token });

  it('are found by name, CPF, e-mail and telephone, with the minimum of data that distinguishes them', async () => {
    const trip = await createTrip(app);
    const data = signUpData({ name: 'Quitéria Assumpção', cpf: '111.444.777-35', contact: '(35) 97766-5544' });
    const { rg: _rg, birthdate: _birthdate, emitter: _emitter, ...person } = data;
    const { body: added } = await add(trip.id, { person });
    const other = await createTrip(app);

    for (const q of ['quiteria', '111.444.777-35', '777-35', '(35) 97766-55', data.email]) {
      const { body } = await find(other.id, q);
      expect(body.data, q).toEqual([
        {
          id: added.payer.id,
          name: 'Quitéria Assumpção',
          maskedCpf: '•••.•••.777-35',
          contact: '+5535977665544',
          email: data.email,
          isPassenger: false,
        },
      ]);
    }
    expect((await find(trip.id, 'quiteria')).body.data[0].isPassenger).toBe(true);
    await call(app, 'POST', `/api/reservations/${added.id}/cancellation`, {
      token,
      body: { reason: 'Desistiu' },
    });
    expect((await find(trip.id, 'quiteria')).body.data[0].isPassenger).toBe(false);
  });

  it('are at most ten, and need a minimum of text', async () => {
    const trip = await createTrip(app);
    expect((await find(trip.id, 'ligou')).body.data).toHaveLength(10);
    expect((await find(trip.id, 'li')).status).toBe(400);
    expect((await find(crypto.randomUUID(), 'ligou')).body.code).toBe('TRIP_NOT_FOUND');
  });
});
