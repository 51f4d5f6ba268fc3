import type { TripQuestion } from '@passeio/contract/trips/questions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person, tripDraft } from '../../../../test/factories.ts';
import { questionDraft, shirt } from '../../../../test/questions.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const create = (questions: unknown) =>
  call(app, 'POST', '/api/trips', { token: operator.token, body: { ...tripDraft({ isActive: true }), questions } });
const change = (update: object) => call(app, 'PUT', '/api/trips', { token: operator.token, body: update });
const size = questionDraft(shirt);

/** A trip with these questions as an update without them. */
async function created(questions: unknown[]) {
  const { body } = await create(questions);
  const { id, version, boardingPoints } = body;
  return { ...tripDraft({ isActive: true }), id, version, boardingPoints, questions: body.questions as TripQuestion[] };
}

describe('a trip with questions', () => {
  it('answers them in their order, alone and in the list, without options that their kind has not', async () => {
    const { status, body } = await create([questionDraft({ options: ['Sim'] }), size]);
    expect(status).toBe(201);
    expect(body.questions).toEqual([
      { ...questionDraft(), id: expect.any(String) },
      { ...size, id: expect.any(String) },
    ]);
    expect((await call(app, 'GET', `/api/trips/${body.id}`, { token: '' })).body.questions).toEqual(body.questions);
    const list = await call(app, 'GET', '/api/trips', { token: '' });
    expect(list.body.data.find(({ id }: { id: string }) => id === body.id).questions).toEqual(body.questions);
  });

  it('keeps its frequent questions beside them', async () => {
    const faq = [{ question: 'Tem almoço?', answer: 'Tem, no rancho.' }];
    const { body } = await call(app, 'POST', '/api/trips', {
      token: operator.token,
      body: { ...tripDraft(), faq, questions: [size] },
    });
    expect([body.faq, body.questions.length]).toEqual([faq, 1]);
  });

  it('keeps them where a program does not send any, and takes its own answer as a draft', async () => {
    const { questions, ...update } = await created([questionDraft(), size]);
    const { body: kept } = await change(update);
    expect(kept.questions).toEqual(questions);
    const { body: again } = await change({ ...update, version: kept.version, questions: questions.toReversed() });
    expect(again.questions).toEqual(questions.toReversed());
  });

  it('keeps the id of a question that is worded anew, but not of one that is answered in another way', async () => {
    const trip = await created([questionDraft(), size]);
    const [diet, shirtSize] = trip.questions;
    const { body } = await change({
      ...trip,
      questions: [
        { ...diet, label: 'O que você não come?' },
        { ...shirtSize, kind: 'text' },
      ],
    });
    expect(body.questions).toMatchObject([
      { id: diet?.id, label: 'O que você não come?' },
      { label: 'Tamanho da camiseta', kind: 'text', options: [] },
    ]);
    expect(body.questions[1].id).not.toBe(shirtSize?.id);
  });

  it('gives a copy questions of its own', async () => {
    const { id, questions } = await created([questionDraft(), size]);
    const { body } = await call(app, 'POST', `/api/trips/${id}/copies`, {
      token: operator.token,
      body: { dates: ['2032-02-27'] },
    });
    const [copy] = body.data;
    const withoutId = (all: TripQuestion[]) => all.map(({ id: _, ...question }) => question);
    expect(withoutId(copy.questions)).toEqual(withoutId(questions));
    expect(copy.questions.map((one: TripQuestion) => one.id)).not.toEqual(questions.map((one) => one.id));
  });

  it.each([
    ['a question twice', [size, { ...size, label: 'tamanho da CAMISETA ' }]],
    ['a question without words', [questionDraft({ label: ' ' })]],
    ['a long question', [questionDraft({ label: 'a'.repeat(121) })]],
    ['a zero byte', [questionDraft({ label: 'a\0b' })]],
    ['a choice of one', [{ ...size, options: ['P'] }]],
    ['an option twice', [{ ...size, options: ['P', 'p'] }]],
    ['a long option', [{ ...size, options: ['P', 'M'.repeat(61)] }]],
    ['too many options', [{ ...size, options: Array.from({ length: 21 }, (_, index) => `Opção ${index}`) }]],
    ['another kind', [{ ...size, kind: 'file' }]],
    ['another scope', [{ ...size, per: 'trip' }]],
    ['too many', Array.from({ length: 21 }, (_, index) => questionDraft({ label: `Pergunta ${index}` }))],
    ["another trip's", [{ ...size, id: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f' }]],
    ['no list', 'Tamanho'],
    ['what visitors ask', [{ question: 'Tem almoço?', answer: 'Tem.' }]],
  ])('refuses %s', async (_, questions) => {
    const { status, body } = await create(questions);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});
