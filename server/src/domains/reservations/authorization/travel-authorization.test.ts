import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../../test/app.ts';
import { call, createPerson, crewOfGuides, type Person } from '../../../../test/factories.ts';
import {
  bornFor,
  changeParticipant,
  createFamily,
  departIn,
  entriesOf,
  type Family,
  participantIn,
} from '../../../../test/parties.ts';
import { linkForPayer } from '../../../../test/payer-links.ts';
import { pdf } from '../../../../test/receipts.ts';
import { queueWork, startQueues } from '../../../background-work.ts';
import { buildExport } from '../../privacy/index.ts';
import { deleteOldAuthorizations } from './authorization-files.ts';
import { readForm } from './authorization-form.ts';

let app: TestAppWithJobs;
let staff: Person;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const child = {
  name: 'Caio Prado Montes',
  documentType: 'rg',
  documentNumber: 'MG-55.443.322',
  documentIssuer: 'SSP/MG',
};

/** An adult, and a child of ten who travels without a parent. */
async function withChild(): Promise<Family & { childId: string }> {
  const family = await createFamily(app, { adult: 1, child: 1 });
  const [first] = family.children;
  await changeParticipant(app, family, first, { ...child, birthdate: bornFor(family.trip, 10) });
  const childId = first?.id ?? '';
  expect((await say({ ...family, childId })).status).toBe(200);
  return { ...family, childId };
}

type Known = Family & { childId: string };
const pathOf = ({ id, childId }: Known) => `/api/reservations/${id}/participants/${childId}/authorization`;
const say = (known: Known, body: object = { withoutParents: true }, { token } = known.payer) =>
  call(app, 'PUT', pathOf(known), { token, body });
