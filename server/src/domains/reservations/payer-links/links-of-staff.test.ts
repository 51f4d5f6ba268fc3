import { randomUUID } from 'node:crypto';
import type { Permission } from '@passeio/contract/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  changeParticipant,
  createFamily,
  createFamilyTrip,
  entriesOf,
  type FamilyTrip,
} from '../../../../test/parties.ts';
import { callByLink, linkByStaff, linkForPayer, payDeposit, reserveAsGuest } from '../../../../test/payer-links.ts';
import { codeOf } from '../reservation/email-codes.queries.ts';

let app: TestApp;
let admin: Person;
let maker: Person;
let colleague: Person;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestApp();
  [admin, maker, colleague] = [
    await createPerson(app, 'ADMIN'),
    await createPerson(app, 'OPERATOR', { permissions: ['see_money'] }),
    await createPerson(app, 'OPERATOR', { permissions: ['see_money', 'refund'] }),
  ];
  trip = await createFamilyTrip(app, { capacity: 900 });
});
afterAll(() => app.close());

/** Who holds a link, by what can prove that they are the payer. */
type Holder = 'guest' | 'guest with an e-mail' | 'guest whose e-mail staff wrote' | 'account';
type Maker = 'the client' | 'staff';
/** Nothing; the phone's digits; a code at the e-mail; a colleague of the maker; never. */
type Needs = 'nothing' | 'digits' | 'code' | 'colleague' | 'never';

const acts = ['read', 'cancel', 'refund-key', 'remove-extra', 'adoption', 'erasure', 'email-code'] as const;
type Act = (typeof acts)[number] | (typeof ofPeople)[number] | 'charges';

const ofPeople = [
  'participant-link',
  'authorization-form',
  'participants',
  'remove-participant',
  'add-participant',
] as const;
const open = { read: 'nothing', charges: 'nothing', 'add-participant': 'nothing' } as const;
const each = <Name extends Act>(names: readonly Name[], needs: Needs) =>
  Object.fromEntries(names.map((name) => [name, needs])) as Record<Name, Needs>;
const money = ['cancel', 'refund-key', 'remove-extra', 'adoption'] as const;
const person = [
  ...(['erasure', 'email-code', 'participant-link', 'authorization-form'] as const),
  ...(['participants', 'remove-participant'] as const),
] as const;

/** Who made a link, who holds it, and what each act of a paid reservation needs then. */
const matrix: [Maker, Holder, Record<Act, Needs>][] = [
  ['the client', 'guest', { ...open, ...each([...money, ...person], 'digits') }],
  ['the client', 'guest with an e-mail', { ...open, ...each([...money, ...person], 'digits') }],
  // Its e-mails are read by the colleague who wrote the address: their links are that colleague's.
  ['the client', 'guest whose e-mail staff wrote', { ...open, ...each(money, 'colleague'), ...each(person, 'never') }],
  ['the client', 'account', { ...open, ...each([...money, ...person], 'digits') }],
  ['staff', 'guest', { ...open, ...each(money, 'colleague'), ...each(person, 'never') }],
  ['staff', 'guest with an e-mail', { ...open, ...each([...money, ...person], 'code') }],
  ['staff', 'guest whose e-mail staff wrote', { ...open, ...each(money, 'colleague'), ...each(person, 'never') }],
  ['staff', 'account', { ...open, ...each([...money, ...person], 'code') }],
];

const cells = matrix.flatMap(([by, holder, row]) =>
  Object.entries(row).map(([act, needs]) => [by, holder, act as Act, needs] as const),
);

async function reservationOf(holder: Holder): Promise<{ id: string; digits: string }> {
  if (holder === 'account') return { id: (await createFamily(app, { adult: 2 })).id, digits: '0000' };
  const email = `${randomUUID().slice(0, 8)}@exemplo.com.br`;
  if (holder !== 'guest whose e-mail staff wrote')
    return reserveAsGuest(app, trip, holder === 'guest' ? {} : { email });
  const contact = '(35) 98877-1234';
  const { body } = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
    token: maker.token,
    body: {
      person: { name: 'Iolanda Reis Prado', contact, email },
      participants: [{ fareId: trip.fares.adult }, { fareId: trip.fares.adult, name: 'Rute Prado' }],
    },
  });
  expect(body).toMatchObject({ id: expect.any(String) });
  return { id: body.id, digits: '1234' };
}

async function linkOf(by: Maker, holder: Holder) {
  const { id, digits } = await reservationOf(holder);
  await payDeposit(app, admin, { id });
  const token = by === 'staff' ? await linkByStaff(app, maker, { id }) : await linkForPayer(app, { id });
  return { id, digits, token };
}

