import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { useUser } from '~/features/session/user-store';
import { HiddenUsername, PasswordField } from '~/features/users/password-field';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

interface PasswordCardProps<Result> {
  title: string;
  lead: string;
  /** A field for a name before the password. */
  name?: { label: string; suggestion: string; maxLength: number };
  submit: string;
  send: (password: string, name: string) => Promise<Result>;
  onSent: (result: Result) => unknown;
  footer: ReactNode;
}

/** Asks for the password before the second step changes. */
export function PasswordCard<Result>({ title, lead, name, submit, send, onSent, footer }: PasswordCardProps<Result>) {
  const email = useUser(({ user }) => user.email);
  const { props, errors, notice, isPending } = useIdentityForm<string, Result>({
    fields: name ? ['name', 'password'] : ['password'],
    check: (field, value) =>
      value.trim() === '' ? `${field === 'name' ? name?.label : 'Senha'}: preencha este campo.` : undefined,
    send: ({ password = '', name: typed = '' }) => send(password, typed.trim()),
    onSent,
    explain,
  });
  return (
    <AuthCard isAnswer title={title} lead={lead} footer={footer}>
      <form {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <HiddenUsername email={email} />
        {name && (
          <TextInput
            name="name"
            label={name.label}
            size="md"
            defaultValue={name.suggestion}
            maxLength={name.maxLength}
            autoComplete="off"
            error={errors.name}
          />
        )}
        <PasswordField autoComplete="current-password" error={errors.password} />
        <SubmitButton busy={isPending}>{submit}</SubmitButton>
      </form>
    </AuthCard>
  );
}

const explain = (error: unknown): FieldErrors =>
  error instanceof IdentityError && error.code === 'INVALID_PASSWORD'
    ? { form: 'A senha não confere.' }
    : { form: failureText(error) ?? 'Não foi possível concluir. Tente de novo em instantes.' };
