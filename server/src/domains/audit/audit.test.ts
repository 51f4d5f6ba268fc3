import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction, AuditSubject } from '@passeio/contract/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';

let app: TestApp;
let admin: Person;
let helena: string;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  helena = randomUUIDv7();
  // In São Paulo midnight is at 03:00 UTC: the first two entries are of the 9th and the 10th there.
  await write('2026-03-10T02:59:59Z', 'trip.created', 'trip', 'Ubatuba');
  await write('2026-03-10T03:00:00Z', 'trip.changed', 'trip', 'Ubatuba', helena, 'Helena Prado');
  await write('2026-03-11T02:59:59Z', 'person.changed', 'person', 'Zélia Conceição', helena, 'Helena Prado');
  await write('2026-03-12T12:00:00Z', 'settings.changed', 'settings', 'Operadora');
});
afterAll(() => app.close());

async function write(
  at: string,
  action: AuditAction,
  subject: AuditSubject,
  label: string,
  actorId: string | null = null,
  actorName = 'Sistema',
): Promise<void> {
  await app.db
    .insertInto('audit_entries')
    .values({
      id: randomUUIDv7(),
      at,
      actor_id: actorId,
      actor_name: actorName,
      actor_role: actorId ? 'ADMIN' : null,
      address: '203.0.113.7',
      device: 'Chrome, Android',
      request_id: 'teste',
      action,
      subject_type: subject,
      subject_id: `${label} de antes`,
      subject_label: label,
      changes: JSON.stringify({ title: ['Antes', label] }),
    })
    .execute();
}

const find = async (query: string) => call(app, 'GET', `/api/audit?${query}`, { token: admin.token });
const labels = async (query: string) => (await find(query)).body.data.map(({ action }: { action: string }) => action);

describe('the audit trail', () => {
  it('lists who did what to what, when and from where, newest first', async () => {
    const { status, body } = await find('');
    expect(status).toBe(200);
    expect(body.page).toEqual({ number: 1, size: 50, total: 4 });
    expect(body.data.map(({ at }: { at: string }) => at)).toEqual(
      body.data
        .map(({ at }: { at: string }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(body.data[2]).toEqual({
      id: expect.any(String),
      at: '2026-03-10T03:00:00.000Z',
      actor: { id: helena, name: 'Helena Prado', role: 'ADMIN' },
      address: '203.0.113.7',
      device: 'Chrome, Android',
      requestId: 'teste',
      action: 'trip.changed',
      subject: { type: 'trip', id: 'Ubatuba de antes', label: 'Ubatuba', isThere: false, tripId: null },
      changes: { title: ['Antes', 'Ubatuba'] },
    });
    expect(body.data[0].subject.isThere).toBe(true);
  });

  it.each([
    ['from=2026-03-10&to=2026-03-10', ['person.changed', 'trip.changed']],
    ['to=2026-03-09', ['trip.created']],
    ['from=2026-03-11', ['settings.changed']],
    ['from=2026-03-12&to=2026-03-01', []],
    ['action=trip.changed', ['trip.changed']],
    ['subject=trip', ['trip.changed', 'trip.created']],
    ['subject=trip&subjectId=Ubatuba+de+antes&from=2026-03-10', ['trip.changed']],
    ['q=zelia', ['person.changed']],
    ['q=PRADO+ubatuba', ['trip.changed']],
    ['q=op', ['settings.changed']],
    ['q=%25', []],
    ['size=1&page=3', ['trip.changed']],
  ])('is narrowed by %s, in the time zone of the operator', async (query, expected) => {
    expect(await labels(query)).toEqual(expected);
  });

  it('is filtered by actor', async () => {
    expect(await labels(`actorId=${helena}`)).toEqual(['person.changed', 'trip.changed']);
  });

  it('shows the beginning of long texts only', async () => {
    await write('2026-02-01T12:00:00Z', 'trip.changed', 'trip', 'x'.repeat(5_000));
    const { body } = await find('to=2026-02-02');
    expect(body.data[0].changes.title).toEqual(['Antes', `${'x'.repeat(600)}…`]);
  });

  it.each(['action=trip.sold', 'subject=house', 'actorId=helena', 'from=2026-02-30', 'q=', 'order=asc'])(
    'refuses %s',
    async (query) => {
      expect((await find(query)).status).toBe(400);
    },
  );

  it('asks for a period where one would page through everything', async () => {
    expect(await find('size=100&page=5000')).toMatchObject({
      status: 400,
      body: { fields: { page: expect.stringContaining('período') } },
    });
    expect((await find('size=100&page=100')).status).toBe(200);
  });

  it('limits the count of a text search', async () => {
    await sql`
      insert into audit_entries (id, at, actor_name, address, device, request_id, action, subject_type, subject_id, subject_label)
      select gen_random_uuid(), '2025-01-01', 'Sistema', '', '', '', 'trip.changed', 'trip', n, 'Pedra Azul'
      from generate_series(1, 2001) n`.execute(app.db);
    expect((await find('q=azul')).body.page).toEqual({ number: 1, size: 50, total: 2_000, totalIsMinimum: true });
    expect((await find('to=2025-01-02')).body.page).toEqual({ number: 1, size: 50, total: 2_001 });
  });

  it.each([
    ['update', sql`update audit_entries set actor_name = 'Ninguém'`],
    ['delete', sql`delete from audit_entries`],
    ['truncate', sql`truncate audit_entries`],
  ])('does not let the database %s what is written', async (_, statement) => {
    await expect(statement.execute(app.db)).rejects.toMatchObject({ constraint: 'audit_is_final' });
  });
});

describe('an entry that a newer server wrote', () => {
  it('is shown, whatever its action, subject and role are', async () => {
    const read = () => call(app, 'GET', '/api/audit?q=Novidade', { token: admin.token });
    await sql`
        insert into audit_entries (id, actor_id, actor_name, actor_role, address, device, request_id, action,
          subject_type, subject_id, subject_label, changes)
        values (${randomUUIDv7()}, null, 'Rita Lopes', 'SELLER', '', '', '', 'seller.invited', 'seller', 'x',
          'Novidade', '{}')`.execute(app.db);
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      { action: 'seller.invited', subject: { type: 'seller' }, actor: { role: 'SELLER' } },
    ]);
  });
});