async function bodyOf(act: Act, { id, token }: { id: string; token: string }): Promise<object> {
  if (act === 'cancel') return { refundCents: (await callByLink(app, 'cancellation', token)).body.refundCents };
  if (act === 'refund-key') return { pixKey: 'quem.sera@exemplo.com.br' };
  if (act === 'remove-extra') return { lineId: randomUUID() };
  if (act === 'email-code') return { email: `${randomUUID().slice(0, 8)}@exemplo.com.br` };
  if (act === 'charges') return { purpose: 'balance' };
  if (!ofPeople.some((one) => one === act)) return {};
  const { participants } = (await call(app, 'GET', `/api/reservations/${id}`, { token: admin.token })).body;
  if (act === 'add-participant') return { fareId: participants[1].fareId };
  const other = act === 'participants' && { replaces: true, name: 'Clara Nunes Prado' };
  return { participantId: participants[1].id, ...other };
}

const refusals: Record<Exclude<Needs, 'nothing'>, string> = {
  digits: 'PHONE_DIGITS_NEEDED',
  code: 'LINK_CODE_NEEDED',
  colleague: 'LINK_UNPROVEN',
  never: 'LINK_UNPROVEN',
};

describe('a link', () => {
  it.each(cells)('that %s made for a %s: %s needs %s', async (by, holder, act, needs) => {
    const link = await linkOf(by, holder);
    const body = await bodyOf(act, link);
    const client = act === 'adoption' ? await createPerson(app) : undefined;
    const answer = await callByLink(app, act, link.token, body, client);
    if (needs === 'nothing') {
      expect(answer.body.code).not.toBe('LINK_UNPROVEN');
      expect(answer.status).toBeLessThan(410);
      return;
    }
    expect(answer.body.code).toBe(refusals[needs]);
    if (needs === 'digits') return;
    // What every operator reads proves nothing.
    const { digits: phoneDigits } = link;
    const guessed = { ...body, phoneDigits, emailCode: needs === 'code' ? '123456' : undefined };
    const again = await callByLink(app, act, link.token, guessed, client);
    expect(again.body.code).toBe(needs === 'code' ? 'EMAIL_CODE_OVER' : 'LINK_UNPROVEN');
    const asked = await callByLink(app, 'requests', link.token, { name: act, ...body }, client);
    if (needs === 'never') expect(asked.status).toBe(400);
    if (needs === 'code')
      expect(asked.body.code).toBe(money.some((one) => one === act) ? 'LINK_CODE_NEEDED' : 'INVALID_INPUT');
    if (needs === 'colleague') expect(asked.body.code).not.toBe('LINK_UNPROVEN');
  });

  it('is not made by staff who may not see amounts, nor sent in place of a choice', async () => {
    const { id } = await reserveAsGuest(app, trip);
    const { token } = await createPerson(app, 'OPERATOR', { permissions: ['see_documents'] });
    expect((await call(app, 'POST', `/api/reservations/${id}/link`, { token })).status).toBe(403);
    const path = `/api/trips/${trip.id}/cancellation/reservations/${id}/link`;
    expect((await call(app, 'POST', path, { token })).status).toBe(403);
  });
});

