import { randomUUIDv7 } from 'node:crypto';
import { reservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, type Family } from '../../../../test/parties.ts';

let app: TestApp;
let rita: Person;
let ugo: Person;
let admin: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  [rita, ugo, admin] = [
    await createPerson(app, 'OPERATOR'),
    await createPerson(app, 'OPERATOR'),
    await createPerson(app, 'ADMIN'),
  ];
  await app.db.updateTable('users').set({ name: 'Rita Lopes' }).where('id', '=', rita.id).execute();
});
beforeEach(async () => {
  family = await createFamily(app, { adult: 2 });
});
afterAll(() => app.close());

const api = (method: string, path: string, who: { token?: string } = rita, body?: object) =>
  call(app, method, `/api/reservations/${path}`, { token: who.token, ...(body && { body }) });
const open = async (who = rita, name = family.id) => (await api('GET', `${name}/page`, who)).body;
const write = (text: unknown, who = rita) => api('POST', `${family.id}/notes`, who, { text });
const tag = (label: unknown, id = family.id) => api('POST', `${id}/tags`, rita, { label });
const labels = ({ data }: { data: { label: string }[] }) => data.map(({ label }) => label);

describe('the page of a reservation', () => {
  it('has payer, people with their shares, money, trip and what is next, by id and by code', async () => {
    await api('POST', `${family.id}/adjustments`, rita, { amountCents: -1_001, reason: 'Cliente antigo' });
    const page = reservationForStaff.parse(await open());
    const { payer, participants, trip, totalCents } = page;
    expect(payer).toMatchObject({ id: family.payer.id, hasAccount: true });
    expect(participants.map((one) => one.priceCents - one.shareCents).toSorted()).toEqual([500, 501]);
    expect(participants.reduce((sum, one) => sum + one.shareCents, 0)).toBe(totalCents);
    expect(trip).toMatchObject({ isArchived: false, isCancelled: false, hasDeparted: false });
    expect(page).toMatchObject({
      status: { key: 'deposit_due', nextStep: expect.stringContaining('Falta o sinal') },
      adjustments: [{ amountCents: -1_001, reason: 'Cliente antigo' }],
      chat: { payer: { name: payer.name }, status: 'deposit_due' },
      ...{ cancellable: true, reinstatable: false, refunds: [], notes: [], tags: [] },
    });
    expect(await open(admin, page.code)).toMatchObject({ id: family.id });
  });

  it('has every refund, and of a cancelled reservation the reason', async () => {
    await api('POST', `${family.id}/payments`, rita, { kind: 'balance', method: 'pix', amountCents: 20_000 });
    await api('POST', `${family.id}/payments`, rita, { kind: 'refund', method: 'pix', amountCents: 700 });
    await api('POST', `${family.id}/cancellation`, rita, { reason: 'Adoeceu' });
    const { refunds, cancellationReason, cancellable, status } = await open();
    const amounts = refunds.map((one: { state: string; amountCents: number }) => [one.state, one.amountCents]);
    expect(amounts).toEqual([
      ['due', 19_300],
      ['paid', 700],
    ]);
    expect({ cancellationReason, cancellable, key: status.key }).toEqual({
      ...{ cancellationReason: 'Adoeceu', cancellable: false, key: 'refund_due' },
    });
  });

  it('says of an expired reservation whether it can be reinstated, which ends when the trip is archived', async () => {
    await app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', family.id).execute();
    expect(await open()).toMatchObject({ reinstatable: true, cancellable: false });
    await app.db
      .updateTable('trips')
      .set({ archived_at: new Date(), is_active: false })
      .where('id', '=', family.trip.id)
      .execute();
    expect(await open()).toMatchObject({ reinstatable: false, trip: { isArchived: true } });
  });

  it('speaks to staff also of an own reservation', async () => {
    await app.db.updateTable('reservations').set({ user_id: rita.id }).where('id', '=', family.id).execute();
    expect((await open()).status.nextStep).toMatch(/^Falta o sinal/);
  });

  it('is for staff alone, and its opening is audited once in a while', async () => {
    expect((await api('GET', `${family.id}/page`, family.payer)).status).toBe(403);
    expect((await api('GET', `${family.id}/page`, {})).status).toBe(401);
    for (const unknown of [randomUUIDv7(), 'AAAAAA'])
      expect((await api('GET', `${unknown}/page`)).body).toMatchObject({ code: 'RESERVATION_NOT_FOUND' });
    for (const wrong of ['aaaaaa', '%00', "'--", 'tags%2F..']) {
      expect([wrong, (await api('GET', `${wrong}/page`)).status]).toEqual([wrong, 404]);
    }
    await open();
    await open();
    const views = app.db
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('subject_id', '=', family.id)
      .where('action', '=', 'reservation.opened');
    expect(await views.execute()).toEqual([{ actor_id: rita.id }]);
  });
});

