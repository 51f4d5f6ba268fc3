import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, entriesOf, type Family, placesTaken } from '../../../../test/parties.ts';
import { momentOfEmail } from '../../../../test/reminders.ts';
import { appForRequests, OPERATOR_EMAIL, REFUSAL, requests } from '../../../../test/requests.ts';
import { joinList, waitingStates } from '../../../../test/waiting.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';

let app: TestApp;
let staff: Person;
const { answer, ask, change, deps, letLapse, mails, own, sweep, notifyNew, timeline } = requests(
  () => app,
  () => staff,
);
beforeAll(async () => {
  ({ app, staff } = await appForRequests(deps));
});
afterAll(() => app.close());

describe('an accepted request', () => {
  it('is held for its deposit from then on, can be paid, and its payer is notified', async () => {
    const family = await ask();
    await mails();
    const { status, body } = await answer(family, 'acceptance');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'held', dueCents: 37_800 });
    const after = await own(family);
    expect(after).toMatchObject({ payable: true, status: { key: 'deposit_due' }, places: 2 });
    expect(await placesTaken(app, family.trip.id)).toBe(2);
    const until = momentOfEmail(new Date(after.holdExpiresAt));
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(`Aceitamos o seu pedido ${after.code}`);
    expect(mail?.text).toContain(`falta o sinal de R$ 113,40. As vagas ficam guardadas até ${until}.`);
    expect((await timeline(family)).at(-1)).toEqual(['Aceitamos o seu pedido', `Prazo para pagar: ${until}`]);
    const charge = await call(app, 'POST', `/api/reservations/${family.id}/charges`, {
      token: family.payer.token,
      body: { purpose: 'deposit' },
    });
    expect(charge.body).toMatchObject({ amountCents: 11_340 });
  });

  it('its payer is not notified any more once it was cancelled or paid', async () => {
    const family = await ask();
    await mails();
    await answer(family, 'acceptance');
    await notifyNew();
    await notifyNew();
    const body = { kind: 'deposit', method: 'cash', amountCents: 11_340 };
    await call(app, 'POST', `/api/reservations/${family.id}/payments`, { token: staff.token, body });
    const subjects = (await mails()).map(({ subject }) => subject);
    expect(subjects).toEqual([expect.stringContaining('Pagamento confirmado')]);
  });

  it('is confirmed where no deposit is due', async () => {
    const family = await ask({ deposit_percent: 0 });
    expect(family.reservation.state).toBe('requested');
    expect((await answer(family, 'acceptance')).body).toMatchObject({ state: 'booked', holdExpiresAt: null });
    expect((await mails()).map(({ text }) => text)).toEqual([expect.stringContaining('a sua reserva está confirmada')]);
  });

  it('that is not paid expires as any other hold does', async () => {
    const family = await ask();
    await answer(family, 'acceptance');
    await letLapse(family);
    expect(await own(family)).toMatchObject({ state: 'expired', status: { label: 'Reserva expirada' } });
  });

  it('is warned of the end of its hold by the answer’s age, not by the request’s', async () => {
    const family = await ask();
    await answer(family, 'acceptance');
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    await change(family.id, { created_at: minutes(-1_000), answered_at: minutes(-5), hold_expires_at: minutes(55) });
    await mails();
    await sweep();
    expect(await mails()).toEqual([]);
    await change(family.id, { answered_at: minutes(-56) });
    await sweep();
    expect(await mails()).toHaveLength(1);
  });
});

