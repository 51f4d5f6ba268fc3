import type { OperatorFields, OperatorSettings } from '@passeio/contract/operator/operator';
import { type FormDraft, parseDraft, VersionedForm } from '~/ui/editing/versioned-form';
import type { OperatorCalls } from './operator-calls';
import {
  type OperatorFormValues,
  operatorFieldNames,
  operatorFormValues,
  parseOperatorForm,
} from './operator-form-values';

type OperatorFormDraft = FormDraft<OperatorSettings, OperatorFormValues>;
type Base = VersionedForm<OperatorSettings, OperatorFormValues, OperatorFields>;
export type OperatorForm = ReturnType<typeof createOperatorForm>;

/** The form of the operator's settings. */
export function createOperatorForm(settings: OperatorSettings, calls: OperatorCalls, draft?: OperatorFormDraft) {
  const { logo } = settings;
  const form: Base = new VersionedForm({
    stored: settings,
    draft: draft && { ...draft, stored: { ...draft.stored, logo } },
    fieldsOf: operatorFormValues,
    parse: parseOperatorForm,
    async send(body, { stored }) {
      const now = await calls.save({ ...body, version: stored.version });
      return { ...now, logo: form.store.getState().stored.logo };
    },
    load: () => calls.load(),
    refusals: ({ fields }) =>
      Object.fromEntries(operatorFieldNames.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
  });
  /** The logo is saved on its own. */
  const setLogo = ({ logo }: OperatorSettings) =>
    form.store.setState(({ stored }) => ({ stored: { ...stored, logo } }));
  return Object.assign(form, { setLogo });
}

const emptyValues = Object.fromEntries(operatorFieldNames.map((name) => [name, ''])) as OperatorFormValues;

export function parseOperatorDraft(stored: unknown): OperatorFormDraft | undefined {
  const draft = parseDraft<OperatorSettings, OperatorFormValues>(stored, emptyValues);
  return draft?.stored ? draft : undefined;
}
