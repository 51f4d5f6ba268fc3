import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamilyTrip } from '../../../../test/parties.ts';
import { answerOf } from './answer-first.ts';

const ORIGIN = 'https://rota.example';

let app: TestApp;
let admin: Person;
let seriesId: string;
let boardingPoint: string;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  const { id } = await createFamilyTrip(app, { title: 'Capitólio: cânions de Furnas', capacity: 12 });
  await createFamilyTrip(app, { title: 'Aparecida em romaria' });
  const trip = await app.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  seriesId = trip.series_id;
  boardingPoint = trip.boarding_points[0]?.place ?? '';
});
afterAll(() => app.close());
afterEach(async () => {
  await app.db.deleteFrom('chat_sentences').execute();
});

const ask = (text: string) => answerOf(app.db, ORIGIN, text);
const list = ({ token }: Person = admin) => call(app, 'GET', '/api/conversations/sentences', { token });
const teach = (sentence: string, reading = 'departures', more: { seriesId?: string | null; by?: Person } = {}) =>
  call(app, 'POST', '/api/conversations/sentences', {
    token: (more.by ?? admin).token,
    body: { sentence, reading, seriesId: more.seriesId ?? null },
  });
const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('a sentence that staff taught', () => {
  it('is answered as the question that it means, about its trip or all of them', async () => {
    expect(await ask('qual a boa?')).toBeUndefined();
    await teach('Qual a boa?');
    await teach('manda a fita do paraíso', 'boarding', { seriesId });
    const all = await ask('qual a boa');
    expect(all).toContain('*Capitólio: cânions de Furnas*');
    expect(all).toContain('*Aparecida em romaria*');
    const one = await ask('Manda a FITA do paraiso!!');
    expect(one).toContain('*Capitólio: cânions de Furnas*');
    expect(one).not.toContain('Aparecida');
    expect(one).toContain(boardingPoint);
  });

  it('for a person is answered by nobody else, though the product reads it', async () => {
    expect(await ask('quanto custa capitólio?')).toBeDefined();
    await teach('Quanto custa Capitólio', 'person');
    expect(await ask('quanto custa capitólio?')).toBeUndefined();
    expect(await ask('quanto custa aparecida?')).toBeDefined();
  });

  it('is found by all of its words alone, whatever accents, marks and emoji stand about them', async () => {
    await teach('qual a boa');
    for (const same of ['QUAL  A  BOA???', 'quál á bôa', 'qual\u200b a\ufeff boa 👩‍🚀', '🙏 qual, a: boa…']) {
      expect(await ask(same)).toBeDefined();
    }
    const others = ['qual a boa mesmo', 'a boa', '\u202equal a boa', `qual a boa${' 👍'.repeat(2_000)}`];
    for (const other of others) expect(await ask(other)).toBeUndefined();
  });

  it('about a trip without departures is a person’s', async () => {
    await teach('e o paraíso?', 'departures', { seriesId });
    const ofTrip = app.db.updateTable('trips').where('series_id', '=', seriesId);
    await ofTrip.set({ is_active: false }).execute();
    expect(await ask('e o paraíso?')).toBeUndefined();
    expect((await list()).body.data).toMatchObject([{ trip: { isAhead: false } }]);
    await ofTrip.set({ is_active: true }).execute();
  });

  it('never has an answer that says something of money that came', async () => {
    for (const [index, reading] of ['departures', 'boarding', 'payment'].entries()) {
      const sentence = `qual a boa ${'abc'[index]}`;
      await teach(sentence, reading);
      const answer = await ask(sentence);
      expect(answer).toBeDefined();
      expect(answer).not.toMatch(/pago|paguei|pagou|receb|confirmad/i);
    }
  });
});