const codeFor = async (id: string) => {
  const sent = app.db.selectFrom('reservation_link_proofs').selectAll().where('reservation_id', '=', id);
  return codeOf(app.app.deps.emailCodeKey, 'proves', await sent.executeTakeFirstOrThrow());
};
const nameOf = async ({ id }: { id: string }) =>
  (await app.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
const requests = async ({ token }: { token: string }) =>
  (await call(app, 'GET', '/api/link-requests', { token })).body.data as {
    id: string;
    name: string;
    mayConfirm: boolean;
    madeBy: string;
    reservation: { id: string };
  }[];
const decide = (requestId: string, how: 'confirmation' | 'refusal', { token }: { token: string }) =>
  call(app, 'POST', `/api/link-requests/${requestId}/${how}`, { token, headers: { 'idempotency-key': randomUUID() } });

describe('the code at the e-mail of the client', () => {
  it('cancels a paid reservation by a link of staff, and the audit trail, the timeline and the refund name its maker', async () => {
    const { id, token } = await linkOf('staff', 'guest with an e-mail');
    const sent = await callByLink(app, 'proof-code', token);
    expect(sent).toMatchObject({ status: 200, body: { sentTo: expect.stringContaining('•••@exemplo.com.br') } });
    const emailCode = await codeFor(id);
    const body = await bodyOf('cancel', { id, token });
    const wrong = emailCode === '000000' ? '111111' : '000000';
    expect((await callByLink(app, 'cancel', token, { ...body, emailCode: wrong })).body.code).toBe('EMAIL_CODE_WRONG');

    expect((await callByLink(app, 'cancel', token, { ...body, emailCode })).body.state).toBe('cancelled');

    const by = `pelo link feito por ${await nameOf(maker)}`;
    const entry = (await entriesOf(app, id)).find(({ action }) => action === 'reservation.cancelled');
    expect(entry).toMatchObject({ link_made_by: maker.id, actor_name: `Teresa Rocha Dias (${by})` });
    const timeline = await call(app, 'GET', `/api/reservations/${id}/timeline?audience=staff`, { token: admin.token });
    expect(timeline.body.data.map(({ name }: { name: string }) => name)).toContain(`Teresa Rocha Dias (${by})`);
    const refunds = await call(app, 'GET', '/api/payments/refunds?size=100', { token: admin.token });
    const refund = refunds.body.data.find((one: { reservation: { id: string } }) => one.reservation.id === id);
    expect(refund.linkMakers).toEqual([await nameOf(maker)]);
    const own = await callByLink(app, 'timeline', token);
    expect(own.body.data.map(({ name }: { name: string }) => name)).toContain('Você, pelo link da equipe');
  });

  it('has five attempts, and ends with the address', async () => {
    const { id, token } = await linkOf('staff', 'guest with an e-mail');
    await callByLink(app, 'proof-code', token);
    const right = await codeFor(id);
    const wrong = right === '000000' ? '111111' : '000000';
    const tries = Array.from({ length: 8 }, () => callByLink(app, 'erasure', token, { emailCode: wrong }));
    const codes = (await Promise.all(tries)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'EMAIL_CODE_WRONG')).toHaveLength(4);
    expect((await callByLink(app, 'erasure', token, { emailCode: right })).body.code).toBe('EMAIL_CODE_OVER');
  });

  it('is not asked of a payer who is signed in beside the link', async () => {
    const family = await createFamily(app, { adult: 2 });
    await payDeposit(app, admin, family);
    const token = await linkByStaff(app, maker, family);
    const body = await bodyOf('cancel', { id: family.id, token });
    expect((await callByLink(app, 'cancel', token, body, maker)).body.code).toBe('LINK_CODE_NEEDED');
    expect((await callByLink(app, 'cancel', token, body, family.payer)).body.state).toBe('cancelled');
  });
});

describe('a request by a link of staff', () => {
  async function requested() {
    const link = await linkOf('staff', 'guest');
    const body = await bodyOf('cancel', link);
    expect((await callByLink(app, 'requests', link.token, { name: 'cancel', ...body })).status).toBe(201);
    const request = (await requests(colleague)).find(({ reservation }) => reservation.id === link.id);
    return { ...link, request: request ?? { id: '', mayConfirm: false, madeBy: '' } };
  }

  it('is seen and confirmed by a colleague who may refund, never by the maker of the link', async () => {
    const { id, token, request } = await requested();
    expect(request).toMatchObject({ madeBy: await nameOf(maker), mayConfirm: true });
    expect((await callByLink(app, 'read', token)).body).toMatchObject({
      state: 'booked',
      linkRequests: [{ name: 'cancel', isConfirmed: null }],
    });
    expect((await decide(request.id, 'confirmation', maker)).status).toBe(403);
    await app.db
      .updateTable('users')
      .set({ permissions: ['see_money', 'refund'] })
      .where('id', '=', maker.id)
      .execute();
    try {
      expect((await requests(maker)).find((one) => one.id === request.id)).toMatchObject({ mayConfirm: false });
      expect((await decide(request.id, 'confirmation', maker)).body.code).toBe('LINK_REQUEST_OWN');
    } finally {
      await app.db
        .updateTable('users')
        .set({ permissions: ['see_money'] })
        .where('id', '=', maker.id)
        .execute();
    }

    expect((await decide(request.id, 'confirmation', colleague)).status).toBe(200);

    expect((await callByLink(app, 'read', token)).body).toMatchObject({
      state: 'cancelled',
      linkRequests: [{ name: 'cancel', isConfirmed: true }],
    });
    const entries = await entriesOf(app, id);
    const by = `feito por ${await nameOf(maker)}, confirmado por ${await nameOf(colleague)}`;
    expect(entries.find(({ action }) => action === 'reservation.cancelled')?.actor_name).toContain(by);
    expect(entries.find(({ action }) => action === 'reservation.link_requested')).toMatchObject({
      link_made_by: maker.id,
    });
    expect((await decide(request.id, 'refusal', colleague)).body.code).toBe('LINK_REQUEST_DECIDED');
  });

  it('above the refund limit of a colleague is confirmed by another', async () => {
    const { request } = await requested();
    const limited = await createPerson(app, 'OPERATOR', { permissions: ['refund'], refund_limit_cents: 100 });
    expect((await decide(request.id, 'confirmation', limited)).body.code).toBe('REFUND_ABOVE_LIMIT');
    expect((await decide(request.id, 'confirmation', admin)).status).toBe(200);
  });

  it('that is refused changes nothing, and its client reads so', async () => {
    const { token, request } = await requested();
    expect((await decide(request.id, 'refusal', colleague)).status).toBe(200);
    expect((await callByLink(app, 'read', token)).body).toMatchObject({
      state: 'booked',
      linkRequests: [{ isConfirmed: false }],
    });
    const stored = app.db.selectFrom('link_requests').select('input').where('id', '=', request.id);
    expect((await stored.executeTakeFirst())?.input).toBeNull();
  });

  it('is refused at once where the act would be', async () => {
    const { token } = await linkOf('staff', 'guest');
    const asked = await callByLink(app, 'requests', token, { name: 'cancel', refundCents: 1 });
    expect(asked.body.code).toBe('QUOTE_CHANGED');
    expect((await callByLink(app, 'requests', token, { name: 'refund-key', pixKey: 'a@b.com.br' })).body.code).toBe(
      'REFUND_NOT_FOUND',
    );
  });

  it('ends with the links of the reservation', async () => {
    const { id, request } = await requested();
    await call(app, 'DELETE', `/api/reservations/${id}/link`, { token: admin.token });
    expect((await decide(request.id, 'confirmation', colleague)).body.code).toBe('LINK_REQUEST_NOT_FOUND');
  });
});

