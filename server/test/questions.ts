import { randomUUIDv7 } from 'node:crypto';
import type { QuestionDraft } from '@passeio/contract/trips/questions';
import type { TestApp } from './app.ts';

/** A sensitive question in words of each participant, unless `overrides` say otherwise. */
export function questionDraft(overrides: Partial<QuestionDraft> = {}): QuestionDraft {
  return {
    ...{ label: 'Tem alguma restrição alimentar?', help: '', kind: 'text', options: [] },
    ...{ per: 'participant', isRequired: false, sensitivity: 'sensitive', ...overrides },
  };
}

export const shirt = {
  ...{ label: 'Tamanho da camiseta', kind: 'one_of', options: ['P', 'M', 'G', 'GG'] },
  ...{ isRequired: true, sensitivity: 'personal' },
} satisfies Partial<QuestionDraft>;

/** Lets a trip ask these questions, after those that it asks; their ids. */
export async function askQuestions(
  { db }: TestApp,
  tripId: string,
  drafts: Partial<QuestionDraft>[],
): Promise<string[]> {
  const rows = drafts
    .map(questionDraft)
    .map(({ isRequired, help, kind, label, options, per, sensitivity }, position) => ({
      ...{ id: randomUUIDv7(), trip_id: tripId, position },
      ...{ help, kind, label, options, per, sensitivity, is_required: isRequired },
    }));
  await db.insertInto('trip_questions').values(rows).execute();
  return rows.map(({ id }) => id);
}
