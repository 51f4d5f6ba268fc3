import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancellingDepartures } from '../../../../test/cancelled-departures.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  ana,
  bornFor,
  changeParticipant,
  createFamily,
  departIn,
  entriesOf,
  type Family,
  participantIn,
} from '../../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

type Someone = { id: string } | undefined;
const linkPath = (family: Family, who: Someone) => `/api/reservations/${family.id}/participants/${who?.id}/link`;

async function createLink(family: Family, who: Someone, token = family.payer.token): Promise<string> {
  const { status, body, headers } = await call(app, 'POST', linkPath(family, who), { token });
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.url).toMatch(new RegExp(`^${app.app.deps.config.publicUrl}/participante#[A-Za-z0-9_-]{43}$`));
  return body.url.split('#')[1];
}

const read = (token: string) => call(app, 'POST', '/api/participants/link/read', { body: { token } });
const fill = (token: string, fields: object, as?: string) =>
  call(app, 'PUT', '/api/participants/link', { token: as, body: { token, fields } });
const over = { status: 404, body: { code: 'PARTICIPANT_LINK_OVER' } };

describe('a companion link', () => {
  it('shows the participant and the trip, without prices, names of others or who pays', async () => {
    const family = await createFamily(app, { adult: 2, child: 1 });
    const { data } = (await call(app, 'GET', '/api/reservations/me', { token: family.payer.token })).body;
    const payer = data[0].participants[0];
    const token = await createLink(family, family.children[0]);

    const { status, body, headers } = await read(token);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      participant: {
        fareLabel: 'Criança',
        takesPlace: true,
        name: '',
        birthdate: null,
        documentType: 'rg',
        documentNumber: null,
        documentIssuer: null,
        cpf: null,
        contact: null,
        boardingPointId: null,
        notes: null,
        age: null,
        minor: null,
        missing: ['name', 'birthdate', 'documentNumber', 'documentIssuer'],
        boardedAt: null,
        missedAt: null,
        seat: null,
        fare: { minAge: 6, maxAge: 12 },
        masked: {},
        answers: [],
      },
      trip: {
        title: data[0].trip.title,
        slug: data[0].trip.slug,
        date: data[0].trip.date,
        returnDate: data[0].trip.returnDate,
        boardingPoints: data[0].trip.boardingPoints,
        questions: [],
      },
      room: null,
      asksStatement: false,
      share: null,
    });
    for (const secret of [payer.name, payer.cpf, family.reservation.code, family.id, '9900', '9.900']) {
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it('fills in, without an account, and leaves the companion to the payer', async () => {
    const family = await createFamily(app, { adult: 2, child: 1 });
    const [child] = family.children;
    const token = await createLink(family, child);
    const boy = { name: 'Caio Lima', birthdate: bornFor(family.trip, 8), documentType: 'birth_certificate' };

    const { status, body } = await fill(token, {
      ...boy,
      documentNumber: '123456 01 55',
      boardingPointId: family.trip.boardingPointId,
    });

    expect(status).toBe(200);
    expect(body.participant).toMatchObject({ documentType: 'birth_certificate', minor: 'under12', missing: [] });
    const seen = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(participantIn(seen.body, child)).toMatchObject({
      ...boy,
      missing: ['companionId', 'minorStatement'],
      hasLink: true,
    });
    expect(seen.body.totalCents).toBe(family.reservation.totalCents);
  });

  it('shows what is missing beside what is there, and everything masked once it is complete', async () => {
    const family = await createFamily(app, { adult: 2 });
    const token = await createLink(family, family.adults[1]);
    const { birthdate, documentNumber } = ana;
    const cpf = '52998224725';
    const secrets = { birthdate, documentNumber, cpf, contact: '+5535977770000', notes: 'Alergia a amendoim' };

    const partly = await fill(token, { ...ana, ...secrets, documentIssuer: null });
    expect(partly.body.participant).toMatchObject({ ...secrets, missing: ['documentIssuer'], masked: {} });
    const complete = await fill(token, { documentIssuer: 'SSP/MG' });
    expect(complete.status).toBe(200);
    for (const { body } of [complete, await read(token)]) {
      expect(body.participant).toMatchObject({
        ...{ name: '', birthdate: null, documentNumber: null, cpf: null, contact: null, notes: null, age: null },
        masked: { birthdate: '••/••/••••', cpf: `•••${cpf.slice(-3)}`, contact: '••••••••', notes: '•••' },
      });
      expect(body.participant.masked.name).toMatch(/^Ana \p{L}\.$/u);
      for (const secret of [ana.name, ...Object.values(secrets)]) expect(JSON.stringify(body)).not.toContain(secret);
    }

    // Nobody lifts the mask by emptying a field.
    for (const field of ['birthdate', 'documentNumber', 'documentIssuer']) {
      const emptied = await fill(token, { [field]: null });
      expect(emptied).toMatchObject({ status: 400, body: { fields: { [`fields.${field}`]: expect.any(String) } } });
    }
    expect((await fill(token, { contact: null, notes: null })).body.participant.masked).not.toHaveProperty('contact');
    const seen = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(participantIn(seen.body, family.adults[1])).toMatchObject({
      ...{ name: ana.name, birthdate, cpf },
      // Where the party boards is for the payer to say.
      missing: ['boardingPointId'],
    });
  });

  it('is audited as an act by the link, from an address, even for a person who is signed in', async () => {
    const family = await createFamily(app, { adult: 2 });
    const token = await createLink(family, family.adults[1]);
    await fill(token, { name: ana.name, cpf: ana.cpf }, family.payer.token);

    expect((await entriesOf(app, family.id)).slice(1)).toMatchObject([
      {
        action: 'reservation.link_created',
        actor_id: family.payer.id,
        changes: { participant: [null, 'Pessoa 2'] },
      },
      {
        action: 'reservation.participant_changed',
        actor_id: null,
        actor_name: 'Pelo link',
        address: '127.0.0.1',
        changes: { name: [null, ana.name], cpf: [null, '•••725'] },
      },
    ]);
  });

  it('changes neither fare nor companion nor anybody else', async () => {
    const family = await createFamily(app, { adult: 2, child: 1 });
    const token = await createLink(family, family.children[0]);

    const aged = await fill(token, { birthdate: bornFor(family.trip, 13) });

    expect(aged).toMatchObject({ status: 409, body: { code: 'FARE_BY_AGE' } });
    expect(aged.body.message).toBe('A idade muda a tarifa. Peça a quem fez a reserva para preencher.');
    for (const fields of [
      { fareId: family.trip.fares.adult },
      { companionId: family.adults[0]?.id },
      { replaces: true },
      { id: family.adults[0]?.id },
      { priceCents: 0 },
    ]) {
      expect(await fill(token, fields)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
    const own = await call(app, 'POST', '/api/participants/link/read', {
      body: { token, participantId: family.adults[0]?.id },
    });
    expect(own.status).toBe(400);
    const seen = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(seen.body.participants.slice(0, 2)).toEqual(family.adults);
  });

  it('does not put somebody else in the place of a complete participant after the deadline', async () => {
    const family = await createFamily(app, { adult: 2 });
    const token = await createLink(family, family.adults[1]);
    await fill(token, ana);
    await departIn(app, family.trip.id, 30);
    expect((await fill(token, { name: 'Beatriz Nunes', birthdate: '1991-11-30' })).body.code).toBe(
      'PARTICIPANTS_FIXED',
    );
    expect((await fill(token, { contact: '35 97777-0000' })).status).toBe(200);
  });

  it('refuses a CPF that is on the list already', async () => {
    const family = await createFamily(app, { adult: 2 });
    const token = await createLink(family, family.adults[1]);
    expect((await fill(token, { cpf: family.payer.cpf })).body.code).toBe('PARTICIPANT_ALREADY_LISTED');
  });
});

describe('the token', () => {
  it('is stored as a hash only, appears in no audit entry, and is new each time', async () => {
    const family = await createFamily(app, { adult: 2 });
    const [first, second] = [await createLink(family, family.adults[1]), await createLink(family, family.adults[1])];
    expect(second).not.toBe(first);
    const rows = await app.db
      .selectFrom('participant_links')
      .selectAll()
      .where('participant_id', '=', family.adults[1]?.id ?? '')
      .execute();
    expect(rows).toMatchObject([{ token_hash: createHash('sha256').update(second).digest('base64url') }]);
    expect(JSON.stringify(await entriesOf(app, family.id))).not.toContain(second);
  });

  it.each([
    ['another one', 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA', 404],
    ['a shorter one', 'abc', 400],
    ['none', '', 400],
    ['a wildcard', '%'.repeat(43), 400],
  ])('cannot be guessed: %s', async (_, token, status) => {
    const family = await createFamily(app, { adult: 2 });
    await createLink(family, family.adults[1]);
    expect((await read(token)).status).toBe(status);
    expect((await fill(token, { name: 'Quem Será' })).status).toBe(status);
  });

  it('cannot be the hash of one', async () => {
    const family = await createFamily(app, { adult: 2 });
    const token = await createLink(family, family.adults[1]);
    expect(await read(createHash('sha256').update(token).digest('base64url'))).toMatchObject(over);
  });

  it('may be tried 240 times in ten minutes from an address', async () => {
    const limited = await buildTestApp({ config: { rateLimits: true } });
    const body = { token: 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA' };
    for (let attempt = 0; attempt < 240; attempt += 1) {
      expect((await call(limited, 'POST', '/api/participants/link/read', { body })).status).toBe(404);
    }
    const refused = await call(limited, 'PUT', '/api/participants/link', { body: { ...body, fields: {} } });
    expect(refused.status).toBe(429);
    await limited.close();
  });
});

describe('a link is over', () => {
  const ends: [string, (family: Family, who: Someone) => Promise<unknown>][] = [
    ['when it is revoked', (family, who) => call(app, 'DELETE', linkPath(family, who), { token: family.payer.token })],
    ['when staff revokes it', (family, who) => call(app, 'DELETE', linkPath(family, who), { token: staff.token })],
    ['when a newer one is made', (family, who) => createLink(family, who, staff.token)],
    [
      'when the participant is removed',
      (family, who) =>
        call(app, 'DELETE', `/api/reservations/${family.id}/participants/${who?.id}`, { token: family.payer.token }),
    ],
    [
      'when the participant is replaced',
      (family, who) => changeParticipant(app, family, who, { replaces: true, name: 'Beatriz Nunes' }),
    ],
    [
      'when the reservation is cancelled',
      (family) => call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token: family.payer.token }),
    ],
    [
      'when the hold has expired',
      (family) => app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', family.id).execute(),
    ],
    ['when the departure is cancelled', (family) => cancellingDepartures(app, () => staff).cancel(family.trip.id)],
    ['at departure', (family) => departIn(app, family.trip.id, 0)],
  ];

  it.each(ends)('%s', async (_, end) => {
    const family = await createFamily(app, { adult: 2 });
    const who = family.adults[1];
    const token = await createLink(family, who);
    expect((await read(token)).status).toBe(200);

    await end(family, who);

    const refused = await read(token);
    expect(refused).toMatchObject(over);
    expect(await fill(token, { name: 'Tarde Demais' })).toMatchObject(over);
    const unknown = await read('q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA');
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...refused.body, requestId: '' });
  });

  it('for its participant only; ending it again says nothing', async () => {
    const family = await createFamily(app, { adult: 3 });
    const [, second, third] = family.adults;
    const [one, other] = [await createLink(family, second), await createLink(family, third)];
    const { token } = family.payer;
    for (const _ of [1, 2]) {
      expect(await call(app, 'DELETE', linkPath(family, second), { token })).toMatchObject({ status: 200, body: {} });
    }
    expect(await read(one)).toMatchObject(over);
    expect((await read(other)).status).toBe(200);
    const revoked = (await entriesOf(app, family.id)).filter(({ action }) => action === 'reservation.link_revoked');
    expect(revoked).toHaveLength(1);
  });

  it('and none is made for a reservation that is over or a trip that has departed', async () => {
    const [cancelled, gone] = [await createFamily(app, { adult: 1 }), await createFamily(app, { adult: 1 })];
    await call(app, 'POST', `/api/reservations/${cancelled.id}/cancel`, { token: cancelled.payer.token });
    await departIn(app, gone.trip.id, -1);
    const create = (family: Family) =>
      call(app, 'POST', linkPath(family, family.adults[0]), { token: family.payer.token });
    expect((await create(cancelled)).body.code).toBe('RESERVATION_OVER');
    expect((await create(gone)).body.code).toBe('TRIP_DEPARTED');
  });
});
