import { suggestedContract } from '@passeio/contract/contracts/travel-contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, type FamilyTrip, placesTaken } from '../../../../test/parties.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';
import { reservationFiles } from '../voucher/export-voucher.ts';

const HOSTILE = '<img src=x onerror=alert(1)> {cpf} {{7*7}}';
const TEXT = 'Contrato de {operador} com {cliente}, CPF {cpf}.\n\n{participantes} por {valor} em {passeio}.';

let app: TestApp;
let staff: Person;
let admin: Person;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  admin = await createPerson(app, 'ADMIN');
  trip = await createFamilyTrip(app, { capacity: 300 });
  await app.db.updateTable('operator').set({ cnpj: '11222333000181' }).execute();
  expect((await write(TEXT)).status).toBe(200);
});
afterAll(() => app.close());

const write = (text: unknown, by = admin) =>
  call(app, 'PUT', '/api/settings/contract', { token: by.token, body: { text } });
const ofTrip = (tripId: string, body: object, by = admin) =>
  call(app, 'PUT', `/api/trips/${tripId}/contract`, { token: by.token, body });
const enrol = (payer: Person, body: object = {}, of = trip) =>
  call(app, 'POST', `/api/trips/enrrol/${of.id}`, {
    token: payer.token,
    body: { party: [{ fareId: of.fares.adult, count: 2 }], acceptedPolicy: true, ...body },
  });
const read = (id: string, by: Person) => call(app, 'GET', `/api/reservations/${id}/contract`, { token: by.token });
const accept = (id: string, by: Person, shown: string, at = app) =>
  call(at, 'POST', `/api/reservations/${id}/contract`, { token: by.token, body: { shown } });
const acceptances = (id: string) =>
  app.db.selectFrom('contract_acceptances').selectAll().where('reservation_id', '=', id).execute();

async function pdfOf(id: string, by: Person) {
  const response = await fetch(`${app.url}/api/reservations/${id}/contract/export`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  if (!response.ok) return { status: response.status, text: '', headers: response.headers };
  return { status: 200, headers: response.headers, text: await textOf(new Uint8Array(await response.arrayBuffer())) };
}

async function textOf(content: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(content), { mergePages: true });
  return text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ');
}

/** A reservation that staff made, whose contract waits to be accepted. */
async function bookedByStaff(): Promise<{ id: string; payer: Person }> {
  const quiet = await createFamilyTrip(app);
  await ofTrip(quiet.id, { kind: 'none', text: '' });
  const family = await createFamily(app, { adult: 2 }, { trip: quiet });
  await ofTrip(quiet.id, { kind: 'operator', text: '' });
  return family;
}