describe('a refused request', () => {
  it('ends with the operator’s sentence, frees its places for the waiting list, and its payer is notified', async () => {
    const family = await ask({ capacity: 2 });
    await joinList(app, family.trip, { adult: 2 });
    await mails();
    expect((await answer(family, 'refusal')).body).toMatchObject({ state: 'cancelled' });
    const sentence = `A nossa equipe não pôde aceitar o pedido: ${REFUSAL}`;
    expect((await own(family)).status).toMatchObject({ label: 'Pedido não aceito', nextStep: sentence });
    expect(await waitingStates(app, family.trip.id)).toEqual(['offered']);
    // An offer is the operator's yes.
    const offered = app.db.selectFrom('reservations').select('state').where('trip_id', '=', family.trip.id);
    expect(await offered.where('channel', '=', 'waiting_list').executeTakeFirst()).toEqual({ state: 'held' });
    const toPayer = (await mails()).filter(({ to }) => to === family.payer.email);
    expect(toPayer.map(({ text }) => text)).toEqual([expect.stringContaining(REFUSAL)]);
    expect((await timeline(family)).at(-1)).toEqual(['Não pudemos aceitar o seu pedido', REFUSAL]);
  });

  it('needs the sentence', async () => {
    const { id } = await ask();
    expect(
      await call(app, 'POST', `/api/reservations/${id}/refusal`, { token: staff.token, body: { reason: ' ' } }),
    ).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});

describe('a request without an answer', () => {
  it('ends at its deadline in words of its own, and payer and operator are notified', async () => {
    const family = await ask();
    await mails();
    await letLapse(family);
    expect(await own(family)).toMatchObject({
      state: 'expired',
      status: { label: 'Pedido sem resposta', nextStep: expect.stringContaining('Não conseguimos responder a tempo') },
    });
    expect(await placesTaken(app, family.trip.id)).toBe(0);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      ...{ action: 'reservation.request_expired', actor_name: 'Sistema' },
      changes: { state: ['requested', 'expired'] },
    });
    const { code } = family.reservation;
    const toPayer = (await mails()).filter(({ subject }) => subject.includes(code));
    expect(toPayer.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [
        [OPERATOR_EMAIL, `Pedido ${code} ficou sem resposta: Cânions de Furnas – Rota das Águas`],
        [family.payer.email, `Não conseguimos responder ao seu pedido ${code} – Rota das Águas`],
      ].toSorted(),
    );
    expect((await answer(family, 'acceptance')).body.code).toBe('NOT_REQUESTED');
    const again = await createFamily(app, { adult: 1 }, { trip: family.trip, payer: family.payer });
    expect(again.reservation.state).toBe('requested');
  });

  it('is accepted when staff gives it its places back, and nobody is notified that it ended', async () => {
    const family = await ask();
    await mails();
    await letLapse(family);
    await sweep();
    const { body } = await call(app, 'POST', `/api/reservations/${family.id}/confirmation`, staff);
    expect(body.state).toBe('booked');
    expect((await mails()).filter(({ subject }) => subject.includes(family.reservation.code))).toEqual([]);
    const { body: cancelled } = await call(app, 'POST', `/api/reservations/${family.id}/cancel`, family.payer);
    expect(cancelled.status.label).toBe('Cancelada');
  });
});

it('a request is answered once, by staff alone', async () => {
  const family = await ask();
  for (const decision of ['acceptance', 'refusal'] as const) {
    expect((await answer(family, decision, family.payer)).status).toBe(403);
  }
  const key = { token: staff.token, headers: { 'idempotency-key': 'yes' } };
  const accept = () => call(app, 'POST', `/api/reservations/${family.id}/acceptance`, key);
  expect([(await accept()).status, (await accept()).status]).toEqual([200, 200]);
  expect((await answer(family, 'acceptance')).body.code).toBe('NOT_REQUESTED');
  expect((await answer(family, 'refusal')).body.code).toBe('NOT_REQUESTED');
  const accepted = (await entriesOf(app, family.id)).filter(({ action }) => action === 'reservation.request_accepted');
  expect(accepted).toHaveLength(1);
});

it('keeps its facts together in the database', async () => {
  const { id } = await ask();
  const broken = [{ answered_at: new Date() }, { hold_expires_at: null }, { refusal: 'Não' }];
  for (const set of broken) await expect(change(id, set)).rejects.toThrow(/reservations_(requested|refused)/);
  const accepted = await ask();
  await answer(accepted, 'acceptance');
  await expect(change(accepted.id, { state: 'requested' })).rejects.toThrow();
});

describe('two answers at the same moment', () => {
  // How often both were taken.
  async function race(of: TestApp, by: Person): Promise<number> {
    let both = 0;
    for (let turn = 0; turn < 8; turn += 1) {
      const trip = await createFamilyTrip(of, { on_request: true });
      const { id } = await createFamily(of, { adult: 1 }, { trip });
      const path = `/api/reservations/${id}`;
      const answers = await Promise.all([
        call(of, 'POST', `${path}/acceptance`, { token: by.token }),
        call(of, 'POST', `${path}/refusal`, { token: by.token, body: { reason: REFUSAL } }),
      ]);
      const taken = answers.filter(({ status }) => status === 200).length;
      expect(taken).toBeGreaterThan(0);
      if (taken === 2) both += 1;
    }
    return both;
  }

  it('are one', async () => {
    expect(await race(app, staff)).toBe(0);
  });

  it('are both taken without row locks: the race is real', async () => {
    const unguarded = await buildTestApp({
      connections: 16,
      deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }),
    });
    try {
      const by = await createPerson(unguarded, 'OPERATOR');
      let both = 0;
      // On a busy machine the answers seldom meet.
      for (let tries = 0; both === 0 && tries < 10; tries += 1) both = await race(unguarded, by);
      expect(both).toBeGreaterThan(0);
    } finally {
      await unguarded.close();
    }
  });

  it('of staff and of the clock are one', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const family = await ask();
      await change(family.id, { hold_expires_at: new Date(Date.now() - 60_000) });
      const [{ status }] = await Promise.all([answer(family, 'acceptance'), sweep()]);
      const actions = (await entriesOf(app, family.id)).map(({ action }) => action);
      const outcome = status === 200 ? 'reservation.request_accepted' : 'reservation.request_expired';
      expect(actions).toEqual(['reservation.requested', outcome]);
      expect((await own(family)).state).toBe(status === 200 ? 'held' : 'expired');
      expect(await placesTaken(app, family.trip.id)).toBe(status === 200 ? 2 : 0);
    }
  });
});