describe('notes', () => {
  it('stand on the page with author and time, the latest first', async () => {
    const first = await write('  Ligou: quer ficar na frente.\nVai com a irmã. 🚌 ');
    expect(first.status).toBe(201);
    await write('Pagou o sinal em dinheiro', ugo);
    const { notes } = await open();
    expect(notes).toMatchObject([
      { text: 'Pagou o sinal em dinheiro', changeable: false },
      {
        text: 'Ligou: quer ficar na frente.\nVai com a irmã. 🚌',
        author: { id: rita.id, name: 'Rita Lopes' },
        ...{ editedAt: null, changeable: true },
      },
    ]);
    expect((await open(admin)).notes[0].changeable).toBe(true);
  });

  it('are changed and deleted by who wrote them, and by administrators', async () => {
    const { body: note } = await write('Vai de cadeira de rodas');
    const path = `${family.id}/notes/${note.id}`;
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { text: 'Não vai' } : undefined;
      expect((await api(method, path, ugo, body)).body).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect((await api('PUT', path, rita, { text: 'Vai de andador' })).body).toMatchObject({
      ...{ text: 'Vai de andador', editedAt: expect.any(String) },
    });
    expect((await api('PUT', path, admin, { text: 'Vai de muleta' })).body).toMatchObject({ text: 'Vai de muleta' });
    expect((await api('DELETE', path, admin)).status).toBe(200);
    expect((await api('DELETE', path)).body).toMatchObject({ code: 'NOTE_NOT_FOUND' });
    expect((await open()).notes).toEqual([]);
  });

  it('belong to their reservation', async () => {
    const { body: note } = await write('Desta família');
    const other = await createFamily(app, { adult: 1 });
    expect((await api('DELETE', `${other.id}/notes/${note.id}`)).status).toBe(404);
    expect((await api('POST', `${randomUUIDv7()}/notes`, rita, { text: 'De ninguém' })).status).toBe(404);
  });

  it('are in the audit trail and in the timeline of staff without their text, and nowhere for the payer', async () => {
    const { body: note } = await write('Segredo da equipe');
    await api('PUT', `${family.id}/notes/${note.id}`, rita, { text: 'Segredo mudado' });
    await api('DELETE', `${family.id}/notes/${note.id}`);
    await write('Segredo que fica');
    await tag('Segredo');
    const { body: forStaff } = await api('GET', `${family.id}/timeline?audience=staff`);
    const sentences = forStaff.data.slice(-5).map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences).toEqual([
      'Escreveu uma nota interna',
      'Alterou uma nota interna',
      'Apagou uma nota interna',
      'Escreveu uma nota interna',
      'Pôs uma etiqueta na reserva',
    ]);
    const entries = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', family.id)
      .where('action', 'like', 'reservation.note%' as never)
      .execute();
    expect(JSON.stringify(entries)).not.toContain('Segredo');
    for (const page of ['', '/timeline']) {
      const { status, body } = await api('GET', family.id + page, family.payer);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringMatching(/Segredo|nota interna|etiqueta/)]);
    }
    for (const path of ['notes', 'tags'])
      expect((await api('POST', `${family.id}/${path}`, family.payer, {})).status).toBe(403);
  });

  it.each([['x'.repeat(1_001)], ['   \n '], [''], ['a\u0000b'], ['\ud800'], [null], [{ toString: 1 }]])(
    'refuses %#',
    async (text) => {
      expect((await write(text)).status).toBe(400);
      expect((await write('ç'.repeat(1_000))).status).toBe(201);
      expect((await api('POST', `${family.id}/notes`, rita, { text: 'Nota', authorId: ugo.id })).status).toBe(400);
    },
  );
});

describe('tags', () => {
  it('are spelled as where they are in use; case, accents and room do not make another one', async () => {
    const other = await createFamily(app, { adult: 1 });
    await tag('Aniversário  de casamento');
    const { status, body } = await tag(' aniversario de CASAMENTO ', other.id);
    expect([status, labels(body)]).toEqual([201, ['Aniversário de casamento']]);
    await tag('VIP');
    expect(labels((await tag('vip')).body)).toEqual(['Aniversário de casamento', 'VIP']);
    const { data } = (await api('GET', 'tags')).body;
    expect(data[0]).toEqual({ label: 'Aniversário de casamento', reservations: 2 });
    expect(data).toContainEqual({ label: 'VIP', reservations: 1 });
  });

  it('are ten at most, also when they are added at once, and make room when they go', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => tag(`Grupo ${index}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), 409, 409]);
    const [first] = (await open()).tags;
    const path = `${family.id}/tags/${first.id}`;
    expect((await api('DELETE', path)).body.data).toHaveLength(9);
    expect((await api('DELETE', path)).body).toMatchObject({ code: 'TAG_NOT_FOUND' });
    expect(labels((await tag('Por último')).body).at(-1)).toBe('Por último');
  });

  it.each([['x'.repeat(31)], ['  '], ['a\nb'], ['a\u0000b'], ['\ud800'], [null], [['VIP']]])(
    'refuses %j',
    async (label) => {
      expect((await tag(label)).status).toBe(400);
    },
  );

  it('takes what a pattern or a script would be made of as it is', async () => {
    for (const label of ['100%_\\', '<b>oi</b>', "'; drop table x", '👨‍👩‍👧 família']) {
      expect(labels((await tag(label)).body)).toContain(label);
    }
    const query = new URLSearchParams({ list: 'found', tag: '100%_\\' });
    const { body } = await call(app, 'GET', `/api/overview/reservations?${query}`, rita);
    expect(body.data).toMatchObject([
      { id: family.id, tags: ['100%_\\', '<b>oi</b>', "'; drop table x", '👨‍👩‍👧 família'] },
    ]);
    query.set('tag', '%');
    expect((await call(app, 'GET', `/api/overview/reservations?${query}`, rita)).body.data).toEqual([]);
  });

  it('narrow every list of reservations', async () => {
    const other = await createFamily(app, { adult: 1 });
    await tag('Excursão');
    await tag('Excursão', other.id);
    await api('POST', `${other.id}/cancellation`, rita, { reason: 'Adoeceu' });
    const found = async (query: string) => {
      const { body } = await call(app, 'GET', `/api/overview/reservations?${query}`, rita);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await found('list=found&tag=excursao')).toEqual([other.id, family.id]);
    expect(await found('list=cancelled&tag=EXCURS%C3%83O')).toEqual([other.id]);
    expect(await found('list=cancelled&tag=Outra')).toEqual([]);
    expect((await call(app, 'GET', `/api/overview/reservations?list=found&tag=${'x'.repeat(31)}`, rita)).status).toBe(
      400,
    );
  });
});
