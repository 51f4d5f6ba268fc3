import type { Answer } from '@passeio/contract/reservations/answers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  ana,
  changeParticipant,
  createFamily,
  createFamilyTrip,
  entriesOf,
  type Family,
  participantIn,
} from '../../../../test/parties.ts';
import { askQuestions, shirt } from '../../../../test/questions.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const occasion = { label: 'É uma ocasião especial?', per: 'reservation', isRequired: true } as const;

interface Asked {
  family: Family;
  diet: string;
  size: string;
  once: string;
}

/** Two adults of a trip that asks for a diet, a size, and once for the occasion. */
async function asked(): Promise<Asked> {
  const trip = await createFamilyTrip(app);
  const [diet = '', size = '', once = ''] = await askQuestions(app, trip.id, [{}, shirt, occasion]);
  return { family: await createFamily(app, { adult: 2 }, { trip }), diet, size, once };
}

const read = ({ id, payer }: Family, token = payer.token) => call(app, 'GET', `/api/reservations/${id}`, { token });
const answerOnce = ({ id, payer }: Family, answers: unknown, token = payer.token) =>
  call(app, 'PUT', `/api/reservations/${id}/answers`, { token, body: { answers } });
const valuesOf = (answers: Answer[]) => answers.map(({ value }) => value);

