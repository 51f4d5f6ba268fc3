import type { PasswordOwner } from '@passeio/contract/users/passwords';
import type { SignUpPayload } from '@passeio/contract/users/users';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { finishSignUp, signUp } from '~/features/session/sign-up';
import { checkNewPassword, refusedPassword } from '~/features/users/password';
import { checkPersonField, errorsByField, parsePerson } from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import type { ContactLink } from '~/lib/contact-link';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';

/** The valid form; without a password the account exists and only its profile is missing. */
export interface Registration {
  payload: SignUpPayload;
  password: string | null;
}

export function checkRegisterField(
  name: string,
  value: string,
  form: HTMLFormElement | null = null,
): string | undefined {
  return name === 'password' ? checkNewPassword(value, typedOwner(form)) : checkPersonField(name, value);
}

/** Name and e-mail typed so far: the password must not contain them. */
export function typedOwner(form: HTMLFormElement | null): PasswordOwner {
  const typed = form ? new FormData(form) : new FormData();
  return { name: String(typed.get('fullname') ?? ''), email: String(typed.get('email') ?? '') };
}

/** Parses the form; `knownEmail` is the e-mail of an account without a profile. */
export function readRegister(form: HTMLFormElement, knownEmail?: string): Registration | { errors: FieldErrors } {
  const typed = new FormData(form);
  if (knownEmail !== undefined) typed.set('email', knownEmail);
  const read = parsePerson(typed);
  const password = knownEmail === undefined ? String(typed.get('password') ?? '') : null;
  const wrongPassword = password === null ? undefined : checkNewPassword(password, typedOwner(form));
  if ('payload' in read && !wrongPassword) return { payload: read.payload, password };
  const errors = 'errors' in read ? read.errors : {};
  return { errors: wrongPassword ? { ...errors, password: wrongPassword } : errors };
}

export interface RegisterFailure {
  notice?: string;
  /** The CPF or e-mail is already registered: only the operator can help. */
  isKnown?: boolean;
  fields: FieldErrors;
}

/**
 * Signs up, or creates the missing profile, and shows the outcome in a toast, with a contact link if only the operator
 * can help; returns the failure for the form.
 */
export async function sendRegister(
  { payload, password }: Registration,
  contact: ContactLink | undefined,
): Promise<RegisterFailure | null> {
  try {
    if (password === null) await finishSignUp(payload);
    else if (!(await signUp(payload, password))) {
      showAlert('error', 'Entre em contato', contact);
      return {
        isKnown: true,
        notice: 'Não foi possível criar a conta com estes dados. Se você já tem cadastro, entre com o seu e-mail.',
        fields: {},
      };
    }
    showAlert('success', 'Usuário cadastrado com sucesso!');
    return null;
  } catch (error) {
    const isKnown = error instanceof ApiError && error.code === 'PERSON_KNOWN';
    showAlert('error', 'Erro ao cadastrar usuário', isKnown ? contact : undefined);
    return { isKnown, ...explain(error) };
  }
}

function explain(error: unknown): RegisterFailure {
  if (error instanceof ApiError) return { notice: failureSentence(error), fields: errorsByField(error.fields) };
  const aboutPassword = error instanceof IdentityError ? refusedPassword(error.code) : undefined;
  if (aboutPassword) return { fields: { password: aboutPassword } };
  return {
    notice:
      failureSentence(error) ?? 'Não foi possível criar a conta. Se você já tem cadastro, entre com o seu e-mail.',
    fields: {},
  };
}
