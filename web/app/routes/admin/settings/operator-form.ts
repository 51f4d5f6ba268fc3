import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { formatPhone } from '@brazilian-utils/brazilian-utils/format-phone';
import {
  type OperatorField,
  type OperatorFields,
  type OperatorSettings,
  type OperatorUpdate,
  operatorFieldKeys,
  operatorTable,
} from '@passeio/contract/operator/operator';
import { pixKeyType } from '@passeio/contract/operator/pix-key';
import { settingsRoutes } from '@passeio/contract/operator/settings-routes';
import { api } from '~/features/session/api';
import { formatContact, formatDocumentCnpj } from '~/lib/number-formats';
import { expireSettings } from '~/lib/settings';
import { createFormContext } from '~/ui/editing/form-context';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { type FormDraft, type Parsed, parseDraft, VersionedForm } from '~/ui/editing/versioned-form';

/** Every field as it stands in the form. */
export type OperatorFormValues = Record<OperatorField, string>;

/** Stored settings as form values. */
export function operatorFormValues(settings: OperatorSettings): OperatorFormValues {
  const typed = Object.fromEntries(operatorFieldKeys.map((name) => [name, settings[name]])) as OperatorFormValues;
  return {
    ...typed,
    cnpj: typed.cnpj && formatDocumentCnpj(typed.cnpj),
    phone: typed.phone && formatContact(typed.phone),
    whatsapp: typed.whatsapp && formatContact(typed.whatsapp),
    pixKey: formatPixKey(typed.pixKey),
  };
}

/** Parses form values for the API; or returns the error messages by field. */
export function parseOperatorForm(values: OperatorFormValues): Parsed<OperatorFields> {
  const fields: Partial<OperatorFormValues> = {};
  const errors: FieldErrors = {};
  for (const name of operatorFieldKeys) {
    const checked = operatorTable[name].schema.safeParse(values[name]);
    if (checked.success) fields[name] = checked.data;
    else errors[name] = checked.error.issues[0]?.message ?? '';
  }
  return Object.keys(errors).length > 0 ? { errors } : { body: fields as OperatorFields };
}

const pixKeyKinds = { cpf: 'CPF', cnpj: 'CNPJ', email: 'e-mail', phone: 'celular', evp: 'chave aleatória' };

/** The kind of Pix key that was typed; undefined while it is none. */
export function pixKeyLabel(typed: string): string | undefined {
  const type = pixKeyType(typed);
  return type && pixKeyKinds[type];
}

function formatPixKey(key: string): string {
  switch (pixKeyType(key)) {
    case 'cpf':
      return formatCpf(key);
    case 'cnpj':
      return formatDocumentCnpj(key);
    case 'phone':
      // Shows the country's code: eleven digits alone could be a CPF.
      return formatPhone(key, { mask: 'international' });
    default:
      return key;
  }
}

/** API calls of the settings page. */
export const operatorCalls = {
  load: (): Promise<OperatorSettings> => api.call(settingsRoutes.readOperator),
  /** Failures are shown in a toast and thrown. */
  save: (body: OperatorUpdate): Promise<OperatorSettings> => changed(api.call(settingsRoutes.changeOperator, { body })),
};
export type OperatorCalls = typeof operatorCalls;

/** Throws without a toast: the error is shown beside the field. */
export function sendLogo(file: File, onProgress: (part: number) => void): Promise<OperatorSettings> {
  return changed(api.call(settingsRoutes.changeLogo, { body: { logo: file }, toast: false, onProgress }));
}

export function removeLogo(): Promise<OperatorSettings> {
  return changed(api.call(settingsRoutes.removeLogo));
}

/** Makes open pages reload the operator's settings. */
async function changed(call: Promise<OperatorSettings>): Promise<OperatorSettings> {
  const settings = await call;
  expireSettings();
  return settings;
}

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
    load: calls.load,
    refusals: ({ fields }) =>
      Object.fromEntries(operatorFieldKeys.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
  });
  /** The logo is saved on its own. */
  const setLogo = ({ logo }: OperatorSettings) =>
    form.store.setState(({ stored }) => ({ stored: { ...stored, logo } }));
  return Object.assign(form, { setLogo });
}

const emptyValues = Object.fromEntries(operatorFieldKeys.map((name) => [name, ''])) as OperatorFormValues;

export function parseOperatorDraft(stored: unknown): OperatorFormDraft | undefined {
  const draft = parseDraft<OperatorSettings, OperatorFormValues>(stored, emptyValues);
  return draft?.stored ? draft : undefined;
}

export const {
  FormContext: OperatorFormContext,
  useForm: useOperatorForm,
  useFormState: useOperatorState,
  useField: useOperatorField,
} = createFormContext<OperatorSettings, OperatorFormValues, OperatorForm>();
