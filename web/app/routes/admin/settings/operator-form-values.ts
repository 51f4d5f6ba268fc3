import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { formatPhone } from '@brazilian-utils/brazilian-utils/format-phone';
import {
  type OperatorField,
  type OperatorFields,
  type OperatorSettings,
  operatorFieldRules,
  operatorLabels,
} from '@passeio/contract/operator/operator';
import { pixKeyType } from '@passeio/contract/payments/pix-key';
import { formatContact, formatDocumentCnpj } from '~/lib/number-formats';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import type { Parsed } from '~/ui/editing/versioned-form';

/** Every field as it stands in the form. */
export type OperatorFormValues = Record<OperatorField, string>;

export const operatorFieldNames = Object.keys(operatorLabels) as OperatorField[];

/** Fields that hold HTML. */
export const richFields: readonly OperatorField[] = ['contactHtml', 'cancellationPolicyHtml'];

/** Stored settings as form values. */
export function operatorFormValues(settings: OperatorSettings): OperatorFormValues {
  const typed = Object.fromEntries(operatorFieldNames.map((name) => [name, settings[name]])) as OperatorFormValues;
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
  for (const name of operatorFieldNames) {
    const checked = operatorFieldRules[name].safeParse(values[name]);
    if (checked.success) fields[name] = checked.data;
    else errors[name] = checked.error.issues[0]?.message ?? '';
  }
  return Object.keys(errors).length > 0 ? { errors } : { body: fields as OperatorFields };
}

const pixKeyKinds = { cpf: 'CPF', cnpj: 'CNPJ', email: 'e-mail', phone: 'celular', evp: 'chave aleatória' };

/** What kind of Pix key was typed, in words; undefined while it is none. */
export function pixKeyInWords(typed: string): string | undefined {
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
      // With the country's code: eleven digits alone could be a CPF.
      return formatPhone(key, { mask: 'international' });
    default:
      return key;
  }
}
