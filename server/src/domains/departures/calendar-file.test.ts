import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, crewOfGuides, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const address = (method: string, { token }: Person) => call(app, method, '/api/users/me/calendar', { token });
const make = async (person: Person): Promise<string> => (await address('POST', person)).body.url;
/** Reads the file as a calendar does, without a session. */
const open = (url: string) => fetch(app.url + new URL(url).pathname);
const readEvents = async (url: string) => {
  const text = await (await open(url)).text();
  return { text, events: parse(text) };
};
/** Parses by a library that the product does not write with. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  return new Map(
    events.map((event) => {
      const read = (name: string) => event.getFirstPropertyValue(name)?.toString() ?? null;
      const uid = read('uid') ?? '';
      return [uid.slice('saida-'.length, 'saida-'.length + 36), { uid, read }];
    }),
  );
}

describe('the calendar of departures', () => {
  it('has all of them for staff, as RFC 5545 says, and names nobody', async () => {
    const trip = await createFamilyTrip(app, { title: 'Praia do Félix', capacity: 12 });
    const { payer } = await createFamily(app, { adult: 2 }, { trip });
    const url = await make(staff);
    const response = await open(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    const text = await response.text();
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const row = await app.db.selectFrom('trips').selectAll().where('id', '=', trip.id).executeTakeFirstOrThrow();
    const event = parse(text).get(trip.id);
    const utc = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
    expect(event?.read('summary')).toBe('Praia do Félix');
    expect(event?.read('dtstart')).toBe(utc(row.departs_at));
    expect(event?.read('dtend')).toBe(utc(row.returns_at));
    expect(event?.read('dtstamp')).toBe(utc(row.updated_at));
    expect(event?.read('last-modified')).toBe(utc(row.updated_at));
    expect(event?.read('status')).toBe('CONFIRMED');
    expect(event?.read('location')).toBe('Rodoviária');
    expect(event?.read('description')).toBe('2 de 12 vagas vendidas\n\nEmbarque:\n05:00 – Rodoviária');
    expect(event?.read('url')).toMatch(new RegExp(`/admin/passeios/${trip.id}/passageiros$`));
    for (const personal of [payer.email, payer.cpf, 'Pessoa', '99999-0000']) expect(text).not.toContain(personal);
  });

  it('keeps the UID of a departure that changes, which counts on, and says that one is cancelled', async () => {
    const { id } = await createTrip(app, { title: 'Gramado' });
    const url = await make(staff);
    const before = (await readEvents(url)).events.get(id);
    const { body } = await call(app, 'POST', `/api/trips/${id}/cancellation`, {
      token: staff.token,
      body: { reason: 'Chuva', chooseUntil: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10) },
    });
    expect(body.code).toBe(undefined);
    const after = (await readEvents(url)).events.get(id);
    expect([after?.uid, after?.read('status')]).toEqual([before?.uid, 'CANCELLED']);
    expect(after?.read('description')).toMatch(/^Saída cancelada/);
    expect(Number(after?.read('sequence'))).toBeGreaterThanOrEqual(Number(before?.read('sequence')));
    expect(Date.parse(after?.read('last-modified') ?? '')).toBeGreaterThanOrEqual(
      Date.parse(before?.read('last-modified') ?? ''),
    );
  });

  it('of a guide has the departures that they lead, with the list of boarding', async () => {
    const [own, other] = [await createTrip(app), await createTrip(app)];
    const [guide, driver] = [await createPerson(app, 'GUIDE'), await createPerson(app, 'GUIDE')];
    const body = crewOfGuides([guide.id]);
    expect((await call(app, 'PUT', `/api/trips/${own.id}/crew`, { token: staff.token, body })).status).toBe(200);
    const { events } = await readEvents(await make(guide));
    expect([...events.keys()]).toEqual([own.id]);
    expect(events.get(own.id)?.read('url')).toMatch(new RegExp(`/admin/embarque/${own.id}$`));
    expect(events.has(other.id)).toBe(false);
    expect((await readEvents(await make(driver))).events.size).toBe(0);
  });

  it('survives titles and places that would be lines of it, or are very long', async () => {
    const hostile = [
      'Praia\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:forjado',
      'Serra; com, vírgulas \\ e \\n barras',
      `${'São João 🏖️ '.repeat(40)}`.trim(),
      'Só\rretorno',
    ];
    const ids = [];
    for (const title of hostile) {
      const boarding = [{ id: crypto.randomUUID(), time: '05:00', place: `Praça "Sé"; ${title}` }];
      ids.push((await createTrip(app, { title, boarding_points: JSON.stringify(boarding) })).id);
    }
    const { text, events } = await readEvents(await make(staff));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect([...events.keys()]).not.toContain('forjado');
    const told = (title: string) => title.replaceAll(/\r\n?/g, '\n');
    for (const [index, id] of ids.entries())
      expect(told(events.get(id)?.read('summary') ?? '')).toBe(told(hostile[index] ?? ''));
  });
});

describe('the address of a calendar', () => {
  it('has a secret of 256 bits, of which the database has the hash, and is shown once', async () => {
    const person = await createPerson(app, 'OPERATOR');
    expect((await address('GET', person)).body).toEqual({ madeAt: null });
    const { status, body } = await address('POST', person);
    expect(status).toBe(201);
    const secret = /\/api\/calendars\/([\w-]{43})\/departures\.ics$/.exec(body.url)?.[1] ?? '';
    expect((await address('GET', person)).body).toEqual({ madeAt: body.madeAt });
    const { token_hash } = await app.db
      .selectFrom('calendar_addresses')
      .select('token_hash')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(token_hash).not.toContain(secret);
    await open(body.url);
    expect(JSON.stringify(app.log)).not.toContain(secret);
  });

  it('ends with another one, when it is switched off, and with the role or the access of its owner', async () => {
    const isOver = async (url: string) => {
      const response = await open(url);
      expect([200, 404]).toContain(response.status);
      if (response.status === 404) expect((await response.json()).code).toBe('CALENDAR_OVER');
      return response.status === 404;
    };
    const person = await createPerson(app, 'OPERATOR');
    const first = await make(person);
    const second = await make(person);
    expect([await isOver(first), await isOver(second)]).toEqual([true, false]);
    expect((await address('DELETE', person)).body).toEqual({ madeAt: null });
    expect(await isOver(second)).toBe(true);

    const change = (id: string, body: object) =>
      call(app, 'PUT', '/api/users', { token: staff.token, body: { id, ...body } });
    for (const [lost, regained] of [
      [{ isDisabled: true }, { isDisabled: false }],
      [{ role: 'CLIENT' }, { role: 'OPERATOR' }],
    ] as const) {
      const colleague = await createPerson(app, 'OPERATOR');
      const url = await make(colleague);
      expect(await isOver(url)).toBe(false);
      expect((await change(colleague.id, lost)).status).toBe(200);
      expect(await isOver(url), JSON.stringify(lost)).toBe(true);
      await change(colleague.id, regained);
      expect(await isOver(url), JSON.stringify(regained)).toBe(true);
    }
  });

  it('is not found by guesses, and not made by clients', async () => {
    for (const secret of ['x', 'A'.repeat(43), encodeURIComponent("' or 1=1"), '..%2F..%2Fhealthz', 'A'.repeat(199)])
      expect((await open(`http://x/api/calendars/${secret}/departures.ics`)).status, secret).toBe(404);
    const client = await createPerson(app);
    for (const method of ['GET', 'POST', 'DELETE']) expect((await address(method, client)).status, method).toBe(403);
  });
});
