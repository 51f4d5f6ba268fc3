import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../../test/app.ts';
import { call, createPerson, signUpData } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamilyTrip, type FamilyTrip } from '../../../../test/parties.ts';
import { deleteEndedPayerLinks } from './payer-links.queries.ts';

let app: TestAppWithJobs;
let trip: FamilyTrip;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  trip = await createFamilyTrip(app, { capacity: 500 });
  mailbox = await openMailbox(app);
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `+55359922${String(phones).padStart(5, '0')}`;
};
const newEmail = () => `${randomUUID().slice(0, 8)}@exemplo.com.br`;

async function reserve(guest: { email?: string; name?: string; contact?: string }, of = trip) {
  const person = { name: 'Tiago Reis', contact: newPhone(), ...guest };
  const { status, body } = await call(app, 'POST', `/api/trips/${of.id}/guest-reservations`, {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      party: [{ fareId: of.fares.adult, count: 1 }],
      boardingPointId: of.boardingPointId,
      guest: person,
      acceptedPolicy: true,
    },
  });
  expect(status).toBe(201);
  return { id: body.id as string, token: body.link.split('#')[1] as string, contact: person.contact };
}

/** The codes that arrived since the last delivery, by address. */
async function codes(): Promise<Map<string, string>> {
  const mails = (await mailbox.deliver()).filter(({ subject }) => subject.includes('código para confirmar o e-mail'));
  return new Map(mails.map(({ to, text }) => [to, /\b\d{6}\b/.exec(text)?.[0] ?? '']));
}

async function codeFor(email: string): Promise<string> {
  const code = (await codes()).get(email);
  if (!code) throw new Error(`No code arrived at ${email}`);
  return code;
}

const confirm = (token: string, code: string) =>
  call(app, 'POST', '/api/reservation-links/email', { body: { token, code } });
const send = (token: string, email?: string, phoneDigits?: string) =>
  call(app, 'POST', '/api/reservation-links/email-code', { body: { token, email, phoneDigits } });
const read = async (token: string) =>
  (await call(app, 'POST', '/api/reservation-links/read', { body: { token } })).body;
const payerOf = (reservationId: string) =>
  app.db
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select(['users.id', 'users.email', 'users.confirmed_email'])
    .where('reservations.id', '=', reservationId)
    .executeTakeFirstOrThrow();
