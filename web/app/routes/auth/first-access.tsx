import { TextInput } from '@mantine/core';
import { firstAccessCode } from '@passeio/contract/users/first-access';
import { signUpPayload } from '@passeio/contract/users/users';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { linkToken } from '~/features/auth/link';
import { SubmitButton } from '~/features/auth/submit-button';
import { failureText } from '~/features/session/identity/error';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { EmailField } from '~/features/users/email-field';
import { checkNewPassword, NewPasswordInput } from '~/features/users/new-password-input';
import { PersonFields } from '~/features/users/person-fields';
import { checkPersonField, fieldNames, toPayload, typedOwner } from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import fields from '~/ui/editing/field-grid.module.css';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { checkFirstAccessCode, explainSignUp, signUpAdministrator } from './sign-up';

export const meta = pageMeta('Primeiro acesso');

/**
 * Makes the first administrator of an installation, with the code that its start has printed, or that its host has put
 * into the address.
 */
export default function FirstAccess() {
  const [code, setCode] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    const given = linkToken();
    if (!given) return;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    checkFirstAccessCode(given).then(
      () => setCode(given),
      (error) => setRefusal(failureText(error) ?? 'Tente de novo em instantes.'),
    );
  }, []);
  if (code === undefined) return <CodeCard refusal={refusal} onRight={setCode} />;
  return (
    <AdministratorCard
      code={code}
      onOver={(sentence) => {
        setRefusal(sentence);
        setCode(undefined);
      }}
    />
  );
}

interface CodeCardProps {
  /** Why the code that was right before is refused now. */
  refusal: string | undefined;
  onRight: (code: string) => void;
}

function CodeCard({ refusal, onRight }: CodeCardProps) {
  const { props, errors, isPending, notice } = useIdentityForm({
    fields: ['code'],
    check: (_name, value) => firstAccessCode.safeParse(value).error?.issues[0]?.message,
    send: async ({ code }) => {
      await checkFirstAccessCode(code);
      return code;
    },
    onSent: onRight,
    explain: (error): FieldErrors =>
      isOver(error) ? { code: error.message } : { form: failureText(error) ?? 'Tente de novo em instantes.' },
  });
  const shown = notice ?? refusal;
  return (
    <AuthCard
      isAnswer={refusal !== undefined}
      title="Primeiro acesso"
      lead="Quem instala o sistema cria aqui a conta do primeiro administrador, com o código que o servidor mostrou ao iniciar."
    >
      <form {...props}>
        {shown && <FormNotice>{shown}</FormNotice>}
        <TextInput
          name="code"
          size="md"
          label="Código"
          description="8 grupos de 4 letras ou números; com ou sem hifens"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          required
          withAsterisk={false}
          error={errors.code}
        />
        <SubmitButton busy={isPending}>Continuar</SubmitButton>
      </form>
    </AuthCard>
  );
}

interface AdministratorCardProps {
  code: string;
  /** Called with the reason if the code has ended meanwhile. */
  onOver: (sentence: string) => void;
}

function AdministratorCard({ code, onOver }: AdministratorCardProps) {
  const navigate = useNavigate();
  const { state } = useSettings();
  const { props, errors, setError, isPending, notice } = useIdentityForm({
    fields: [...fieldNames, 'password'],
    check,
    send: ({ password, ...person }) => signUpAdministrator(code, signUpPayload.parse(toPayload(person)), password),
    onSent: () => {
      showAlert('success', 'A sua conta de administrador está pronta.');
      return navigate('/home', { replace: true });
    },
    explain: (error) => {
      if (!isOver(error)) return explainSignUp(error);
      onOver(error.message);
      return {};
    },
  });
  return (
    <AuthCard
      isAnswer
      wide
      title="Os seus dados"
      lead="O código está certo. Com esta conta você configura tudo o mais."
    >
      <form {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <PersonFields
          errors={errors}
          homeState={state}
          onChange={(name, value) => {
            if (errors[name]) setError(name, checkPersonField(name, value));
          }}
        />
        <div className={fields.grid}>
          <EmailField description="Você entra na sua conta com ele" autoComplete="email" error={errors.email} />
          <NewPasswordInput error={errors.password} ownerOf={typedOwner} />
        </div>
        <SubmitButton busy={isPending}>Criar a conta</SubmitButton>
      </form>
    </AuthCard>
  );
}

function check(name: string, value: string, form: HTMLFormElement | null): string | undefined {
  return name === 'password' ? checkNewPassword(value, typedOwner(form)) : checkPersonField(name, value);
}

function isOver(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'FIRST_ACCESS_OVER';
}
