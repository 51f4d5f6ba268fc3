import type { SearchResults } from '@passeio/contract/staff/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { ana, changeParticipant, createFamily, departIn } from '../../../test/parties.ts';
import { createReservation } from '../../../test/reservations.ts';

const SIX = 6;

let app: TestApp;
let admin: Person;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const ask = (q: string, { token }: { token?: string } = operator) =>
  call(app, 'GET', `/api/search?${new URLSearchParams({ q })}`, { token });
async function search(q: string, caller?: { token: string }): Promise<SearchResults> {
  const { status, body } = await ask(q, caller);
  expect(status, q).toBe(200);
  return body;
}
const codesFor = async (q: string) => (await search(q)).reservations.data.map(({ code }) => code);
const rename = (id: string, data: { name?: string; contact?: string; email?: string }) =>
  app.db.updateTable('users').set(data).where('id', '=', id).execute();

async function reserve(tripId: string, person?: { id: string }): Promise<{ id: string; code: string; payer: string }> {
  const id = await createReservation(app, admin, tripId, person && { person });
  const { code, user_id } = await app.db
    .selectFrom('reservations')
    .select(['code', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, code, payer: user_id };
}

describe('reservations', () => {
  it('are found by code, however it is written', async () => {
    const trip = await createTrip(app, { title: 'Trem da Serra' });
    const { id, code, payer } = await reserve(trip.id);
    await rename(payer, { name: 'Tiago Quevedo' });
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    for (const q of [code, code.toLowerCase(), spaced, ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} `]) {
      expect((await search(q)).reservations, q).toMatchObject({
        data: [
          {
            id,
            code,
            payer: 'Tiago Quevedo',
            passenger: null,
            trip: { title: 'Trem da Serra', date: expect.stringMatching(/Z$/) },
            status: { key: 'deposit_due', label: 'Aguardando pagamento do sinal', tone: 'waiting' },
          },
        ],
        more: false,
      });
    }
    expect(await codesFor(code.slice(0, 5))).toEqual([]);
  });

  it('are found by words of the payer in any order, without accents, and by e-mail, CPF and telephone', async () => {
    const { id: tripId } = await createTrip(app);
    const payer = await createPerson(app);
    await rename(payer.id, { name: 'Zélia da Conceição Brandão', contact: '+5548987651234' });
    const { code } = await reserve(tripId, payer);
    const masked = payer.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
    const names = ['zelia', 'ZÉLIA', 'brandao conc', 'conceição zé', 'zelia 8765'];
    const numbers = [
      payer.cpf,
      masked,
      masked.slice(8),
      payer.cpf.slice(6),
      '(48) 98765-1234',
      '+55 48 98765',
      '(048) 98765-1234',
      '0055 48 8765-1234',
      '8765 1234',
    ];
    for (const q of [...names, ...numbers, payer.email, payer.email.toUpperCase(), payer.email.slice(2)]) {
      expect(await codesFor(q), q).toContain(code);
    }
    for (const q of ['zelia souza', '876', '48', 'élia  ninguém']) expect(await codesFor(q), q).not.toContain(code);
  });

  it('are found by their passengers, with and without an account, who are named', async () => {
    const family = await createFamily(app, { adult: 3 });
    const [, second, third] = family.adults;
    await changeParticipant(app, family, second, { ...ana, name: 'Iracema Quaresma', contact: '(31) 97654-3210' });
    const relative = await createPerson(app);
    await app.db
      .updateTable('participants')
      .set({ user_id: relative.id, name: 'Úrsula Xisto' })
      .where('id', '=', third?.id ?? '')
      .execute();
    await rename(relative.id, { name: 'Úrsula Xisto' });
    const { code, id } = family.reservation;
    for (const [q, passenger] of [
      ['quaresma irac', 'Iracema Quaresma'],
      ['97654-3210', 'Iracema Quaresma'],
      ['ursula xisto', 'Úrsula Xisto'],
      [relative.email, 'Úrsula Xisto'],
    ] as const) {
      expect((await search(q)).reservations.data, q).toMatchObject([{ id, code, passenger }]);
    }
    // The payer's own data find the reservation, not a passenger of it.
    expect((await search(family.payer.email)).reservations.data).toMatchObject([{ id, passenger: null }]);

    await app.db
      .updateTable('participants')
      .set({ name: '', contact: null })
      .where('id', '=', second?.id ?? '')
      .execute();
    expect(await codesFor('quaresma')).toEqual([]);
  });

  it('are not found by a passenger who was removed', async () => {
    const family = await createFamily(app, { adult: 2 });
    await changeParticipant(app, family, family.adults[1], { ...ana, name: 'Olímpia Removida' });
    expect(await codesFor('olimpia removida')).toHaveLength(1);
    const path = `/api/reservations/${family.id}/participants/${family.adults[1]?.id}`;
    expect((await call(app, 'DELETE', path, { ...family.payer, body: {} })).status).toBe(200);
    expect(await codesFor('olimpia removida')).toEqual([]);
  });

  it('come in the order of their code, CPF or telephone, trip to come, and name', async () => {
    const [past, later, sooner] = [await createTrip(app), await createTrip(app), await createTrip(app)];
    const of = async (tripId: string, name: string) => {
      const made = await reserve(tripId);
      await rename(made.payer, { name });
      return made;
    };
    const before = await of(past.id, 'Ximenes Antigo');
    const end = await of(sooner.id, 'Rui Ximenes');
    const begin = await of(later.id, 'Ximenes Novo');
    const both = await of(sooner.id, 'Ximenes Logo');
    await departIn(app, past.id, -48);
    await departIn(app, sooner.id, 48);
    await departIn(app, later.id, 96);
    expect(await codesFor('ximenes')).toEqual([both.code, begin.code, end.code, before.code]);

    // An ended reservation comes after the others of its trip.
    const path = `/api/reservations/${both.id}/cancellation`;
    expect((await call(app, 'POST', path, { ...admin, body: { reason: 'Adoeceu' } })).status).toBe(200);
    expect(await codesFor('ximenes')).toEqual([begin.code, both.code, end.code, before.code]);

    await rename(begin.payer, { contact: '+5535977712345' });
    await rename(before.payer, { contact: '+553597771234' });
    expect(await codesFor('3597771234')).toEqual([before.code, begin.code]);

    // Somebody whose name is the code of a past reservation.
    await app.db.updateTable('reservations').set({ code: 'LOBATO' }).where('id', '=', before.id).execute();
    await rename(begin.payer, { name: 'Lobato Ximenes' });
    expect(await codesFor('lobato')).toEqual(['LOBATO', begin.code]);
  });

  it('are six at most, and it is said that there are others', async () => {
    const trip = await createTrip(app);
    for (let count = 0; count < SIX; count += 1)
      await rename((await reserve(trip.id)).payer, { name: `Sétimo Selado` });
    expect((await search('setimo')).reservations.more).toBe(false);
    await rename((await reserve(trip.id)).payer, { name: 'Sétimo Selado' });
    const { reservations, people } = await search('setimo');
    expect(reservations).toMatchObject({ data: { length: SIX }, more: true });
    expect(people).toMatchObject({ data: { length: SIX }, more: true });
  });

  it('of the next trips come first also where very many people have the name', async () => {
    const past = await createTrip(app, { capacity: 1_000 });
    const next = await createFamily(app, { adult: 2 });
    await changeParticipant(app, next, next.adults[1], { ...ana, name: 'Fulana Próxima' });
    const soon = await reserve((await createTrip(app)).id);
    await rename(soon.payer, { name: 'Beltrana Fulana' });
    await app.pool.query(
      `insert into users (id, name, contact)
       select gen_random_uuid(), 'Fulana Antiga ' || n, '+5535999990000' from generate_series(1, 600) n`,
    );
    const first = await app.db
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'Fulana Antiga 1')
      .executeTakeFirst();
    const before = await reserve(past.id, first);
    await departIn(app, past.id, -48);
    const { reservations } = await search('fulana');
    expect(reservations.data.map(({ code }) => code)).toEqual([next.reservation.code, soon.code, before.code]);
    expect(reservations.data[0]).toMatchObject({ passenger: 'Fulana Próxima' });
    expect(reservations.more).toBe(true);
  });
});

describe('people', () => {
  it('are found as in the list of people, their CPF masked, with the reservation of their next trip', async () => {
    const person = await createPerson(app);
    await rename(person.id, { name: 'Quitéria Figueiredo' });
    const [past, next] = [await createTrip(app), await createTrip(app)];
    await reserve(past.id, person);
    const { id } = await reserve(next.id, person);
    await departIn(app, past.id, -48);
    const expected = {
      id: person.id,
      name: 'Quitéria Figueiredo',
      contact: '+5535999990000',
      email: person.email,
      maskedCpf: `•••.•••.${person.cpf.slice(6, 9)}-${person.cpf.slice(9)}`,
      reservationId: id,
    };
    for (const caller of [admin, operator]) {
      expect((await search('figueiredo', caller)).people).toEqual({ data: [expected], more: false });
      expect(JSON.stringify(await search(person.cpf, caller))).not.toContain(person.cpf);
    }
  });

  it('without a reservation are found by administrators, who have a page of them, and not by operators', async () => {
    const guest = await createGuestPerson(app, { name: 'Nair Semreserva' });
    expect((await search('semreserva', admin)).people.data).toMatchObject([{ id: guest.id, reservationId: null }]);
    expect((await search('semreserva', operator)).people.data).toEqual([]);
  });

  it('come first whose whole e-mail it is, however many others contain it', async () => {
    const owner = await createPerson(app);
    await rename(owner.id, { name: 'Zulmira Última', email: 'a@correio.example' });
    await app.pool.query(
      `insert into users (id, name, contact, email)
       select gen_random_uuid(), 'Aaron ' || n, '+5535999990000', 'n' || n || 'a@correio.example'
       from generate_series(1, 20) n`,
    );
    expect((await search('A@correio.example', admin)).people).toMatchObject({ data: [{ id: owner.id }], more: false });
    expect((await search('a@correio.exampl', admin)).people).toMatchObject({ data: { length: SIX }, more: true });
  });
});

describe('trips', () => {
  it('are found by words of title and summary, to come before past, then by title and departure', async () => {
    const made: Record<string, string> = {};
    for (const [name, title, hours] of [
      ['past', 'Mirante do Ipê', -48],
      ['later', 'Mirante do Ipê', 96],
      ['sooner', 'Mirante do Ipê', 48],
      ['other', 'Trilha do mirante', 24],
    ] as const) {
      const { id } = await createTrip(app, { title, summary: 'Subida ao ipê-amarelo' });
      await departIn(app, id, hours);
      made[name] = id;
    }
    const { trips } = await search('MIRANTE');
    expect(trips.data.map(({ id }) => id)).toEqual([made.sooner, made.later, made.other, made.past]);
    expect(trips.data[0]).toEqual({
      id: made.sooner,
      title: 'Mirante do Ipê',
      date: expect.any(String),
      capacity: 20,
      placesTaken: 0,
      situation: 'open',
    });
    expect((await search('amarelo ipe mirante')).trips.data).toHaveLength(4);
    expect((await search('ipê mirante praia')).trips).toEqual({ data: [], more: false });
  });
});

describe('a search', () => {
  it('is for staff', async () => {
    const client = await createPerson(app);
    expect((await ask('quem', client)).status).toBe(403);
    expect((await ask('quem', {})).status).toBe(401);
    expect((await ask('quem', admin)).status).toBe(200);
  });

  it.each([
    '%%',
    '__',
    '\\\\',
    "''",
    '--',
    '..',
    '()',
    '😀😀',
    '% %',
    "a' or 'a'='a",
    '_____',
    '0x00',
    '-- -',
    '@@',
    '٣٣٣٣',
  ])('takes %j as it is', async (q) => {
    const nothing = { data: [], more: false };
    expect(await search(q)).toEqual({ reservations: nothing, people: nothing, trips: nothing });
  });

  it.each(['', 'a', ' a ', 'a'.repeat(81), 'a\u0000b', 'a\nb'])('refuses %j', async (q) => {
    const { status, body } = await ask(q);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^Busca: /);
  });

  it('refuses another text beside it, and fields that it does not know', async () => {
    expect((await call(app, 'GET', '/api/search?q=ana&q=bia', operator)).status).toBe(400);
    expect((await call(app, 'GET', '/api/search?q=ana&role=ADMIN', operator)).status).toBe(400);
    expect((await call(app, 'GET', '/api/search', operator)).status).toBe(400);
  });

  it('takes a long text of many words', async () => {
    await search('a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n');
    await search('á'.repeat(80));
  });
});
