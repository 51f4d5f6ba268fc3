import {
  type Companion,
  documentTypes,
  entryOf,
  type Participant,
  type ParticipantChange,
  type PersonField,
  participantChange,
  personFields,
} from '@passeio/contract/reservations/participants';
import { keysOf } from '@passeio/contract/table';
import type { TripQuestion } from '@passeio/contract/trips/questions';
import type { ApiError } from '~/lib/api';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact, formatDocumentCpf } from '~/lib/number-formats';
import { createFormContext } from '~/ui/editing/form-context';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { parseDraft, VersionedForm } from '~/ui/editing/versioned-form';
import { type AnswerInputs, changedAnswers, inputsOf, questionsFor, wrongAnswers } from '../answers/answer-inputs';

/** A participant as the form's inputs hold it; empty for nothing. */
export type ParticipantInput = PersonField | 'companionId' | 'fareId';
export type ParticipantValues = Record<ParticipantInput, string> & { answers: AnswerInputs };

const emptyInputs: Record<ParticipantInput, string> = { ...valuesOfFields({}), companionId: '', fareId: '' };
const participantInputs = keysOf(emptyInputs);
export const emptyValues: ParticipantValues = { ...emptyInputs, answers: {} };

/** The inputs' values of the fields of a person; of those that it does not have, a new person's. */
function valuesOfFields(person: Partial<Record<PersonField, string | null>>): Record<PersonField, string> {
  const values = personFields.map((field) => {
    const { [field]: value = entryOf(field).empty } = person;
    return [field, formatField(field, value)];
  });
  return Object.fromEntries(values) as Record<PersonField, string>;
}

/** A stored value as its input shows it; empty for nothing. */
export function formatField(field: PersonField, value: string | null): string {
  if (!value) return '';
  switch (entryOf(field).input.kind) {
    case 'date':
      return formatCalendarDate(value);
    case 'cpf':
      return formatDocumentCpf(value);
    case 'phone':
      return formatContact(value);
    default:
      return value;
  }
}

/** Whether the browser knows this type of document. */
export function isDocumentType(type: string): type is keyof typeof documentTypes {
  return type in documentTypes;
}

/** The inputs' values of a participant; a name that is cut is none. */
export function valuesOf(
  person: Pick<Participant, ParticipantInput | 'masked' | 'answers'>,
  questions: readonly TripQuestion[],
): ParticipantValues {
  const { companionId, fareId, masked } = person;
  const known = masked?.name ? { ...person, name: '' } : person;
  const answers = inputsOf(questionsFor('participant', questions), person.answers);
  return { ...valuesOfFields(known), companionId: companionId ?? '', fareId, answers };
}

/** The inputs' values of a person of an earlier reservation. */
export function suggestedValues(person: Companion): ParticipantValues {
  return { ...emptyValues, ...valuesOfFields(person) };
}

/** A typed date ("05/12/2013") as "2013-12-05"; null while it is empty or wrong. */
export function typedBirthdate(typed: string): string | null {
  const { data } = participantChange.shape.birthdate.safeParse(toWire('birthdate', typed));
  return data ?? null;
}

/**
 * The inputs that differ from `saved`, ready for the API, or the messages for those that are wrong. What was not
 * touched is not judged.
 */
function parseValues(
  values: ParticipantValues,
  saved: ParticipantValues,
  questions: readonly TripQuestion[],
): { body: ParticipantChange; errors?: undefined } | { body?: undefined; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const body: Record<string, unknown> = {};
  for (const input of participantInputs) {
    if (values[input].trim() === saved[input].trim()) continue;
    const result = participantChange.shape[input].safeParse(toWire(input, values[input]));
    if (result.success) body[input] = result.data;
    else errors[input] = result.error.issues[0]?.message ?? '';
  }
  const answers = changedAnswers(questions, values.answers, saved.answers);
  Object.assign(errors, wrongAnswers(questions, answers));
  if (answers.length > 0) body.answers = answers;
  return Object.keys(errors).length > 0 ? { errors } : { body: body as ParticipantChange };
}

function toWire(input: ParticipantInput, typed: string): string | null {
  const text = typed.trim();
  const entry = input === 'companionId' || input === 'fareId' ? undefined : entryOf(input);
  // Nobody goes back to having no name.
  if (text === '') return entry?.empty === '' ? '' : null;
  if (entry?.input.kind !== 'date') return text;
  const [day, month, year] = text.split('/');
  return `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
}

/** The input that a refusal is about, where the code alone says it. */
const inputsOfCodes: Readonly<Record<string, ParticipantInput>> = {
  PARTICIPANT_ALREADY_LISTED: 'cpf',
  COMPANION_NOT_ADULT: 'companionId',
  BOARDING_POINT_UNKNOWN: 'boardingPointId',
  FARE_BY_AGE: 'birthdate',
  NO_FARE_FOR_AGE: 'birthdate',
};

/** The messages of a refusal by input; in a companion's request the inputs are part of `fields`. */
function refusedInputs({ code, message, fields }: ApiError): FieldErrors {
  const errors: FieldErrors = {};
  for (const input of participantInputs) {
    const about = fields[input] ?? fields[`fields.${input}`];
    if (about) errors[input] = about;
  }
  // Errors of questions by their ids; as a whole, where all of a complete person would be gone.
  for (const [path, about] of Object.entries(fields)) {
    const name = path.replace(/^fields\./, '');
    if (/^answers(\.|$)/.test(name)) errors[name] = about;
  }
  const input = inputsOfCodes[code];
  return input ? { [input]: message, ...errors } : errors;
}

export type ParticipantForm = VersionedForm<ParticipantValues, ParticipantValues, ParticipantChange>;

/**
 * The form of one person of a reservation. `send` saves what differs from `saved`, and throws an ApiError. `questions`
 * are the trip's; `draft` is what {@link VersionedForm} stored earlier.
 */
export function createParticipantForm(
  saved: ParticipantValues,
  send: (change: ParticipantChange) => Promise<unknown>,
  { questions, draft }: { questions: readonly TripQuestion[]; draft?: unknown },
): ParticipantForm {
  const asked = questionsFor('participant', questions);
  const form: ParticipantForm = new VersionedForm({
    stored: saved,
    draft: parseDraft<ParticipantValues, ParticipantValues>(draft, emptyValues),
    fieldsOf: (stored) => stored,
    parse: (fields) => parseValues(fields, form.store.getState().saved, asked),
    async send(change, { fields }) {
      await send(change);
      return fields;
    },
    load: async (stored) => stored,
    refusals: refusedInputs,
  });
  return form;
}

export const {
  FormContext: ParticipantFormContext,
  useForm: useParticipantForm,
  useFormState: useParticipantState,
  useInputError: useParticipantError,
  useField: useParticipantField,
} = createFormContext<ParticipantValues, ParticipantValues, ParticipantForm>();