describe('a client who reserves', () => {
  it('reads the contract filled in, accepts exactly that, and has it as it was whatever changes later', async () => {
    const payer = await createPerson(app);
    const asked = await enrol(payer);
    expect(asked).toMatchObject({ status: 409, body: { code: 'CONTRACT_TO_ACCEPT' } });
    const { text, shown } = asked.body.contract;
    expect(text).toMatch(/CPF \d{3}\.\d{3}\.\d{3}-\d{2}\.\n\n2\s×\sAdulto por R\$\s378,00 em Cânions de Furnas\.$/);
    const { status, body } = await enrol(payer, { contract: shown });
    expect(status).toBe(201);
    expect(await acceptances(body.id)).toMatchObject([{ channel: 'account', user_id: payer.id, address: '127.0.0.1' }]);

    await app.db.updateTable('users').set({ name: 'Outro Nome' }).where('id', '=', payer.id).execute();
    await write('Outro texto para {cliente}.');
    const { contract } = (await read(body.id, payer)).body;
    await write(TEXT);
    expect(contract).toMatchObject({ text, accepted: { text: expect.stringMatching(/^Aceito em .*, pela conta\.$/) } });
    const pdf = await pdfOf(body.id, payer);
    expect(pdf.text).toContain('2 × Adulto por R$ 378,00 em Cânions de Furnas.');
    expect(pdf.text).toMatch(
      /Aceito por Pessoa .*, pela conta Em \d\d\/\d\d\/\d{4} às \d\d:\d\d \(horário de Brasília\)/,
    );
    expect(pdf.text).toMatch(/Endereço na internet: 127\.0\.0\.1 Versão do texto: [0-9a-f]{16}/);
    expect(pdf.headers.get('content-disposition')).toBe(`attachment; filename="contrato-${body.code}.pdf"`);
  });

  it('is asked again, and takes no place, when the text, the trip or the party is another one by now', async () => {
    const payer = await createPerson(app);
    const first = (await enrol(payer)).body.contract;
    const taken = await placesTaken(app, trip.id);
    await write(`${TEXT}\n\nMais uma regra.`);
    const again = await enrol(payer, { contract: first.shown });
    await write(TEXT);
    expect(again.body).toMatchObject({ code: 'CONTRACT_TO_ACCEPT' });
    expect(again.body.contract.text).toContain('Mais uma regra.');
    const party = [{ fareId: trip.fares.adult, count: 3 }];
    expect((await enrol(payer, { contract: first.shown, party })).body.code).toBe('CONTRACT_TO_ACCEPT');
    for (const contract of ['a'.repeat(63), 'A'.repeat(64), 'x'.repeat(65), 7, {}]) {
      expect((await enrol(payer, { contract })).status).toBe(400);
    }
    expect(await placesTaken(app, trip.id)).toBe(taken);
    expect((await enrol(payer, { contract: first.shown })).status).toBe(201);
  });

  it('has a name that is text, not markup and not a field', async () => {
    const payer = await createPerson(app);
    await app.db.updateTable('users').set({ name: HOSTILE }).where('id', '=', payer.id).execute();
    const { text, shown } = (await enrol(payer)).body.contract;
    expect(text).toContain(`com ${HOSTILE}, CPF`);
    const { body } = await enrol(payer, { contract: shown });
    expect((await pdfOf(body.id, payer)).text).toContain(`com ${HOSTILE}, CPF`);
  });

  it('reserves in a trip without a contract as before, and in one with its own terms by those', async () => {
    const [without, own] = [await createFamilyTrip(app), await createFamilyTrip(app)];
    await ofTrip(without.id, { kind: 'none', text: 'ignorado' });
    await ofTrip(own.id, { kind: 'own', text: 'Trilha difícil, {cliente}.' }, await editor());
    const payer = await createPerson(app);
    const plain = await enrol(payer, {}, without);
    expect(plain.status).toBe(201);
    expect((await read(plain.body.id, payer)).body).toEqual({ contract: null });
    expect((await accept(plain.body.id, payer, 'a'.repeat(64))).body.code).toBe('CONTRACT_ABSENT');
    expect((await pdfOf(plain.body.id, payer)).status).toBe(409);
    expect((await enrol(payer, {}, own)).body.contract.text).toMatch(/^Trilha difícil, Pessoa/);
  });
});

async function editor(): Promise<Person> {
  return createPerson(app, 'OPERATOR', { permissions: ['edit_trips'] });
}

describe('a guest', () => {
  it('accepts the contract with the reservation, and no CPF is read by the link', async () => {
    const guest = { name: 'Tiago Reis', contact: '+5535991230001' };
    const body = { party: [{ fareId: trip.fares.adult, count: 1 }], acceptedPolicy: true, guest };
    const reserve = (more: object) =>
      call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { ...body, ...more },
      });
    const asked = await reserve({});
    expect(asked).toMatchObject({ status: 409, body: { code: 'CONTRACT_TO_ACCEPT' } });
    expect(asked.body.contract.text).toContain('com Tiago Reis, CPF não informado.');
    const people = await app.db.selectFrom('users').select('id').where('contact', '=', guest.contact).execute();
    expect(people).toEqual([]);
    const made = await reserve({ contract: asked.body.contract.shown });
    expect(made.status).toBe(201);
    expect(await acceptances(made.body.id)).toMatchObject([{ channel: 'link', accepted_by: 'Tiago Reis' }]);
  });
});

