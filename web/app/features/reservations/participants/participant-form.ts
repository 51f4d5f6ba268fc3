import type { ParticipantChange } from '@passeio/contract/reservations/participants';
import { createFormContext } from '~/ui/editing/form-context';
import { parseDraft, VersionedForm } from '~/ui/editing/versioned-form';
import { emptyValues, type ParticipantValues, parseValues, refusedInputs } from './participant-values';

export type ParticipantForm = VersionedForm<ParticipantValues, ParticipantValues, ParticipantChange>;

/**
 * The form of one person of a reservation. `send` saves what differs from `saved`, and throws an ApiError. `draft` is
 * what {@link VersionedForm} stored earlier.
 */
export function createParticipantForm(
  saved: ParticipantValues,
  send: (change: ParticipantChange) => Promise<unknown>,
  draft?: unknown,
): ParticipantForm {
  const form: ParticipantForm = new VersionedForm({
    stored: saved,
    draft: parseDraft<ParticipantValues, ParticipantValues>(draft, emptyValues),
    fieldsOf: (stored) => stored,
    parse: (fields) => parseValues(fields, form.store.getState().saved),
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
  useField: useParticipantField,
} = createFormContext<ParticipantValues, ParticipantValues, ParticipantForm>();