async function send(known: Known, content = pdf(), { token } = known.payer) {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(content)], 'assinada.pdf', { type: 'application/pdf' }));
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${app.url}${pathOf(known)}/file`, { method: 'PUT', body, headers });
  return { status: response.status, body: await response.json() };
}
const open = async ({ trip, childId }: Known, { token }: Person) =>
  fetch(`${app.url}/api/trips/${trip.id}/boarding/people/${childId}/authorization`, {
    headers: { authorization: `Bearer ${token}` },
  });
async function read(known: Known) {
  const { body } = await call(app, 'GET', `/api/reservations/${known.id}`, { token: known.payer.token });
  return participantIn(body, known.children[0]).authorization;
}
async function atBoarding({ trip, childId }: Known) {
  const { body } = await call(app, 'GET', `/api/trips/${trip.id}/boarding`, { token: staff.token });
  return body.people.find(({ id }: { id: string }) => id === childId).authorization;
}
/** Files of this test's authorisations. */
async function stored(): Promise<string[]> {
  return (await readdir(join(app.app.deps.config.dataDir, 'files', 'authorizations')).catch(() => [])).sort();
}
async function idOf({ childId }: Known): Promise<string | undefined> {
  const query = app.db.selectFrom('travel_authorizations').select('id').where('participant_id', '=', childId);
  return (await query.where('ended_at', 'is', null).executeTakeFirst())?.id;
}
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('somebody under 16 who travels without a parent', () => {
  it('lacks an authorisation from when the payer says so, on the reservation, the list and at the boarding', async () => {
    const known = await withChild();
    const lacking = { hasFile: false, validUntil: null, isValid: false };
    expect(await read(known)).toEqual(lacking);
    expect(await atBoarding(known)).toEqual(lacking);
    const list = await call(app, 'GET', `/api/trips/${known.trip.id}/passengers`, { token: staff.token });
    const listed = list.body.data.find(({ id }: { id: string }) => id === known.childId);
    expect(listed.authorization).toEqual(lacking);
    const manifest = await call(app, 'GET', `/api/trips/${known.trip.id}/road-list`, { token: staff.token });
    expect(manifest.body.unauthorized).toEqual([{ participantId: known.childId, name: child.name }]);
    expect((await say(known, { withoutParents: false })).status).toBe(200);
    expect(await read(known)).toBeNull();
  });

  it('is younger than 16 on the day of departure, and the birth date is known', async () => {
    const known = await withChild();
    await changeParticipant(app, known, known.adults[0], { birthdate: bornFor(known.trip, 16) });
    for (const birthdate of [bornFor(known.trip, 16), null]) {
      await changeParticipant(app, known, known.adults[0], { birthdate });
      const grown = await say({ ...known, childId: known.adults[0]?.id ?? '' });
      expect(grown).toMatchObject({ status: 409, body: { code: 'AUTHORIZATION_NOT_NEEDED' } });
    }
  });

  it('has an authorisation that is valid for two years, unless it names a day', async () => {
    const known = await withChild();
    const { status, body } = await send(known);
    expect(status).toBe(200);
    const { hasFile, isValid, validUntil } = participantIn(body, known.children[0]).authorization;
    expect([hasFile, isValid]).toEqual([true, true]);
    expect(Math.abs(Date.parse(validUntil) - Date.now()) / DAY_MS).toBeGreaterThan(728);
    expect(Math.abs(Date.parse(validUntil) - Date.now()) / DAY_MS).toBeLessThan(733);
    await say(known, { withoutParents: true, validUntil: dayIn(90) });
    expect(await read(known)).toMatchObject({ validUntil: dayIn(90), isValid: true });
  });

  it('is without one that ends before the return', async () => {
    const known = await withChild();
    await say(known, { withoutParents: true, validUntil: dayIn(5) });
    await send(known);
    expect(await read(known)).toEqual({ hasFile: true, validUntil: dayIn(5), isValid: false });
    expect((await atBoarding(known)).isValid).toBe(false);
  });

  it('takes nothing along to another person who travels instead', async () => {
    const known = await withChild();
    await send(known);
    await changeParticipant(app, known, known.children[0], {
      replaces: true,
      name: 'Theo Prado',
      birthdate: bornFor(known.trip, 9),
    });
    expect(await read(known)).toBeNull();
    expect((await open(known, staff)).status).toBe(404);
  });
});

describe('the signed authorisation', () => {
  it('is opened by staff who may see documents, and each opening is audited', async () => {
    const known = await withChild();
    const content = pdf();
    await send(known, content);
    const opened = await open(known, staff);
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename="autorizacao-[A-Z0-9]{6}\.pdf"$/);
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(content);
    await open(known, staff);
    const entries = (await entriesOf(app, known.id)).filter(({ action }) => action.endsWith('authorization_opened'));
    expect(entries.map(({ actor_id, changes }) => [actor_id, changes])).toEqual(
      Array(2).fill([staff.id, { participant: [null, child.name] }]),
    );
    const blind = await createPerson(app, 'OPERATOR', { permissions: ['see_money'] });
    for (const reader of [blind, known.payer, await createPerson(app)])
      expect((await open(known, reader)).status).toBe(403);
  });

  it('is opened by the guide of that trip, with an account or by a link, and by no other guide', async () => {
    const [known, other] = [await withChild(), await withChild()];
    for (const one of [known, other]) {
      await send(one);
      await departIn(app, one.trip.id, 1);
    }
    const guide = await createPerson(app, 'GUIDE');
    await call(app, 'PUT', `/api/trips/${known.trip.id}/crew`, { token: staff.token, body: crewOfGuides([guide.id]) });
    expect([(await open(known, guide)).status, (await open(other, guide)).status]).toEqual([200, 404]);

    const links = `/api/trips/${known.trip.id}/guide-links`;
    const { body: link } = await call(app, 'POST', links, { token: staff.token, body: { name: 'Júlia Guia' } });
    const pin = { token: link.url.split('#')[1], pin: link.pin };
    const { session } = (await call(app, 'POST', '/api/guide/session', { body: pin })).body;
    const asGuide = (participantId: string, by = session) =>
      fetch(`${app.url}/api/guide/boarding/authorization`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ session: by, participantId }),
      });
    expect((await asGuide(known.childId)).status).toBe(200);
    expect((await asGuide(other.childId)).status).toBe(404);
    expect((await asGuide(known.childId, 'A'.repeat(43))).status).toBe(404);
    const entries = (await entriesOf(app, known.id)).filter(({ action }) => action.endsWith('authorization_opened'));
    expect(entries.map(({ actor_name }) => actor_name)).toEqual([expect.any(String), expect.stringContaining('Júlia')]);
  });

  it('is a picture or a PDF, sent by the payer or staff', async () => {
    const known = await withChild();
    for (const content of [Buffer.from('<script>alert(1)</script>'), Buffer.alloc(11 * 1024 * 1024)])
      expect((await send(known, content)).status).toBeOneOf([400, 413]);
    expect((await send(known, pdf(), await createPerson(app))).status).toBe(404);
    expect(await read(known)).toMatchObject({ hasFile: false });
    expect((await send(known, pdf(), staff)).status).toBe(200);
  });

  it('is sent and printed by the payer’s link, which is asked for the telephone before it prints', async () => {
    const known = await withChild();
    await app.db.updateTable('users').set({ contact: '+5535987650123' }).where('id', '=', known.payer.id).execute();
    const token = await linkForPayer(app, known);
    const form = new FormData();
    form.set('token', token);
    form.set('participantId', known.childId);
    form.set('file', new File([new Uint8Array(pdf())], 'a.pdf'));
    const sent = await fetch(`${app.url}/api/reservation-links/authorization-file`, { method: 'POST', body: form });
    expect(sent.status).toBe(200);
    expect(await read(known)).toMatchObject({ hasFile: true, isValid: true });
    const print = (more: object) =>
      fetch(`${app.url}/api/reservation-links/authorization-form`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, participantId: known.childId, ...more }),
      });
    expect((await print({})).status).toBe(409);
    const printed = await print({ phoneDigits: '0123' });
    expect(printed.headers.get('content-type')).toBe('application/pdf');
    expect(await printed.text()).toMatch(/^%PDF-/);
  });

  it('is printed with what is known of child, adult and trip, and documents only for staff who may see them', async () => {
    const known = await withChild();
    await changeParticipant(app, known, known.adults[0], { name: 'Ana Lima de Souza', birthdate: '1988-07-21' });
    await changeParticipant(app, known, known.children[0], { companionId: known.adults[0]?.id });
    await say(known, { withoutParents: true, validUntil: '2027-03-31' });
    const key = { reservationId: known.id, participantId: known.childId };
    const form = await readForm(app.db, { id: known.payer.id, role: 'CLIENT', name: '' }, key);
    expect(form).toMatchObject({
      child: { name: child.name, document: 'RG MG-55.443.322 SSP/MG' },
      adult: expect.stringContaining('Ana Lima de Souza'),
      validUntil: '31/03/2027',
    });
    const blind = await readForm(app.db, { id: staff.id, role: 'OPERATOR', name: '', permissions: [] }, key);
    expect(blind.child.document).toBe('RG •••322 SSP/MG');
  });
});

describe('what is kept of an authorisation', () => {
  it('goes at night once it was replaced, and with the lists of its trip', async () => {
    const [known, old] = [await withChild(), await withChild()];
    await send(known);
    const first = await idOf(known);
    await send(known);
    await send(old);
    const [second, third] = [await idOf(known), await idOf(old)];
    expect(await stored()).toEqual(expect.arrayContaining([first, second, third]));
    await departIn(app, old.trip.id, -24 * 120);
    await deleteOldAuthorizations(app.db, app.app.deps.storage);
    const left = await stored();
    expect([first, second, third].map((id) => left.includes(id ?? ''))).toEqual([false, true, false]);
    expect(await idOf(old)).toBeUndefined();
  });

  it('is in the copy of the payer’s data, and goes with the payer', async () => {
    const known = await withChild();
    const content = pdf('assinatura da mãe');
    await send(known, content);
    const file = await idOf(known);
    const id = randomUUID();
    const asked = { id, user_id: known.payer.id, with_health: false, requested_by: known.payer.id };
    await app.db.insertInto('data_exports').values(asked).execute();
    const { storage } = app.app.deps;
    await buildExport({ db: app.db, storage, jobs: app.jobs }, { exportId: id });
    const copy = await storage.read(`exports/${id}/data.zip`);
    const zip = await fromBufferPromise(await buffer(copy ?? Readable.from([])));
    const found: string[] = [];
    for await (const entry of zip.eachEntry())
      if (entry.fileName.startsWith('autorizacoes/')) found.push(await text(await zip.openReadStreamPromise(entry)));
    expect(found).toEqual([content.toString()]);

    await departIn(app, known.trip.id, -72);
    const over = { state: 'cancelled', cancelled_at: new Date() } as const;
    await app.db.updateTable('reservations').set(over).where('id', '=', known.id).execute();
    const admin = await createPerson(app, 'ADMIN');
    const erased = await call(app, 'POST', `/api/users/${known.payer.id}/erasure`, { token: admin.token });
    expect(erased).toMatchObject({ status: 200 });
    expect(await idOf(known)).toBeUndefined();
    await startQueues(
      queueWork.filter(({ queue }) => queue.name === 'erasures'),
      { ...app.app.deps, jobs: app.jobs } as never,
    );
    await expect.poll(stored).not.toContain(file);
  });
});