describe('the answers of a reservation', () => {
  it('are written by payer and staff, deleted by null, and stay where they are left out', async () => {
    const { family, diet, size, once } = await asked();
    const [payer, other] = family.adults;
    const first = await changeParticipant(app, family, payer, {
      answers: [
        { questionId: diet, value: ' Sem glúten ' },
        { questionId: size.toUpperCase(), value: 'M' },
      ],
    });
    expect(first.status).toBe(200);
    expect(participantIn(first.body, payer).answers).toEqual([
      { questionId: diet, value: 'Sem glúten' },
      { questionId: size, value: 'M' },
    ]);
    await changeParticipant(app, family, other, { answers: [{ questionId: size, value: 'GG' }] }, staff.token);
    await changeParticipant(app, family, payer, { answers: [{ questionId: diet, value: null }] });
    await answerOnce(family, [{ questionId: once, value: 'Lua de mel' }]);

    const { body } = await read(family);
    expect(body.participants.map(({ answers }: { answers: Answer[] }) => valuesOf(answers))).toEqual([['M'], ['GG']]);
    expect(valuesOf(body.answers)).toEqual(['Lua de mel']);
    expect(body.trip.questions).toMatchObject([{ id: diet }, { id: size }, { id: once }]);
    expect(body.trip.questions.every(({ isAsked }: { isAsked: boolean }) => isAsked)).toBe(true);
  });

  it('are missing data until required ones are given; reserving never waited for them', async () => {
    const { family, size, once } = await asked();
    const missing = async () => (await read(family)).body.participants.map((one: { missing: string[] }) => one.missing);
    const isAnswer = (field: string) => field === 'answers' || field === 'reservationAnswers';
    expect(family.reservation.participants.map((one) => one.missing.filter(isAnswer))).toEqual([
      ['answers', 'reservationAnswers'],
      ['answers'],
    ]);
    await answerOnce(family, [{ questionId: once, value: 'Não' }]);
    await changeParticipant(app, family, family.adults[1], { ...ana, answers: [{ questionId: size, value: 'P' }] });
    expect((await missing()).map((fields: string[]) => fields.filter(isAnswer))).toEqual([['answers'], []]);
    const list = await call(app, 'GET', `/api/trips/${family.trip.id}/passengers?missing=false`, {
      token: staff.token,
    });
    expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual([]);
  });

  it('are never said in the history, only which question', async () => {
    const { family, diet, once } = await asked();
    await changeParticipant(app, family, family.adults[0], { answers: [{ questionId: diet, value: 'Sem glúten' }] });
    await answerOnce(family, [{ questionId: once, value: 'Lua de mel' }]);
    await answerOnce(family, [{ questionId: once, value: 'Lua de mel' }]);
    const entries = (await entriesOf(app, family.id)).map(({ action, changes }) => ({ action, changes }));
    expect(entries.slice(-2)).toMatchObject([
      { action: 'reservation.participant_changed', changes: { answers: [null, 'Tem alguma restrição alimentar?'] } },
      { action: 'reservation.answers_changed', changes: { answers: [null, occasion.label] } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/glúten|Lua de mel/);
  });

  it('end with the person whom another one replaces', async () => {
    const { family, diet, size } = await asked();
    const [, other] = family.adults;
    await changeParticipant(app, family, other, { ...ana, answers: [{ questionId: diet, value: 'Sem glúten' }] });
    const answers = [{ questionId: size, value: 'G' }];
    const { body } = await changeParticipant(app, family, other, { replaces: true, name: 'Rui Paz Sá', answers });
    expect(valuesOf(participantIn(body, other).answers)).toEqual(['G']);
  });

  it('stay on lists as answers to a question that is no longer asked, and may still be deleted', async () => {
    const { family, diet, size } = await asked();
    const [payer] = family.adults;
    await changeParticipant(app, family, payer, { answers: [{ questionId: diet, value: 'Sem glúten' }] });
    const { body: trip } = await call(app, 'GET', `/api/trips/${family.trip.id}`, { token: staff.token });
    const { vehicles, ...draft } = trip;
    const body = Object.fromEntries(
      Object.entries(draft).filter(
        ([field]) => !/^(slug|situation|priceCents|placesLeft|is(Arch|Guar)|tripIm)/.test(field),
      ),
    );
    const changed = await call(app, 'PUT', '/api/trips', { token: staff.token, body: { ...body, questions: [] } });
    expect([changed.status, changed.body.questions]).toEqual([200, []]);

    const { body: details } = await read(family);
    expect(details.trip.questions).toMatchObject([{ id: diet, isAsked: false }]);
    expect(valuesOf(participantIn(details, payer).answers)).toEqual(['Sem glúten']);
    expect(participantIn(details, payer).missing).not.toContain('answers');
    const late = await changeParticipant(app, family, payer, { answers: [{ questionId: size, value: 'M' }] });
    expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const gone = await changeParticipant(app, family, payer, { answers: [{ questionId: diet, value: null }] });
    expect(gone.body.trip.questions).toEqual([]);
  });

  it('follow the reservation to the same question of another departure', async () => {
    const { family, diet, size } = await asked();
    const [payer] = family.adults;
    const to = await createFamilyTrip(app);
    const [sameSize] = await askQuestions(app, to.id, [shirt]);
    const answers = [
      { questionId: diet, value: 'Sem glúten' },
      { questionId: size, value: 'M' },
    ];
    await changeParticipant(app, family, payer, { answers });
    const body = { tripId: to.id };
    const moved = await call(app, 'POST', `/api/reservations/${family.id}/move`, { token: staff.token, body });
    expect(moved.status).toBe(200);
    const { body: details } = await read(family);
    expect(participantIn(details, payer).answers).toEqual([
      { questionId: diet, value: 'Sem glúten' },
      { questionId: sameSize, value: 'M' },
    ]);
    expect(details.trip.questions).toMatchObject([
      { id: sameSize, isAsked: true },
      { id: diet, isAsked: false },
    ]);
  });

  it('keep an option that is not offered any more', async () => {
    const { family, size } = await asked();
    const [payer] = family.adults;
    const answers = [{ questionId: size, value: 'GG' }];
    await changeParticipant(app, family, payer, { answers });
    await app.db
      .updateTable('trip_questions')
      .set({ options: ['P', 'M'] })
      .where('id', '=', size)
      .execute();
    const again = await changeParticipant(app, family, payer, { answers, name: 'Maria Souza Lima' });
    expect([again.status, valuesOf(participantIn(again.body, payer).answers)]).toEqual([200, ['GG']]);
    expect((await changeParticipant(app, family, family.adults[1], { answers })).status).toBe(400);
  });
});

describe('an answer is refused', () => {
  it.each<[string, object, unknown]>([
    ['to a question in words that is a number', {}, 3],
    ['that is empty', {}, ' '],
    ['that is long', {}, 'a'.repeat(301)],
    ['with a zero byte', {}, 'a\0b'],
    ['that is an object', {}, { $ne: '' }],
    ['that is no option', shirt, 'XG'],
    ['that is several options of one', shirt, ['P', 'M']],
    ['of several options with another', { ...shirt, kind: 'several_of' }, ['P', 'XG']],
    ['of several options without one', { ...shirt, kind: 'several_of' }, []],
    ['of very many options', { ...shirt, kind: 'several_of' }, Array.from({ length: 500 }, () => 'P')],
    ['that is neither yes nor no', { kind: 'yes_no' }, 'sim'],
    ['that is no day', { kind: 'date' }, '2031-02-30'],
    ['that is a day long ago', { kind: 'date' }, '0001-01-01'],
    ['that is no number', { kind: 'number' }, '12'],
    ['that is a huge number', { kind: 'number' }, 1e300],
  ])('%s', async (_, question, value) => {
    const trip = await createFamilyTrip(app);
    const [questionId] = await askQuestions(app, trip.id, [question]);
    const family = await createFamily(app, { adult: 1 }, { trip });
    const refused = await changeParticipant(app, family, family.adults[0], { answers: [{ questionId, value }] });
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await read(family)).body.participants[0].answers).toEqual([]);
  });

  it('to a question of another trip, of nobody, of the other kind of asking, or twice', async () => {
    const { family, diet, once } = await asked();
    const other = await asked();
    const unknown = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f';
    const twice = [
      { questionId: diet, value: 'a' },
      { questionId: diet.toUpperCase(), value: 'b' },
    ];
    for (const answers of [[{ questionId: other.diet, value: 'a' }], [{ questionId: unknown, value: 'a' }], twice])
      expect((await changeParticipant(app, family, family.adults[0], { answers })).status).toBe(400);
    const ofWhole = [{ questionId: once, value: 'a' }];
    expect((await changeParticipant(app, family, family.adults[0], { answers: ofWhole })).status).toBe(400);
    expect((await answerOnce(family, [{ questionId: diet, value: 'a' }])).status).toBe(400);
  });

  it('takes every kind as it is meant', async () => {
    const trip = await createFamilyTrip(app);
    const kinds = [{ kind: 'yes_no' }, { ...shirt, kind: 'several_of' }, { kind: 'date' }, { kind: 'number' }] as const;
    const ids = await askQuestions(
      app,
      trip.id,
      kinds.map((one, index) => ({ ...one, label: `Pergunta ${index}` })),
    );
    const family = await createFamily(app, { adult: 1 }, { trip });
    const values = [false, ['G', 'P'], '1990-05-17', 1.75];
    const answers = ids.map((questionId, index) => ({ questionId, value: values[index] }));
    const { body } = await changeParticipant(app, family, family.adults[0], { answers });
    expect(valuesOf(body.participants[0].answers)).toEqual([false, ['P', 'G'], '1990-05-17', 1.75]);
  });
});

