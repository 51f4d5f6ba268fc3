import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { ana, createFamilyTrip, type FamilyTrip } from '../../../../test/parties.ts';
import { callByLink, payDeposit, reserveAsGuest } from '../../../../test/payer-links.ts';

let app: TestApp;
let admin: Person;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  trip = await createFamilyTrip(app, { capacity: 200 });
});
afterAll(() => app.close());

const read = async (token: string) => (await callByLink(app, 'read', token)).body;
const add = (token: string, more: object = {}) =>
  callByLink(app, 'add-participant', token, { fareId: trip.fares.adult, ...more });

describe('a guest by their link', () => {
  it('adds somebody, whose price is due, whose data are masked at once, and who is held once the rest is booked', async () => {
    const { id, token } = await reserveAsGuest(app, trip);
    const before = await read(token);
    expect(before.changeable).toBe(true);
    const added = await add(token, { ...ana, contact: '+5535999998877' });
    expect([added.status, added.body.participants.length]).toEqual([201, 3]);
    expect(added.body.totalCents).toBe((before.totalCents / 2) * 3);
    const [, , other] = added.body.participants;
    expect(other).toMatchObject({ name: expect.stringMatching(/^Ana \w\.$/), documentNumber: null, birthdate: null });
    expect(JSON.stringify(added.body)).not.toContain(ana.documentNumber);

    await payDeposit(app, admin, { id });
    const later = await add(token);
    expect(later.body.participants.at(-1).heldUntil).not.toBeNull();
    expect(later.body.dueCents).toBeGreaterThan(added.body.dueCents - later.body.receivedCents);
  });

  it('adds as many unpaid places as one telephone may have, over all names under which it reserves', async () => {
    const { id, token } = await reserveAsGuest(app, trip);
    const own = app.db.selectFrom('reservations').innerJoin('users', 'users.id', 'reservations.user_id');
    const { contact } = await own.select('users.contact').where('reservations.id', '=', id).executeTakeFirstOrThrow();
    const guest = { name: 'Outra Rocha', contact };
    const party = [{ fareId: trip.fares.adult, count: 2 }];
    const second = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, { body: { party, guest } });
    expect(second.status).toBe(201);
    await app.db.updateTable('operator').set({ unpaid_places: 5 }).execute();
    expect((await add(token)).status).toBe(201);
    expect((await add(token)).body.code).toBe('UNPAID_PLACES');
    await app.db.updateTable('operator').set({ unpaid_places: 20 }).execute();
    expect((await read(token)).participants).toHaveLength(3);
  });

  it('replaces somebody freely while nothing is paid, and then only as who they prove to be', async () => {
    const { id, token, digits } = await reserveAsGuest(app, trip);
    const [, other] = (await read(token)).participants;
    const replace = (name: string, more: object = {}) =>
      callByLink(app, 'participants', token, { participantId: other.id, replaces: true, name, ...more });
    expect((await replace('Rute Prado Lima')).body.participants[1].name).toBe('Rute L.');
    await payDeposit(app, admin, { id });
    const fill = await callByLink(app, 'participants', token, {
      ...{ participantId: other.id, ...ana, name: undefined, cpf: undefined },
    });
    expect(fill.status).toBe(200);
    expect((await replace('Clara Nunes Reis')).body.code).toBe('PHONE_DIGITS_NEEDED');
    // Another name and birth date are somebody else, whatever the request calls it.
    const disguised = { participantId: other.id, name: 'Clara Nunes Reis', birthdate: '1991-11-30' };
    expect((await callByLink(app, 'participants', token, disguised)).body.code).toBe('PHONE_DIGITS_NEEDED');
    const wrong = digits === '0000' ? '1111' : '0000';
    expect((await replace('Clara Nunes Reis', { phoneDigits: wrong })).body.code).toBe('PHONE_DIGITS_WRONG');
    expect((await read(token)).participants[1].name).toBe('Rute L.');
    expect((await replace('Clara Nunes Reis', { phoneDigits: digits })).body.participants[1].name).toBe('Clara R.');
  });

  it('takes out whom they added, and invites somebody with the digits of their telephone', async () => {
    const { token, digits } = await reserveAsGuest(app, trip);
    const { participants } = (await add(token)).body;
    const removed = await callByLink(app, 'remove-participant', token, { participantId: participants[2].id });
    expect(removed.body.participants).toHaveLength(2);
    const invite = (more: object) =>
      callByLink(app, 'participant-link', token, { participantId: participants[1].id, ...more });
    expect((await invite({})).body.code).toBe('PHONE_DIGITS_NEEDED');
    expect((await invite({ phoneDigits: digits })).body.url).toContain('/participante#');
    expect((await read(token)).participants[1].hasLink).toBe(true);
  });

  it('changes nobody after the deadline of the operator', async () => {
    const soon = await createFamilyTrip(app, { capacity: 20 });
    const { token } = await reserveAsGuest(app, soon);
    await app.db
      .updateTable('trips')
      .set({ departs_at: new Date(Date.now() + 3 * 3_600_000), returns_at: new Date(Date.now() + 9 * 3_600_000) })
      .where('id', '=', soon.id)
      .execute();
    expect((await read(token)).changeable).toBe(false);
    const late = await callByLink(app, 'add-participant', token, { fareId: soon.fares.adult });
    expect(late.body.code).toBe('PARTICIPANTS_FIXED');
  });
});
