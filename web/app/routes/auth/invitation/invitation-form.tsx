import type { Invitation } from '@passeio/contract/users/invitations';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { acceptInvitation } from '~/features/session/sign-up';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { NewPasswordInput } from '~/features/users/new-password-input';
import { checkNewPassword, refusedPassword } from '~/features/users/password';
import { PersonFields } from '~/features/users/person-fields';
import fields from '~/features/users/person-fields.module.css';
import { checkPersonField, errorsByField, type PersonField, toWire } from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FieldErrors, useFieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { SubmitButton } from '../shared/submit-button';

interface InvitationFormProps {
  token: string;
  invitation: Invitation;
  /** Called if the invitation has expired meanwhile. */
  onOver: () => void;
}

/** E-mail, password and the missing personal data. */
export function InvitationForm(props: InvitationFormProps) {
  const { missing } = props.invitation;
  const { state } = useSettings();
  const { form, errors, setError, watch, busy, notice, submit, ownerOf } = useAcceptance(props);
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} {...watch}>
      {notice && <FormNotice>{notice}</FormNotice>}
      {missing.length > 0 && (
        <PersonFields
          only={missing}
          errors={errors}
          homeState={state}
          onIssuerChange={(value) => {
            if (errors.emitter) setError('emitter', checkPersonField('emitter', value));
          }}
        />
      )}
      <div className={fields.grid}>
        <EmailField description="Você entra na sua conta com ele" autoComplete="email" error={errors.email} />
        <NewPasswordInput error={errors.password} ownerOf={ownerOf} />
      </div>
      <SubmitButton busy={busy}>Criar conta</SubmitButton>
    </form>
  );
}

function useAcceptance({ token, invitation: { firstName, missing }, onOver }: InvitationFormProps) {
  const navigate = useNavigate();
  const ownerOf = (form: HTMLFormElement | null) => ({ name: firstName, email: typed(form, 'email') });
  const check = (name: string, value: string, form: HTMLFormElement | null = null) => {
    if (name === 'password') return checkNewPassword(value, ownerOf(form));
    return name === 'email' ? checkEmail(value) : checkPersonField(name, value);
  };
  const { form, errors, setError, refuse, watch } = useFieldErrors(check);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    if (busy) return;
    const wrong = problemsOf(['email', 'password', ...missing], (name) => check(name, typed(element, name), element));
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    setNotice(undefined);
    try {
      const missingData = Object.fromEntries(missing.map((name) => [name, toWire(name, typed(element, name))]));
      const account = { email: typed(element, 'email').trim().toLowerCase(), password: typed(element, 'password') };
      await acceptInvitation({ token, ...missingData }, { ...account, firstName });
      showAlert('success', 'Usuário cadastrado com sucesso!');
      navigate('/minhasreservas', { replace: true });
    } catch (error) {
      showAlert('error', 'Erro ao cadastrar usuário');
      if (error instanceof ApiError && error.code === 'INVITATION_OVER') return onOver();
      const failure = explain(error);
      setNotice(failure.notice);
      refuse(failure.fields);
    } finally {
      setBusy(false);
    }
  }

  return { form, errors, setError, watch, busy, notice, submit, ownerOf };
}

function typed(form: HTMLFormElement | null, name: PersonField | 'password'): string {
  return form ? String(new FormData(form).get(name) ?? '') : '';
}

function problemsOf<Name extends string>(names: Name[], check: (name: Name) => string | undefined): FieldErrors {
  const found = names.map((name) => [name, check(name)]).filter(([, sentence]) => sentence);
  return Object.fromEntries(found);
}

function explain(error: unknown): { notice?: string; fields: FieldErrors } {
  if (error instanceof ApiError) return { notice: failureSentence(error), fields: errorsByField(error.fields) };
  const aboutPassword = error instanceof IdentityError ? refusedPassword(error.code) : undefined;
  if (aboutPassword) return { fields: { password: aboutPassword } };
  const fallback = 'Não foi possível criar a conta. Se você já tem conta com este e-mail, use a senha dela.';
  return { notice: failureSentence(error) ?? fallback, fields: {} };
}