async function digitsOf(personId: string): Promise<string> {
  const found = app.db.selectFrom('users').select('contact').where('id', '=', personId);
  return (await found.executeTakeFirstOrThrow()).contact.slice(-4);
}

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a guest with an e-mail', () => {
  it('is sent a code, and confirms the address by it', async () => {
    const email = newEmail();
    const { id, token } = await reserve({ email });
    expect(await read(token)).toMatchObject({ emailToConfirm: `${email[0]}•••@exemplo.com.br` });
    const code = await codeFor(email);

    expect(await confirm(token, otherThan(code))).toMatchObject({ status: 400, body: { code: 'EMAIL_CODE_WRONG' } });
    expect((await confirm(token, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);

    expect(await payerOf(id)).toMatchObject({ email, confirmed_email: email });
    expect(await read(token)).toMatchObject({ emailToConfirm: null });
    expect(await confirm(token, code)).toMatchObject({ status: 409, body: { code: 'EMAIL_CODE_OVER' } });
  });

  it('is not sent another for the same request again, nor for the next reservation once it is confirmed', async () => {
    const guest = { email: newEmail(), contact: newPhone() };
    const first = await reserve(guest);
    await confirm(first.token, await codeFor(guest.email));
    await reserve(guest, await createFamilyTrip(app));
    expect((await codes()).has(guest.email)).toBe(false);
  });

  it('has five attempts, also at once, and asks for a code at another e-mail by the digits of the phone', async () => {
    const email = newEmail();
    const { token, contact, id } = await reserve({ email });
    const code = await codeFor(email);
    const wrong = Array.from({ length: 12 }, () => confirm(token, otherThan(code)));
    const answers = (await Promise.all(wrong)).map(({ body }) => body.code);
    expect(answers.filter((answer) => answer === 'EMAIL_CODE_WRONG')).toHaveLength(4);
    expect(await confirm(token, code)).toMatchObject({ body: { code: 'EMAIL_CODE_OVER' } });

    const other = newEmail();
    expect(await send(token, other)).toMatchObject({ status: 409, body: { code: 'PHONE_DIGITS_NEEDED' } });
    expect((await send(token, other, contact.slice(-4))).status).toBe(200);
    expect((await confirm(token, await codeFor(other))).status).toBe(200);
    expect(await payerOf(id)).toMatchObject({ email: other, confirmed_email: other });
    expect(await send(token)).toMatchObject({ status: 409, body: { code: 'EMAIL_CODE_OVER' } });
  });

  it('has half an hour', async () => {
    const email = newEmail();
    const { id, token } = await reserve({ email });
    const code = await codeFor(email);
    const created_at = new Date(Date.now() - 31 * 60_000);
    await app.db.updateTable('reservation_email_codes').set({ created_at }).where('reservation_id', '=', id).execute();
    expect(await confirm(token, code)).toMatchObject({ body: { code: 'EMAIL_CODE_OVER' } });
    expect((await send(token)).status).toBe(200);
    expect((await confirm(token, await codeFor(email))).status).toBe(200);
  });

  it('may ask for another for a week, after which a night deletes the address', async () => {
    const [recent, old] = [await reserve({ email: newEmail() }), await reserve({ email: newEmail() })];
    const age = (of: { id: string }, hours: number) =>
      app.db
        .updateTable('reservation_email_codes')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
        .where('reservation_id', '=', of.id)
        .execute();
    await age(recent, 6 * 24 + 23);
    await age(old, 7 * 24 + 1);
    await deleteEndedPayerLinks(app.db);
    expect((await send(recent.token)).status).toBe(200);
    expect(await read(old.token)).toMatchObject({ emailToConfirm: null });
    expect(await send(old.token)).toMatchObject({ status: 409, body: { code: 'EMAIL_CODE_OVER' } });
  });

  it('confirms nothing by the code of another reservation, and nothing once the link has ended', async () => {
    const [mine, theirs] = [newEmail(), newEmail()];
    const [own, other] = [await reserve({ email: mine }), await reserve({ email: theirs })];
    const sent = await codes();
    expect((await confirm(own.token, sent.get(theirs) ?? '')).status).toBe(400);
    const staff = await createPerson(app, 'ADMIN');
    await call(app, 'DELETE', `/api/reservations/${other.id}/link`, { token: staff.token });
    expect(await confirm(other.token, sent.get(theirs) ?? '')).toMatchObject({
      status: 404,
      body: { code: 'RESERVATION_LINK_OVER' },
    });
    expect((await payerOf(other.id)).confirmed_email).toBeNull();
  });

  it.each([
    ['no code', {}],
    ['an empty one', { code: '' }],
    ['five digits', { code: '12345' }],
    ['letters', { code: 'abcdef' }],
    ['a number', { code: 123_456 }],
    ['a long one', { code: '1'.repeat(5_000) }],
  ])('gets what is wrong with %s', async (_, body) => {
    const { token } = await reserve({ email: newEmail() });
    const { status } = await call(app, 'POST', '/api/reservation-links/email', { body: { token, ...body } });
    expect(status).toBe(400);
  });
});

describe('a guest who is known by name and telephone', () => {
  it('keeps the other reservations where an address is confirmed by the link of one', async () => {
    const guest = { name: 'Rosa Maia Prado', contact: newPhone() };
    const first = await reserve(guest);
    const second = await reserve(guest, await createFamilyTrip(app));
    expect((await payerOf(second.id)).id).toBe((await payerOf(first.id)).id);
    const email = newEmail();
    await send(second.token, email, guest.contact.slice(-4));

    expect((await confirm(second.token, await codeFor(email))).status).toBe(200);

    expect(await payerOf(second.id)).toMatchObject({ email, confirmed_email: email });
    expect(await payerOf(first.id)).toMatchObject({ email: null });
  });
});