describe('an adoption', () => {
  it('by a link of staff is confirmed by a colleague, and the earlier links end', async () => {
    const { id, token } = await linkOf('staff', 'guest');
    const own = await linkForPayer(app, { id });
    const client = await createPerson(app);
    expect((await callByLink(app, 'requests', token, { name: 'adoption' })).status).toBe(401);
    expect((await callByLink(app, 'requests', token, { name: 'adoption' }, client)).status).toBe(201);
    const found = (await requests(colleague)).find(({ reservation }) => reservation.id === id);
    expect(found).toMatchObject({ name: 'adoption', person: { name: await nameOf(client), email: client.email } });
    expect((await call(app, 'GET', `/api/reservations/${id}`, { token: client.token })).status).toBe(404);

    expect((await decide(found?.id ?? '', 'confirmation', colleague)).status).toBe(200);

    expect((await call(app, 'GET', `/api/reservations/${id}`, { token: client.token })).status).toBe(200);
    for (const link of [token, own])
      expect((await callByLink(app, 'read', link)).body.code).toBe('RESERVATION_LINK_OVER');
    const adopted = (await entriesOf(app, id)).find(({ action }) => action === 'reservation.adopted');
    expect(adopted).toMatchObject({ actor_id: client.id, link_made_by: maker.id });
  });
});

describe('a companion’s link', () => {
  it('that staff made masks what is known, names its maker, and erases nobody', async () => {
    const family = await createFamily(app, { adult: 2 });
    const blind = await createPerson(app, 'OPERATOR', { permissions: [] });
    const cpf = '39053344705';
    await changeParticipant(app, family, family.adults[1], { name: 'Rute Prado', cpf });
    const path = `/api/reservations/${family.id}/participants/${family.adults[1]?.id}/link`;
    const { body } = await call(app, 'POST', path, { token: blind.token });
    const token = body.url.split('#')[1];
    const opened = await call(app, 'POST', '/api/participants/link/read', { body: { token } });
    expect(opened.body.participant).toMatchObject({ cpf: null, masked: { cpf: '•••705' } });
    await call(app, 'PUT', '/api/participants/link', { body: { token, fields: { birthdate: '1988-07-21' } } });
    const by = `Pelo link feito por ${await nameOf(blind)}`;
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({ actor_name: by, link_made_by: blind.id });
    const erased = await call(app, 'POST', '/api/participants/link/erasure', { body: { token } });
    expect(erased.body.code).toBe('LINK_UNPROVEN');
  });

  it('that shows a share is made by staff who may see amounts', async () => {
    const family = await createFamily(app, { adult: 2 });
    await app.db.updateTable('reservations').set({ splits_payment: true }).where('id', '=', family.id).execute();
    const path = `/api/reservations/${family.id}/participants/${family.adults[1]?.id}/link`;
    const statuses = async (permissions: Permission[]) =>
      (await call(app, 'POST', path, { token: (await createPerson(app, 'OPERATOR', { permissions })).token })).status;
    expect([await statuses([]), await statuses(['see_money'])]).toEqual([403, 201]);
  });
});