describe('an answer and a withdrawal at the same moment', () => {
  // How often what is stored contradicts itself afterwards, and what each payer read.
  async function race(of: TestApp, by: Person, decision: 'acceptance' | 'refusal', turns = 8) {
    const families: { family: Family; codes: [string, string] }[] = [];
    let broken = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      const trip = await createFamilyTrip(of, { on_request: true });
      const family = await createFamily(of, { adult: 2 }, { trip });
      const path = `/api/reservations/${family.id}`;
      const body = decision === 'refusal' ? { reason: REFUSAL } : undefined;
      const [answered, withdrawn] = await Promise.all([
        call(of, 'POST', `${path}/${decision}`, { token: by.token, body }),
        call(of, 'POST', `${path}/cancel`, family.payer),
      ]);
      const codeOf = ({ status, body: { code } }: typeof answered) => (status === 200 ? 'done' : code);
      families.push({ family, codes: [codeOf(answered), codeOf(withdrawn)] });
      if ((await findFaults(of.db, [trip.id])).length > 0) broken += 1;
    }
    return { broken, families };
  }
  const actionsOf = async ({ id }: Family) => (await entriesOf(app, id)).map(({ action }) => action).slice(1);

  it('refused or withdrawn: one of them, and its payer reads that one', async () => {
    const { broken, families } = await race(app, staff, 'refusal');
    expect(broken).toBe(0);
    const sent = await mails();
    for (const { family, codes } of families) {
      const toPayer = sent.filter(({ to }) => to === family.payer.email).map(({ text }) => text);
      const { label } = (await own(family)).status;
      if (codes[0] === 'done') {
        expect([codes[1], label]).toEqual(['RESERVATION_NOT_CANCELLABLE', 'Pedido não aceito']);
        expect(toPayer).toEqual([expect.stringContaining(REFUSAL)]);
        expect(await actionsOf(family)).toEqual(['reservation.request_refused']);
      } else {
        expect([codes, label]).toEqual([['NOT_REQUESTED', 'done'], 'Pedido cancelado']);
        expect(toPayer).toEqual([expect.not.stringContaining(REFUSAL)]);
        expect(await actionsOf(family)).toEqual(['reservation.cancelled']);
      }
    }
  });

  it('accepted or withdrawn: withdrawn in the end, and nobody is notified that it was accepted', async () => {
    const { broken, families } = await race(app, staff, 'acceptance');
    expect(broken).toBe(0);
    const sent = await mails();
    for (const { family, codes } of families) {
      expect(codes).toBeOneOf([
        ['done', 'done'],
        ['NOT_REQUESTED', 'done'],
      ]);
      expect((await own(family)).state).toBe('cancelled');
      expect(await placesTaken(app, family.trip.id)).toBe(0);
      const accepted = codes[0] === 'done' ? ['reservation.request_accepted'] : [];
      expect(await actionsOf(family)).toEqual([...accepted, 'reservation.cancelled']);
      const toPayer = sent.filter(({ to }) => to === family.payer.email).map(({ subject }) => subject);
      expect(toPayer).toEqual([expect.not.stringContaining('Aceitamos')]);
    }
  });

  it('are both done without row locks: the race is real', async () => {
    const unguarded = await buildTestApp({
      connections: 16,
      deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }),
    });
    try {
      const by = await createPerson(unguarded, 'OPERATOR');
      expect((await race(unguarded, by, 'refusal')).broken).toBeGreaterThan(0);
      expect((await race(unguarded, by, 'acceptance')).broken).toBeGreaterThan(0);
    } finally {
      await unguarded.close();
    }
  });
});