describe('codes to one mailbox', () => {
  const mailsTo = async (name: string) => [...(await deliveries())].filter((to) => to.startsWith(name));
  async function deliveries(): Promise<string[]> {
    const mails = (await mailbox.deliver()).filter(({ subject }) => subject.includes('código para confirmar'));
    return mails.map(({ to }) => to);
  }

  it('are three an hour, over all links and however the address is written; the others are not sent later', async () => {
    await mailbox.deliver();
    const name = randomUUID().slice(0, 8);
    const written = [
      `${name}@gmail.com`,
      `${name.toUpperCase()}@GMAIL.com`,
      `${name.slice(0, 4)}.${name.slice(4)}@gmail.com`,
    ];
    const more = [`${name}+a@gmail.com`, `${name}+b@googlemail.com`, `${name}@gmail.com`];
    const made = await Promise.all([...written, ...more].map((email) => reserve({ email })));
    for (const { token } of made) await send(token);
    const sent = await deliveries();
    expect(sent).toHaveLength(3);
    await app.db
      .updateTable('rate_limits')
      .set({ resets_at: new Date(0) })
      .execute();
    expect(await mailsTo(name.slice(0, 4))).toEqual([]);
    expect((await send(made[0]?.token ?? '')).status).toBe(200);
    expect(await mailsTo(name.slice(0, 4))).toHaveLength(1);
  });

  it('leave the last one that was sent valid, and say that others have to wait', async () => {
    const email = newEmail();
    const { token } = await reserve({ email });
    for (let again = 0; again < 2; again += 1) expect((await send(token)).status).toBe(200);
    const code = await codeFor(email);
    expect(await send(token)).toMatchObject({ status: 429, body: { code: 'EMAIL_CODES_SENT' } });
    expect((await confirm(token, code)).status).toBe(200);
  });

  it('are stored in no form that opens anything without the key of the servers', async () => {
    const email = newEmail();
    const { id } = await reserve({ email });
    const code = await codeFor(email);
    const { rows } = await app.pool.query(
      'select to_json(c)::text as stored from reservation_email_codes c where reservation_id = $1',
      [id],
    );
    expect(rows[0].stored).not.toContain(code);
    const queued = await app.pool.query("select coalesce(json_agg(data)::text, '') as jobs from pgboss.job");
    expect(queued.rows[0].jobs).not.toContain(`"${code}"`);
  });

  it('that a server of the last release sent still count', async () => {
    const { id, token } = await reserve({ email: newEmail() });
    await app.db
      .updateTable('reservation_email_codes')
      .set({ code: '123456' })
      .where('reservation_id', '=', id)
      .execute();
    expect(await confirm(token, '654321')).toMatchObject({ body: { code: 'EMAIL_CODE_WRONG' } });
    expect((await confirm(token, '123456')).status).toBe(200);
  });
});

describe('an e-mail that somebody has', () => {
  it('in an account gets the reservation into it by the code, and not without', async () => {
    const owner = await createPerson(app);
    const { id, token } = await reserve({ email: owner.email });
    const code = await codeFor(owner.email);
    expect((await payerOf(id)).id).not.toBe(owner.id);

    const { status, body } = await confirm(token, code);

    expect(status).toBe(200);
    expect((await payerOf(id)).id).toBe(owner.id);
    expect(await read(token)).toMatchObject({ code: 'RESERVATION_LINK_OVER' });
    const renewed = body.link.split('#')[1];
    expect(await read(renewed)).toMatchObject({ id });
    const own = await call(app, 'GET', '/api/reservations/me', { token: owner.token });
    expect(own.body.data.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(await send(renewed, newEmail(), await digitsOf(owner.id))).toMatchObject({ status: 409 });
  });

  it('in an account with a reservation of the departure stays as it is, and the code may be tried again', async () => {
    const owner = await createPerson(app);
    const first = await reserve({ email: owner.email });
    await confirm(first.token, await codeFor(owner.email));
    const second = await reserve({ email: owner.email });
    const code = await codeFor(owner.email);
    for (const _ of [1, 2])
      expect(await confirm(second.token, code)).toMatchObject({ status: 409, body: { code: 'ALREADY_ENROLLED' } });
    expect((await payerOf(second.id)).id).not.toBe(owner.id);
  });

  it('as a guest who only claimed it is taken from them; as one who confirmed it, they become the payer', async () => {
    const email = newEmail();
    const claims = await reserve({ email, name: 'Outra Pessoa' });
    await codes();
    const owner = await reserve({ email });
    await confirm(owner.token, await codeFor(email));
    expect(await payerOf(owner.id)).toMatchObject({ email, confirmed_email: email });
    expect((await payerOf(claims.id)).email).toBeNull();

    const again = await reserve({ email, name: 'Tiago R.' }, await createFamilyTrip(app));
    await confirm(again.token, await codeFor(email));
    expect((await payerOf(again.id)).id).toBe((await payerOf(owner.id)).id);
  });

  it('with an account that is disabled gives it nothing', async () => {
    const owner = await createPerson(app);
    await app.db.updateTable('users').set({ is_disabled: true }).where('id', '=', owner.id).execute();
    const { id, token } = await reserve({ email: owner.email });
    expect((await confirm(token, await codeFor(owner.email))).status).toBe(200);
    expect(await payerOf(id)).toMatchObject({ email: null, confirmed_email: null });
  });
});

it('becomes that of who signs up later with the same confirmed e-mail', async () => {
  const claim = signUpData();
  const { id, token } = await reserve({ email: claim.email });
  await confirm(token, await codeFor(claim.email));
  const { token: own } = app.identity.issueToken(claim.email, { emailConfirmed: true });
  expect((await call(app, 'POST', '/api/users', { token: own, body: claim })).status).toBe(201);
  const { body } = await call(app, 'GET', '/api/reservations/me', { token: own });
  expect(body.data.map((one: { id: string }) => one.id)).toEqual([id]);
});
