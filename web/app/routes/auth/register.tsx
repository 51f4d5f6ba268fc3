import { Text } from '@mantine/core';
import type { SignUpPayload } from '@passeio/contract/users/users';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { useReturnUrl } from '~/features/auth/use-return-url';
import { typedGuest } from '~/features/reservations/enrolment/google-answer';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { type SessionStatus, useSessionStatus } from '~/features/session/session-status';
import { signOut } from '~/features/session/sign-out';
import { useUser } from '~/features/session/user-store';
import { ChosenPlacesCard, useChosenPlaces } from '~/features/trips/chosen-places';
import { EmailField } from '~/features/users/email-field';
import { checkNewPassword, NewPasswordInput, refusedPassword } from '~/features/users/new-password-input';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, errorsByField, parsePerson, typedOwner } from '~/features/users/person-form';
import { PrivacyLink } from '~/features/users/privacy-link';
import { ApiError } from '~/lib/api';
import { whatsAppLink } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { type Brand, useSettings } from '~/lib/settings';
import fields from '~/ui/editing/field-grid.module.css';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FieldErrors, useFieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { finishSignUp, signUp } from './sign-up';

export const meta = pageMeta('Criar conta');

// Contains nothing that was typed.
const CONTACT_TEXT = 'Olá! Não consegui criar a minha conta no site.';

export default function Register() {
  const { followReturnUrl, withReturnUrl } = useReturnUrl();
  const settings = useSettings();
  const contact = contactLink(settings, CONTACT_TEXT);
  const status = useSessionStatus();
  const { props, errors, setError, isPending, failure, knownEmail } = useRegistration(status, contact);
  const finishing = knownEmail !== undefined;
  const { chosen, keepExtras } = useChosenPlaces();
  const typed = useTypedGuest();

  useEffect(() => {
    if (status === 'signedIn' && !isPending) followReturnUrl();
  }, [status, isPending, followReturnUrl]);

  return (
    <AuthCard
      wide
      title={finishing ? 'Falta só concluir o seu cadastro' : 'Criar conta'}
      lead={
        finishing
          ? 'A sua conta já existe. Preencha os dados abaixo para poder reservar.'
          : 'Os dados vão para a lista de passageiros: preencha como estão no documento.'
      }
      footer={finishing ? <OtherAccount /> : <SignInInstead url={withReturnUrl('/auth/login')} />}
    >
      {chosen && <ChosenPlacesCard {...chosen} onExtras={keepExtras} />}
      <form {...props}>
        {failure?.notice && (
          <Failure failure={failure} contact={contact} recoverUrl={withReturnUrl('/auth/forgot-password')} />
        )}
        <PersonFields
          errors={errors}
          homeState={settings.state}
          defaults={{ fullname: typed?.name ?? '', contact: typed?.contact ?? '' }}
          onChange={(name, value) => {
            if (errors[name]) setError(name, checkRegisterField(name, value));
          }}
        />
        <div className={fields.grid}>
          <EmailInput knownEmail={knownEmail} typed={typed?.email} error={errors.email} />
          {!finishing && <NewPasswordInput error={errors.password} ownerOf={typedOwner} />}
        </div>
        <PrivacyLink />
        <SubmitButton busy={isPending}>{finishing ? 'Concluir cadastro' : 'Criar conta'}</SubmitButton>
      </form>
    </AuthCard>
  );
}

