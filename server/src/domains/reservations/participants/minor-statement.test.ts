import { statementVersion } from '@passeio/contract/reservations/minor-statement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  bornFor,
  changeParticipant,
  createFamily,
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

const said = { name: 'Ana Lima de Souza', version: statementVersion };

/** An adult and a child of ten whose birth date is known. */
async function withChild(): Promise<Family> {
  const family = await createFamily(app, { adult: 1, child: 1 });
  await changeParticipant(app, family, family.children[0], { birthdate: bornFor(family.trip, 10) });
  return family;
}

const read = ({ id, payer }: Family, token = payer.token) => call(app, 'GET', `/api/reservations/${id}`, { token });
const state = ({ id, payer }: Family, body: object = said, token = payer.token) =>
  call(app, 'PUT', `/api/reservations/${id}/minor-statement`, { token, body });
async function isAsked(family: Family): Promise<boolean> {
  const { body } = await read(family);
  return body.participants.some(({ missing }: { missing: string[] }) => missing.includes('minorStatement'));
}

describe('the statement for minors', () => {
  it('is missing from the birth date of the first minor on, until it is said once', async () => {
    const family = await createFamily(app, { adult: 2, child: 1 });
    expect(await isAsked(family)).toBe(false);
    await changeParticipant(app, family, family.adults[1], { birthdate: bornFor(family.trip, 18) });
    expect(await isAsked(family)).toBe(false);
    await changeParticipant(app, family, family.adults[1], { birthdate: bornFor(family.trip, 17) });
    await changeParticipant(app, family, family.children[0], { birthdate: bornFor(family.trip, 10) });
    const asked = await read(family);
    expect(participantIn(asked.body, family.adults[1]).missing).toContain('minorStatement');
    expect(participantIn(asked.body, family.children[0]).missing).toContain('minorStatement');
    expect(participantIn(asked.body, family.adults[0]).missing).not.toContain('minorStatement');

    const answered = await state(family);
    expect(answered.status).toBe(200);
    expect(answered.body.minorStatement).toMatchObject({ name: said.name, means: 'account' });
    expect(answered.body.minorStatement.text).toContain('menores de 18 anos');
    expect(await isAsked(family)).toBe(false);
  });

  it('stays as it was first said, also for a minor who joins', async () => {
    const family = await withChild();
    await state(family);
    const again = await state(family, { ...said, name: 'Outra Pessoa' });
    expect(again.status).toBe(200);
    expect(again.body.minorStatement.name).toBe(said.name);
    const { id, trip, payer } = family;
    const joined = await call(app, 'POST', `/api/reservations/${id}/participants`, {
      token: payer.token,
      body: { fareId: trip.fares.child, birthdate: bornFor(trip, 7) },
    });
    expect(joined.status).toBe(201);
    expect(await isAsked(family)).toBe(false);
    const entries = (await entriesOf(app, id)).filter(({ action }) => action === 'reservation.minors_stated');
    expect(entries).toHaveLength(1);
    expect(entries[0]?.changes).toEqual({ responsible: [null, said.name] });
  });

  it('is asked for no more when the last minor turns out to be grown up', async () => {
    const family = await createFamily(app, { adult: 2 });
    await changeParticipant(app, family, family.adults[1], { birthdate: bornFor(family.trip, 15) });
    expect(await isAsked(family)).toBe(true);
    await changeParticipant(app, family, family.adults[1], { birthdate: bornFor(family.trip, 19) });
    expect(await isAsked(family)).toBe(false);
  });

  it('is written by staff with the name of who said it on the telephone', async () => {
    const family = await withChild();
    const { status, body } = await state(family, { ...said, name: 'Rui Prado' }, staff.token);
    expect(status).toBe(200);
    expect(body.minorStatement).toMatchObject({ name: 'Rui Prado', means: 'phone' });
    const row = await app.db
      .selectFrom('minor_statements')
      .select('recorded_by')
      .where('reservation_id', '=', family.id)
      .executeTakeFirstOrThrow();
    expect(row.recorded_by).toBe(staff.id);
  });

  it('is said by the payer’s link, which shows no full name', async () => {
    const family = await withChild();
    const made = await call(app, 'POST', `/api/reservations/${family.id}/link`, { token: staff.token });
    const token = made.body.url.split('#')[1];
    const { status, body } = await call(app, 'POST', '/api/reservation-links/minor-statement', {
      body: { token, ...said },
    });
    expect(status).toBe(200);
    expect(body.minorStatement).toMatchObject({ name: 'Ana S.', means: 'payer_link' });
    expect((await read(family)).body.minorStatement.name).toBe(said.name);
  });

  it('is said by the link of a minor who travels, beside their data', async () => {
    const family = await withChild();
    const [child] = family.children;
    const { id, payer } = family;
    const made = await call(app, 'POST', `/api/reservations/${id}/participants/${child?.id}/link`, {
      token: payer.token,
    });
    const token = made.body.url.split('#')[1];
    const opened = await call(app, 'POST', '/api/participants/link/read', { body: { token } });
    expect(opened.body.asksStatement).toBe(true);
    const saved = await call(app, 'PUT', '/api/participants/link', {
      body: { token, fields: {}, minorStatement: said },
    });
    expect(saved.status).toBe(200);
    expect(saved.body.asksStatement).toBe(false);
    expect((await read(family)).body.minorStatement).toMatchObject({ name: said.name, means: 'companion_link' });
  });

  it('is refused without a full name, of an unknown text, and to anybody else', async () => {
    const family = await withChild();
    const stranger = await createPerson(app);
    expect((await state(family, { ...said, name: 'Ana' })).status).toBe(400);
    expect((await state(family, { ...said, name: 'a '.repeat(5_000) })).status).toBe(400);
    expect((await state(family, { ...said, version: '99' })).status).toBe(400);
    expect((await state(family, said, stranger.token)).status).toBe(404);
    expect(await isAsked(family)).toBe(true);
  });

  it('blocks no payment', async () => {
    const { id } = await withChild();
    const { status } = await call(app, 'POST', `/api/reservations/${id}/payments`, {
      token: staff.token,
      body: { kind: 'deposit', method: 'cash', amountCents: 8_640 },
    });
    expect(status).toBe(201);
  });
});
