import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { ana, changeParticipant, createFamily, departIn, type Family } from '../../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const linkPath = (id: string) => `/api/reservations/${id}/link`;

/** Staff makes a link; its token. */
async function createLink({ id }: { id: string }, body?: object): Promise<string> {
  const { status, body: link } = await call(app, 'POST', linkPath(id), { token: staff.token, body });
  expect(status).toBe(201);
  expect(link.url).toMatch(new RegExp(`^${app.app.deps.config.publicUrl}/reserva#[A-Za-z0-9_-]{43}$`));
  return link.url.split('#')[1];
}

const byLink = (name: string, token: string, body: object = {}) =>
  call(app, 'POST', `/api/reservation-links/${name}`, { body: { token, ...body } });
const read = (token: string) => byLink('read', token);
const over = { status: 404, body: { code: 'RESERVATION_LINK_OVER' } };

const digitsOf = async ({ payer }: Family) => {
  const of = app.db.selectFrom('users').select('contact').where('id', '=', payer.id);
  return (await of.executeTakeFirstOrThrow()).contact.slice(-4);
};

describe("a payer's link", () => {
  it('keeps cached pages when it is read, and renews those with the places when it cancels', async () => {
    const family = await createFamily(app, { adult: 1 });
    const token = await createLink(family);
    await vi.waitFor(() => expect(app.app.deps.changes.isListening).toBe(true));
    const announced: string[] = [];
    app.app.deps.changes.onChange((change) => announced.push(change));

    for (const name of ['read', 'timeline', 'cancellation']) expect((await byLink(name, token)).status).toBe(200);
    expect(announced).toEqual([]);
    expect((await byLink('cancel', token, { refundCents: 0 })).status).toBe(200);
    expect(announced).toEqual([`places:${family.trip.id}`]);
  });

  it('opens the reservation with masked people, and nothing is stored by which it could be guessed', async () => {
    const family = await createFamily(app, { adult: 2 });
    await changeParticipant(app, family, family.adults[1], { ...ana, contact: '+5535999998877' });
    const token = await createLink(family);

    const { status, body, headers } = await read(token);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ id: family.id, code: family.reservation.code, payer: { contact: '', email: null } });
    const [payer, other] = body.participants;
    expect(payer).toMatchObject({ isPayer: true, name: family.reservation.participants[0]?.name, cpf: null });
    expect(other).toMatchObject({ birthdate: null, documentNumber: null, contact: null, age: null });
    expect(other.name).toMatch(/^Ana \w\.$/);
    expect(other.masked).toMatchObject({ contact: '••••••••', birthdate: '••/••/••••' });
    const sent = JSON.stringify(body);
    for (const secret of [ana.documentNumber, await digitsOf(family), '998877']) expect(sent).not.toContain(secret);
    const seats = JSON.stringify((await byLink('seats', token)).body.people);
    expect(seats).toMatch(/"Ana \w\."/);
    expect(seats).not.toContain(ana.name);
    const stored = await app.db
      .selectFrom('reservation_links')
      .selectAll()
      .where('reservation_id', '=', family.id)
      .execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('pays, completes data, boards and is quoted as the payer who has signed in', async () => {
    const family = await createFamily(app, { adult: 2 });
    const token = await createLink(family);
    expect(await byLink('cancellation', token)).toMatchObject({ status: 200, body: { refundCents: 0 } });
    const filled = await byLink('participants', token, { participantId: family.adults[1]?.id, ...ana });
    expect(filled).toMatchObject({ status: 200, body: { participants: [{}, { missing: expect.any(Array) }] } });
    const boarding = await byLink('boarding', token, { boardingPointId: family.trip.boardingPointId });
    expect(boarding.body.participants.map((one: { boardingPointId: string }) => one.boardingPointId)).toEqual([
      family.trip.boardingPointId,
      family.trip.boardingPointId,
    ]);
    expect(await byLink('cancel', token)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  });

  it('says which field of a form is wrong', async () => {
    const family = await createFamily(app, { adult: 2 });
    const token = await createLink(family);
    const wrong = { participantId: family.adults[1]?.id, ...ana, cpf: '11111111111' };
    expect(await byLink('participants', token, wrong)).toMatchObject({
      status: 400,
      body: { fields: { cpf: expect.any(String) } },
    });
  });

  it('takes a receipt whose first field is the token', async () => {
    const family = await createFamily(app, { adult: 1 });
    const send = (fields: [string, string | Blob][]) => {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      return fetch(`${app.url}/api/reservation-links/receipts`, { method: 'POST', body: form });
    };
    const file = new Blob(['%PDF-1.4\n%%EOF'], { type: 'application/pdf' });
    const token = await createLink(family);
    expect((await send([['file', file]])).status).toBe(400);
    expect(
      (
        await send([
          ['token', 'x'.repeat(43)],
          ['file', file],
        ])
      ).status,
    ).toBe(404);
    const sent = await send([
      ['token', token],
      ['file', file],
    ]);
    expect(sent.status).toBe(201);
    expect((await read(token)).body.receipt).toMatchObject({ state: 'submitted' });
  });

  it('ends when staff revokes or renews it, and 30 days after the return', async () => {
    const family = await createFamily(app, { adult: 1 });
    const first = await createLink(family);
    const second = await createLink(family);
    expect((await read(first)).status).toBe(200);
    const renewed = await createLink(family, { renew: true });
    expect([await read(first), await read(second)]).toMatchObject([over, over]);
    expect((await read(renewed)).status).toBe(200);
    await departIn(app, family.trip.id, -29 * 24);
    expect((await read(renewed)).status).toBe(200);
    await departIn(app, family.trip.id, -31 * 24);
    expect(await read(renewed)).toMatchObject(over);
    await departIn(app, family.trip.id, 24);
    expect((await call(app, 'DELETE', linkPath(family.id), { token: staff.token })).status).toBe(200);
    expect(await read(renewed)).toMatchObject(over);
  });

  it('is made by staff alone', async () => {
    const family = await createFamily(app, { adult: 1 });
    for (const token of [family.payer.token, undefined]) {
      const { status } = await call(app, 'POST', linkPath(family.id), { token });
      expect(status).toBe(token ? 403 : 401);
    }
  });

  it('opens no other reservation of its payer, whatever the body names', async () => {
    const family = await createFamily(app, { adult: 1 });
    const other = await createFamily(app, { adult: 1 }, { payer: family.payer });
    const token = await createLink(family);
    const asked = await byLink('read', token, { reservationId: other.id });
    expect(asked.body.id).toBe(family.id);
    const change = { participantId: other.adults[0]?.id, name: 'Outra Pessoa' };
    expect(await byLink('participants', token, change)).toMatchObject({ status: 404 });
  });
});
