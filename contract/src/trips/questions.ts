import { isSameLabel } from '../fare-labels.ts';
import { id, line, optional } from '../fields.ts';
import { keysOf } from '../table.ts';
import { z } from '../zod.ts';

/** How a question is answered. */
export const questionKinds = {
  text: 'Texto',
  yes_no: 'Sim ou não',
  one_of: 'Uma opção',
  several_of: 'Várias opções',
  date: 'Data',
  number: 'Número',
} as const;
export type QuestionKind = keyof typeof questionKinds;

/** Who answers: each participant, or the reservation once. */
export const questionScopes = { participant: 'Cada pessoa', reservation: 'Uma vez por reserva' } as const;
export type QuestionScope = keyof typeof questionScopes;

/** Sensitive: what an answer says of a person's health. */
export const sensitivities = { personal: 'Não', sensitive: 'Sim' } as const;
export type Sensitivity = keyof typeof sensitivities;

/**
 * A question that a trip asks of its participants, or once of a reservation. `options`: of the kinds that have some.
 */
export const tripQuestion = z.object({
  id,
  label: z.string(),
  help: z.string(),
  kind: z.enum(keysOf(questionKinds)),
  options: z.array(z.string()),
  per: z.enum(keysOf(questionScopes)),
  isRequired: z.boolean(),
  sensitivity: z.enum(keysOf(sensitivities)),
});
export type TripQuestion = z.infer<typeof tripQuestion>;

/** A question beside answers: without `isAsked` the trip has stopped asking it. */
export const askedQuestion = tripQuestion.extend({ isAsked: z.boolean() });
export type AskedQuestion = z.infer<typeof askedQuestion>;

export const MAX_QUESTIONS = 20;
export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 20;
export const MAX_OPTION = 60;

export function hasOptions(kind: QuestionKind): boolean {
  return kind === 'one_of' || kind === 'several_of';
}

/** A question in a trip's draft; new without `id`. What an answer says beside it is ignored. */
export const questionDraft = z
  .object({
    id: id.optional(),
    label: line('Pergunta', { max: 120, whenEmpty: 'Escreva a pergunta.' }),
    help: optional(line('Explicação', { max: 200 })).default(''),
    kind: z.enum(keysOf(questionKinds), 'Escolha como responder.'),
    options: z
      .array(line('Opção', { max: MAX_OPTION }))
      .max(MAX_OPTIONS, `Use no máximo ${MAX_OPTIONS} opções.`)
      .default([]),
    per: z.enum(keysOf(questionScopes), 'Escolha quem responde.').default('participant'),
    isRequired: z.boolean('Informe sim ou não.').default(false),
    sensitivity: z.enum(keysOf(sensitivities), 'Informe se é sobre saúde.').default('personal'),
  })
  .superRefine(({ kind, options }, context) => {
    if (!hasOptions(kind)) return;
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['options'], message });
    if (options.length < MIN_OPTIONS) refuse('Escreva pelo menos duas opções, uma por linha.');
    if (hasTwice(options)) refuse('Há duas opções iguais.');
  })
  .transform((draft) => ({ ...draft, options: hasOptions(draft.kind) ? draft.options : [] }));
export type QuestionDraft = z.output<typeof questionDraft>;

/** The questions of a trip's draft. */
export const questionDrafts = z
  .array(questionDraft)
  .max(MAX_QUESTIONS, `Use no máximo ${MAX_QUESTIONS} perguntas.`)
  .refine((questions) => !hasTwice(questions.map(({ label }) => label)), 'Há duas perguntas iguais.');

function hasTwice(labels: readonly string[]): boolean {
  return labels.some((label, index) => labels.slice(0, index).some((one) => isSameLabel(one, label)));
}