describe('a reservation that somebody else made', () => {
  it('waits for its payer, who accepts it once', async () => {
    const { id, payer } = await bookedByStaff();
    const { contract } = (await read(id, payer)).body;
    expect(contract).toMatchObject({ accepted: null });
    const stranger = await createPerson(app);
    expect((await accept(id, stranger, contract.shown)).body.code).toBe('RESERVATION_NOT_FOUND');
    expect((await accept(id, payer, contract.shown)).body.contract.accepted).not.toBeNull();
    expect((await accept(id, payer, contract.shown)).status).toBe(200);
  });

  /** How many of some acceptances at once failed or were recorded again. */
  async function race(at: TestApp): Promise<number> {
    const haveText = (text: string) => at.db.updateTable('operator').set({ contract_text: text }).execute();
    await haveText('');
    const { id, payer } = await createFamily(at, { adult: 2 });
    await haveText(TEXT);
    const path = `/api/reservations/${id}/contract`;
    const { contract } = (await call(at, 'GET', path, { token: payer.token })).body;
    const body = { shown: contract.shown };
    const press = () => call(at, 'POST', path, { token: payer.token, body });
    const answers = await Promise.all([press(), press(), press(), press()]);
    const audit = at.db.selectFrom('audit_entries').select('id').where('subject_id', '=', id);
    const entries = await audit.where('action', '=', 'reservation.contract_accepted').execute();
    return answers.filter(({ status }) => status !== 200).length + entries.length - 1;
  }

  it('is accepted once by four presses at once', async () => {
    for (let turn = 0; turn < 4; turn += 1) expect(await race(app)).toBe(0);
  });

  it('is not without row locks: the race is real', async () => {
    const unguarded = await buildTestApp({ connections: 16, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
    try {
      let wrong = 0;
      // On a busy machine the answers seldom meet.
      for (let tries = 0; wrong === 0 && tries < 10; tries += 1) wrong = await race(unguarded);
      expect(wrong).toBeGreaterThan(0);
    } finally {
      await unguarded.close();
    }
  });

  it('says who recorded what was accepted by telephone, and hides the CPF from staff who may not see it', async () => {
    const { id, payer } = await bookedByStaff();
    const colleague = await createPerson(app, 'OPERATOR', { permissions: [] });
    const { contract } = (await read(id, colleague)).body;
    expect(contract.text).toContain('por R$ •••');
    expect(contract.text).not.toMatch(/\d{3}\.\d{3}\.\d{3}-\d{2}/);
    expect((await accept(id, colleague, contract.shown)).status).toBe(200);
    expect((await acceptances(id))[0]).toMatchObject({ channel: 'phone', user_id: colleague.id });
    const pdf = await pdfOf(id, payer);
    expect(pdf.text).toMatch(/Aceito por Pessoa .* por telefone, registrado por Pessoa/);
    expect(pdf.text).toMatch(/CPF \d{3}\.\d{3}\.\d{3}-\d{2}/);
    expect((await pdfOf(id, colleague)).text).toMatch(/CPF •••.* por R\$ •••/);
  });

  it('has its contract among the files of the voucher once it was accepted', async () => {
    const { id, payer } = await bookedByStaff();
    await app.db
      .updateTable('reservations')
      .set({ state: 'booked', hold_expires_at: null })
      .where('id', '=', id)
      .execute();
    const { storage } = app.app.deps;
    const { voucher } = reservationFiles({ db: app.db, storage, publicUrl: 'https://passeio.example' });
    expect((await voucher({ reservationId: id })).map(({ filename }) => filename)).toHaveLength(2);
    await accept(id, payer, (await read(id, payer)).body.contract.shown);
    const files = await voucher({ reservationId: id });
    const contract = files.find(({ filename }) => filename.startsWith('contrato-'));
    expect(await textOf(new Uint8Array(contract?.content as Buffer))).toContain('por R$ 378,00');
  });
});

describe('the text', () => {
  it('has only fields that exist, is not too long and is changed by administrators', async () => {
    const refused = await write('Vai {cliente} com {senha}.');
    expect(refused.body.fields).toEqual({ text: 'O campo {senha} não existe no contrato.' });
    expect((await write('x'.repeat(20_001))).status).toBe(400);
    expect((await write('a\u0000b')).status).toBe(400);
    expect((await write(TEXT, staff)).status).toBe(403);
    expect((await ofTrip(trip.id, { kind: 'own', text: '' })).body.fields).toEqual({
      text: 'Escreva os termos deste passeio.',
    });
    expect((await write(suggestedContract)).status).toBe(200);
    const payer = await createPerson(app);
    const { text } = (await enrol(payer)).body.contract;
    expect(text).not.toMatch(/[{}]/);
    expect(text).toContain('CNPJ 11.222.333/0001-81.');
    await write(TEXT);
  });

  it('stays with the copies of its trip', async () => {
    const own = await createFamilyTrip(app);
    await ofTrip(own.id, { kind: 'own', text: 'Só aqui.' });
    const body = { dates: ['2033-05-01'], acceptsOverlap: false, isAnotherTrip: false };
    const copied = await call(app, 'POST', `/api/trips/${own.id}/copies`, { token: admin.token, body });
    expect(copied.status).toBe(201);
    const [{ id }] = copied.body.data;
    const { body: contract } = await call(app, 'GET', `/api/trips/${id}/contract`, { token: admin.token });
    expect(contract).toEqual({ kind: 'own', text: 'Só aqui.' });
  });

  it('and its acceptance cannot be changed or deleted in the database', async () => {
    const { id, payer } = await bookedByStaff();
    await accept(id, payer, (await read(id, payer)).body.contract.shown);
    const final = /are not deleted/;
    await expect(app.db.updateTable('contract_acceptances').set({ address: 'x' }).execute()).rejects.toThrow(final);
    await expect(app.db.deleteFrom('contract_acceptances').execute()).rejects.toThrow(final);
    await expect(app.db.updateTable('contract_texts').set({ text: 'x' }).execute()).rejects.toThrow(final);
    await expect(app.db.deleteFrom('contract_texts').execute()).rejects.toThrow(final);
  });
});