function Failure({
  failure: { notice, isKnown },
  contact,
  recoverUrl,
}: {
  failure: RegisterFailure;
  contact: ContactLink | undefined;
  recoverUrl: string;
}) {
  return (
    <FormNotice>
      {notice}
      {isKnown && (
        <>
          {' '}
          <Link to={recoverUrl}>Esqueci minha senha</Link>
        </>
      )}
      {isKnown && contact && (
        <>
          {' '}
          <a href={contact.href} {...(contact.external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
            {contact.label}
          </a>
        </>
      )}
    </FormNotice>
  );
}

function useRegistration(status: SessionStatus, contact: ContactLink | undefined) {
  const { form, errors, setError, refuse, watch } = useFieldErrors(checkRegisterField);
  const email = useUser(({ user }) => user.email);
  const { mutate, isPending, data } = useMutation({
    mutationFn: (read: Registration) => sendRegister(read, contact),
    onSuccess: (failed) => failed && refuse(failed.fields),
  });
  // Freezes the form during an attempt, although the account may already exist.
  const knownEmail = status === 'unfinished' && !isPending ? email : undefined;

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const read = readRegister(event.currentTarget, knownEmail);
    refuse('errors' in read ? read.errors : {});
    if (!('errors' in read)) mutate(read);
  }

  const props = { ref: form, method: 'post', noValidate: true, onSubmit, ...watch } as const;
  return { props, errors, setError, isPending, failure: data, knownEmail };
}

/** What was typed into the form of a guest, who makes an account instead. */
function useTypedGuest() {
  const { state } = useLocation();
  return typedGuest.safeParse(state?.typed).data;
}

interface EmailInputProps {
  knownEmail: string | undefined;
  typed: string | undefined;
  error: string | undefined;
}

/** Read-only if the account exists. */
function EmailInput({ knownEmail, typed, error }: EmailInputProps) {
  const isFixed = knownEmail !== undefined;
  return (
    <EmailField
      // A new key, so that a read-only field shows the account's e-mail.
      key={isFixed ? 'fixed' : 'free'}
      description={isFixed ? 'É o da sua conta' : 'Você entra na sua conta com ele'}
      autoComplete="email"
      readOnly={isFixed}
      defaultValue={knownEmail ?? typed}
      error={error}
    />
  );
}

function SignInInstead({ url }: { url: string }) {
  return (
    <>
      Já tem conta? <Link to={url}>Entre</Link>
    </>
  );
}

function OtherAccount() {
  return (
    <Text
      component="button"
      type="button"
      mih={44}
      px={8}
      fw={600}
      c="var(--accent-text)"
      td="underline"
      onClick={() => void signOut('asked')}
    >
      Entrar com outra conta
    </Text>
  );
}

/** The valid form; without a password the account exists and only its profile is missing. */
interface Registration {
  payload: SignUpPayload;
  password: string | null;
}

function checkRegisterField(name: string, value: string, form: HTMLFormElement | null = null): string | undefined {
  return name === 'password' ? checkNewPassword(value, typedOwner(form)) : checkPersonField(name, value);
}

/** Parses the form; `knownEmail` is the e-mail of an account without a profile. */
function readRegister(form: HTMLFormElement, knownEmail?: string): Registration | { errors: FieldErrors } {
  const typed = new FormData(form);
  if (knownEmail !== undefined) typed.set('email', knownEmail);
  const read = parsePerson(typed);
  const password = knownEmail === undefined ? String(typed.get('password') ?? '') : null;
  const wrongPassword = password === null ? undefined : checkNewPassword(password, typedOwner(form));
  if ('payload' in read && !wrongPassword) return { payload: read.payload, password };
  const errors = 'errors' in read ? read.errors : {};
  return { errors: wrongPassword ? { ...errors, password: wrongPassword } : errors };
}

interface RegisterFailure {
  notice?: string;
  /** The CPF or e-mail is already registered: only the operator can help. */
  isKnown?: boolean;
  fields: FieldErrors;
}

/**
 * Signs up, or creates the missing profile, and shows the outcome in a toast, with a contact link if only the operator
 * can help; returns the failure for the form.
 */
async function sendRegister(
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
  if (error instanceof ApiError) return { notice: failureText(error), fields: errorsByField(error.fields) };
  const aboutPassword = error instanceof IdentityError ? refusedPassword(error.code) : undefined;
  if (aboutPassword) return { fields: { password: aboutPassword } };
  return {
    notice: failureText(error) ?? 'Não foi possível criar a conta. Se você já tem cadastro, entre com o seu e-mail.',
    fields: {},
  };
}

/** `external` opens in a new tab. */
interface ContactLink {
  label: string;
  href: string;
  external: boolean;
}

/** WhatsApp, else e-mail, else telephone of the operator, with `text` as the first message; undefined without any. */
function contactLink({ whatsapp, email, phone, shown }: Brand, text: string): ContactLink | undefined {
  if (whatsapp) return { label: 'Chamar no WhatsApp', href: whatsAppLink(whatsapp, text), external: true };
  if (email) {
    return {
      label: `Escrever para ${email}`,
      href: `mailto:${email}?body=${encodeURIComponent(text)}`,
      external: false,
    };
  }
  return phone ? { label: `Ligar para ${shown.phone}`, href: `tel:${phone}`, external: false } : undefined;
}
