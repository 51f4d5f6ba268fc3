import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, departIn, entriesOf, type Family } from '../../../test/parties.ts';

let app: TestApp;
let bia: Person;
beforeAll(async () => {
  app = await buildTestApp();
  bia = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

async function familyAboutToLeave(): Promise<Family> {
  const family = await createFamily(app, { adult: 2 });
  await departIn(app, family.trip.id, 1);
  return family;
}

const linksPath = ({ trip }: Family) => `/api/trips/${trip.id}/guide-links`;
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

async function createLink(family: Family, name = 'Júlia Guia') {
  const { status, body, headers } = await call(app, 'POST', linksPath(family), { token: bia.token, body: { name } });
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.url).toMatch(new RegExp(`^${app.app.deps.config.publicUrl}/embarque#[\\w-]{43}$`));
  expect(body.pin).toMatch(/^\d{6}$/);
  return { id: body.id as string, pin: body.pin as string, token: body.url.split('#')[1] as string };
}

const enter = (token: string, pin: string) => call(app, 'POST', '/api/guide/session', { body: { token, pin } });
const read = (session: string) => call(app, 'POST', '/api/guide/boarding', { body: { session } });
const revoke = (family: Family, id: string) => call(app, 'DELETE', `${linksPath(family)}/${id}`, { token: bia.token });
const wrong = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');

function boarded(participantId: string | undefined) {
  return { id: randomUUID(), participantId, decision: 'boarded', tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
}

const tap = (session: string, participantId: string | undefined) =>
  call(app, 'POST', '/api/guide/boarding/taps', {
    body: { session, deviceId: randomUUID(), taps: [boarded(participantId)] },
  });

async function openSession(family: Family) {
  const link = await createLink(family);
  const { status, body } = await enter(link.token, link.pin);
  expect(status).toBe(200);
  return { ...link, session: body.session as string };
}

const sessionOver = { status: 404, body: { code: 'GUIDE_SESSION_OVER' } };

describe('a guide’s link', () => {
  it('boards its trip with the PIN, and everything is audited with its name', async () => {
    const family = await familyAboutToLeave();
    const { session } = await openSession(family);

    const { status, body, headers } = await read(session);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.people).toHaveLength(2);
    await read(session);
    const tapped = await tap(session, family.adults[0]?.id);
    expect(tapped.body.results).toMatchObject([{ outcome: 'recorded' }]);

    expect((await entriesOf(app, family.trip.id)).filter(({ actor_id }) => actor_id === null)).toMatchObject([
      {
        action: 'trip.guide_link_opened',
        actor_name: expect.stringMatching(/^Guia: Júlia Guia \(link de Pessoa Número \w+\)$/),
        address: '127.0.0.1',
      },
      {
        action: 'trip.boarding_opened',
        actor_name: expect.stringMatching(/^Guia: Júlia Guia \(link de Pessoa Número \w+\)$/),
      },
    ]);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      action: 'reservation.boarded',
      actor_id: null,
      actor_name: expect.stringMatching(/^Guia: Júlia Guia \(link de Pessoa Número \w+\)$/),
    });
    const { body: timeline } = await call(app, 'GET', `/api/reservations/${family.id}/timeline?audience=payer`, {
      token: family.payer.token,
    });
    expect(timeline.data.at(-1)).toMatchObject({ who: 'operator' });
    expect(JSON.stringify(timeline)).not.toContain('Júlia');
  });

  it('reaches no other trip, even for a guide who is signed in', async () => {
    const family = await familyAboutToLeave();
    const other = await familyAboutToLeave();
    const { session } = await openSession(family);
    const refused = await tap(session, other.adults[0]?.id);
    expect(refused.body.results).toMatchObject([
      { outcome: 'refused', reason: 'Esta pessoa não está mais na lista desta saída.' },
    ]);
    const { body } = await read(session);
    expect(JSON.stringify(body)).not.toContain(other.reservation.code);
    // Its session is no bearer token.
    for (const path of [`/api/trips/${family.trip.id}/boarding`, `/api/trips/${family.trip.id}/passengers`]) {
      expect((await call(app, 'GET', path, { token: session })).status).toBe(401);
    }
  });

  it('has a PIN of its own: that of another link of the same trip does not open it', async () => {
    const family = await familyAboutToLeave();
    const { token, pin } = await createLink(family);
    let other = await createLink(family, 'Rui Guia');
    while (other.pin === pin) other = await createLink(family, 'Rui Guia');
    expect((await enter(token, other.pin)).body.code).toBe('GUIDE_PIN_WRONG');
  });

  it.each([
    ['nobody', 401, () => undefined],
    ['a client', 403, async () => (await createPerson(app, 'CLIENT')).token],
    ['a guide', 401, async (family: Family) => (await openSession(family)).session],
    ['an operator', 200, () => bia.token],
    ['an administrator', 200, async () => (await createPerson(app, 'ADMIN')).token],
  ])('is looked after by staff: %s gets %i at every route', async (_, status, tokenOf) => {
    const family = await familyAboutToLeave();
    const { id } = await createLink(family);
    const token = await tokenOf(family);
    const boarding = `/api/trips/${family.trip.id}/boarding`;
    const body = { deviceId: randomUUID(), taps: [boarded(family.adults[0]?.id)] };
    const answers = [
      await call(app, 'GET', boarding, { token }),
      await call(app, 'POST', `${boarding}/taps`, { token, body }),
      await call(app, 'GET', linksPath(family), { token }),
      await call(app, 'POST', linksPath(family), { token, body: { name: 'Outra pessoa' } }),
      await call(app, 'DELETE', `${linksPath(family)}/${id}`, { token }),
    ];
    expect(answers.map((one) => (one.status === 201 ? 200 : one.status))).toEqual(answers.map(() => status));
  });

  it('stores token, PIN and session as hashes only', async () => {
    const family = await familyAboutToLeave();
    const { token, pin, session, id } = await openSession(family);
    const row = await app.db.selectFrom('guide_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(hashOf(token));
    expect(JSON.stringify(row)).not.toContain(pin);
    const sessions = await app.db.selectFrom('guide_sessions').selectAll().where('link_id', '=', id).execute();
    expect(sessions).toMatchObject([{ token_hash: hashOf(session) }]);
    const entries = JSON.stringify(await entriesOf(app, family.trip.id));
    for (const secret of [token, pin, session]) expect(entries).not.toContain(`"${secret}"`);
  });

  it('is locked for a while by five wrong PINs, and the right one then says so', async () => {
    const family = await familyAboutToLeave();
    const { token, pin, id } = await createLink(family);
    const codes: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push((await enter(token, wrong(pin))).body.code);
    expect(codes).toEqual([...Array.from({ length: 4 }, () => 'GUIDE_PIN_WRONG'), 'GUIDE_LINK_LOCKED']);
    expect(await enter(token, pin)).toMatchObject({ status: 429, body: { code: 'GUIDE_LINK_LOCKED' } });
    const { body } = await call(app, 'GET', linksPath(family), { token: bia.token });
    expect(body.data).toMatchObject([{ id, lockedUntil: expect.any(String) }]);

    await app.db.updateTable('guide_links').set({ locked_until: new Date() }).where('id', '=', id).execute();
    expect((await enter(token, pin)).status).toBe(200);
  });

  it('counts wrong PINs in a row: the right one starts anew', async () => {
    const { token, pin } = await createLink(await familyAboutToLeave());
    for (let attempt = 0; attempt < 4; attempt += 1) await enter(token, wrong(pin));
    expect((await enter(token, pin)).status).toBe(200);
    expect((await enter(token, wrong(pin))).body.code).toBe('GUIDE_PIN_WRONG');
  });

  it('may be tried 30 times in ten minutes from an address', async () => {
    const limited = await buildTestApp({ config: { rateLimits: true } });
    const body = { token: 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA', pin: '000000' };
    for (let attempt = 0; attempt < 30; attempt += 1) {
      expect((await call(limited, 'POST', '/api/guide/session', { body })).status).toBe(404);
    }
    expect((await call(limited, 'POST', '/api/guide/session', { body })).body.code).toBe('TOO_MANY_REQUESTS');
    await limited.close();
  });
});

describe('a guide’s link is over', () => {
  it('at once when it is revoked, on the phone too', async () => {
    const family = await familyAboutToLeave();
    const { session, token, pin, id } = await openSession(family);
    const other = await familyAboutToLeave();
    await revoke(other, id);
    expect((await read(session)).status).toBe(200);
    expect((await revoke(family, id)).status).toBe(200);
    expect((await revoke(family, id)).status).toBe(200);
    expect(await read(session)).toMatchObject(sessionOver);
    expect(await tap(session, family.adults[0]?.id)).toMatchObject(sessionOver);
    expect(await enter(token, pin)).toMatchObject({ status: 404, body: { code: 'GUIDE_LINK_OVER' } });
    expect((await call(app, 'GET', linksPath(family), { token: bia.token })).body.data).toEqual([]);
    const actions = (await entriesOf(app, family.trip.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'trip.guide_link_revoked')).toHaveLength(1);
  });

  it('with the return; what its phone still holds is taken for a day', async () => {
    const family = await familyAboutToLeave();
    const { session, token, pin } = await openSession(family);
    await departIn(app, family.trip.id, -11);
    expect(await read(session)).toMatchObject(sessionOver);
    expect((await enter(token, pin)).body.code).toBe('GUIDE_LINK_OVER');
    expect((await tap(session, family.adults[0]?.id)).body.results).toMatchObject([{ outcome: 'recorded' }]);
    await departIn(app, family.trip.id, -35);
    expect(await tap(session, family.adults[0]?.id)).toMatchObject(sessionOver);
  });

  it('before the evening before', async () => {
    const family = await familyAboutToLeave();
    const { session, token, pin } = await openSession(family);
    await departIn(app, family.trip.id, 19);
    expect(await read(session)).toMatchObject(sessionOver);
    expect(await enter(token, pin)).toMatchObject({ status: 409, body: { code: 'GUIDE_LINK_EARLY' } });
  });

  it('with its session after twelve hours', async () => {
    const { session } = await openSession(await familyAboutToLeave());
    await app.db
      .updateTable('guide_sessions')
      .set({ expires_at: new Date() })
      .where('token_hash', '=', hashOf(session))
      .execute();
    expect(await read(session)).toMatchObject(sessionOver);
  });

  it('is made by staff only, for a trip that is not back', async () => {
    const family = await familyAboutToLeave();
    const asClient = { token: family.payer.token, body: { name: 'Eu mesma' } };
    expect((await call(app, 'POST', linksPath(family), asClient)).status).toBe(403);
    expect((await call(app, 'GET', linksPath(family), { token: family.payer.token })).status).toBe(403);
    await departIn(app, family.trip.id, -11);
    const late = await call(app, 'POST', linksPath(family), { token: bia.token, body: { name: 'Júlia' } });
    expect(late).toMatchObject({ status: 409, body: { code: 'TRIP_DEPARTED' } });
  });
});