describe('who reads and writes answers', () => {
  it('is no other payer', async () => {
    const { family, diet, once } = await asked();
    await changeParticipant(app, family, family.adults[0], { answers: [{ questionId: diet, value: 'Sem glúten' }] });
    const other = await createPerson(app);
    expect((await read(family, other.token)).status).toBe(404);
    expect((await answerOnce(family, [{ questionId: once, value: 'a' }], other.token)).status).toBe(404);
    const answers = [{ questionId: diet, value: 'outra coisa' }];
    expect((await changeParticipant(app, family, family.adults[0], { answers }, other.token)).status).toBe(404);
    expect(JSON.stringify((await read(family)).body)).toContain('Sem glúten');
  });

  it('is a companion of their own alone, and of none once their data are complete', async () => {
    const { family, diet, size, once } = await asked();
    const [payer, companion] = family.adults;
    await changeParticipant(app, family, payer, { answers: [{ questionId: diet, value: 'Sem glúten' }] });
    await answerOnce(family, [{ questionId: once, value: 'Lua de mel' }]);
    const { body: link } = await call(
      app,
      'POST',
      `/api/reservations/${family.id}/participants/${companion?.id}/link`,
      {
        token: family.payer.token,
      },
    );
    const token = link.url.split('#')[1];
    const fill = (fields: object) => call(app, 'PUT', '/api/participants/link', { body: { token, fields } });

    const filled = await fill({ answers: [{ questionId: diet, value: 'Sem lactose' }] });
    expect(filled.body.participant.answers).toEqual([{ questionId: diet, value: 'Sem lactose' }]);
    expect(filled.body.participant.missing).toContain('answers');
    expect(filled.body.trip.questions).toMatchObject([{ id: diet }, { id: size }]);
    expect(JSON.stringify(filled.body)).not.toMatch(/glúten|Lua de mel/);
    expect((await fill({ answers: [{ questionId: once, value: 'a' }] })).status).toBe(400);

    const complete = await fill({ ...ana, answers: [{ questionId: size, value: 'P' }] });
    expect(complete.body.participant.missing).toEqual([]);
    expect(complete.body.participant.answers).toEqual([
      { questionId: diet, value: null, isMasked: true },
      { questionId: size, value: null, isMasked: true },
    ]);
    const emptied = await fill({ answers: [{ questionId: size, value: null }] });
    expect(emptied).toMatchObject({ status: 400, body: { fields: { 'fields.answers': expect.any(String) } } });
    // A question more does not show what was complete.
    await askQuestions(app, family.trip.id, [{ label: 'Altura', kind: 'number', isRequired: true }]);
    const later = await call(app, 'POST', '/api/participants/link/read', { body: { token } });
    expect([later.body.participant.missing, later.body.participant.cpf]).toEqual([['answers'], null]);
  });

  it('are lists of staff and the guide of the trip, with those of the whole beside the first person', async () => {
    const { family, diet, size, once } = await asked();
    const [payer] = family.adults;
    const answers = [
      { questionId: diet, value: 'Sem glúten' },
      { questionId: size, value: 'M' },
    ];
    await changeParticipant(app, family, payer, { ...ana, answers });
    await answerOnce(family, [{ questionId: once, value: 'Lua de mel' }]);
    const path = `/api/trips/${family.trip.id}`;
    const list = await call(app, 'GET', `${path}/passengers`, { token: staff.token });
    expect(valuesOf(participantIn({ participants: list.body.data }, payer).answers)).toEqual([
      'Sem glúten',
      'M',
      'Lua de mel',
    ]);
    const take = async (columns: string) => {
      const url = `${app.url}${path}/passengers/export?format=csv&columns=${columns}`;
      return (await fetch(url, { headers: { authorization: `Bearer ${staff.token}` } })).text();
    };
    expect((await take('name,answers')).split('\r\n').slice(0, 2)).toEqual([
      'Nome;Tamanho da camiseta',
      'Ana Lima de Souza;M',
    ]);
    expect(await take('name,sensitiveAnswers')).toContain('Ana Lima de Souza;Sem glúten;Lua de mel');
    for (const format of ['xlsx', 'pdf']) {
      const url = `${app.url}${path}/passengers/export?format=${format}&columns=name,answers,sensitiveAnswers`;
      expect((await fetch(url, { headers: { authorization: `Bearer ${staff.token}` } })).status).toBe(200);
    }
    const boarding = await call(app, 'GET', `${path}/boarding`, { token: staff.token });
    const boarder = boarding.body.people.find(({ id }: { id: string }) => id === payer?.id);
    expect(boarder.answers).toEqual([
      { label: 'Tem alguma restrição alimentar?', text: 'Sem glúten', isSensitive: true },
      { label: 'Tamanho da camiseta', text: 'M', isSensitive: false },
      { label: occasion.label, text: 'Lua de mel', isSensitive: true },
    ]);
    const guide = await createPerson(app, 'GUIDE');
    expect((await call(app, 'GET', `${path}/boarding`, { token: guide.token })).status).toBe(404);
    expect((await call(app, 'GET', `${path}/passengers`, { token: guide.token })).status).toBe(403);
  });
});