describe('a sentence is refused', () => {
  it.each([
    'já paguei o Capitólio',
    'pix feito',
    'qual o pix?',
    'caiu o pix?',
    'segue o comprovante',
    'vocês receberam meu pagamento?',
    'tá pago',
    'enviei o sinal',
    'quero meu dinheiro de volta',
    'quero cancelar',
    'quero trocar de passeio',
    'dá pra mudar a data?',
    'minha reserva tá certa?',
    'tem desconto pra grupo?',
    'tenho um cupom',
    'confirma minha vaga',
    'reservei e não chegou nada',
    'p\u200bago',
  ])('as a question where it is a person’s: "%s"', async (sentence) => {
    expect(await teach(sentence)).toMatchObject(refusal(422, 'SENTENCE_OF_PERSON'));
    expect(await teach(sentence, 'person')).toMatchObject({ status: 201 });
  });

  it.each(['4 lugares', 'somos quatro', 'vai sábado?', 'tem em dezembro?', 'tem amanhã?', '٤ lugares'])(
    'where its numbers or days would change the answer: "%s"',
    async (sentence) => {
      expect(await teach(sentence)).toMatchObject(refusal(422, 'SENTENCE_TOO_EXACT'));
    },
  );

  it('where the product reads it by itself', async () => {
    expect(await teach('quanto custa Capitólio?', 'payment')).toMatchObject(refusal(409, 'SENTENCE_KNOWN'));
  });

  it.each(['👍👍', '???', '\u202equal a boa', 'a b', '🙏 x'])(
    'where it has no words to compare: %j',
    async (sentence) => {
      expect(await teach(sentence, 'person')).toMatchObject(refusal(422, 'SENTENCE_UNREADABLE'));
    },
  );

  it('where it is too long, has control characters, or grows when it is compared', async () => {
    expect((await teach('a'.repeat(4_096))).status).toBe(400);
    expect((await teach('qual\u0000a boa')).status).toBe(400);
    expect(await teach('\ufdfa'.repeat(100), 'person')).toMatchObject(refusal(422, 'SENTENCE_UNREADABLE'));
  });

  it('twice, in whatever spelling; of an unknown trip; and a person’s with a trip', async () => {
    expect((await teach('qual a boa')).status).toBe(201);
    expect(await teach('QUAL A BOA?!', 'person')).toMatchObject(refusal(409, 'SENTENCE_EXISTS'));
    const unknown = await teach('e o paraíso?', 'departures', { seriesId: randomUUIDv7() });
    expect(unknown).toMatchObject(refusal(404, 'TRIP_NOT_FOUND'));
    expect((await teach('e o paraíso?', 'person', { seriesId })).status).toBe(400);
  });

  it('once the list has 200, also of those who add one at the same time', async () => {
    const words = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const row = (index: number) => ({
      id: randomUUIDv7(),
      reading: 'person' as const,
      spoken: `frase ${words(index)}`,
    });
    await app.db
      .insertInto('chat_sentences')
      .values(Array.from({ length: 199 }, (_, index) => ({ ...row(index), sentence: `frase ${words(index)}` })))
      .execute();
    const statuses = await Promise.all(
      ['mais uma', 'outra mais', 'e mais'].map(async (one) => (await teach(one)).status),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
  });
});

it('administrators alone teach, see and delete sentences, and each change is on record', async () => {
  const staff = await createPerson(app, 'OPERATOR');
  expect((await list(staff)).status).toBe(403);
  expect((await teach('qual a boa', 'departures', { by: staff })).status).toBe(403);
  const { body } = await teach('Qual a boa?');
  const [{ id }] = body.data;
  const remove = ({ token }: Person) => call(app, 'DELETE', `/api/conversations/sentences/${id}`, { token });
  expect((await remove(staff)).status).toBe(403);
  expect((await remove(admin)).body.data).toEqual([]);
  expect((await remove(admin)).status).toBe(200);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select('changes')
    .where('subject_id', '=', 'whatsapp')
    .where('actor_id', '=', admin.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(entries.map(({ changes }) => changes)).toEqual([
    { chatSentence: ['Qual a boa?', null] },
    { chatSentence: [null, 'Qual a boa?'] },
  ]);
});
