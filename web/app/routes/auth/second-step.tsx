import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureText, IdentityError } from '~/features/session/identity/error';
import type { SecondStep } from '~/features/session/identity/port';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { AuthCard } from './auth-card';
import { SubmitButton } from './submit-button';

interface SecondStepOptions<Outcome> {
  send: (step: SecondStep) => Promise<Outcome>;
  onSent?: (outcome: Outcome) => void;
  /** The password is needed again; why. */
  onStartOver: (reason: string) => void;
}

/** The form of a code, after the password was right. */
export function useSecondStep<Outcome>({ send, onSent, onStartOver }: SecondStepOptions<Outcome>) {
  const [kind, setKind] = useState<SecondStep['kind']>('authenticator');
  const form = useIdentityForm({
    fields: ['code'],
    check: (_name, value) => (value.trim() === '' ? 'Digite o código.' : undefined),
    send: ({ code }) => send({ kind, code: code.trim() }),
    ...(onSent && { onSent }),
    explain: (error): FieldErrors => {
      const code = error instanceof IdentityError ? error.code : '';
      const over = overTexts[code];
      if (over) onStartOver(over);
      // Above the form: beside the field it would go, and move the buttons, as soon as one of them is pressed.
      if (wrongCodes.has(code)) return { form: wrongText(kind) };
      return { form: over ?? failureText(error) ?? 'Não foi possível conferir o código. Tente de novo.' };
    },
  });
  return { ...form, kind, setKind };
}

const wrongCodes = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE']);
const overTexts: Record<string, string> = {
  INVALID_TWO_FACTOR_COOKIE: 'A entrada demorou demais. Digite a senha de novo.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Foram muitos códigos errados. Digite a senha de novo.',
};

function wrongText(kind: SecondStep['kind']): string {
  return kind === 'recovery'
    ? 'Código de recuperação incorreto ou já usado.'
    : 'Código incorreto ou já usado. Espere o próximo código do aplicativo.';
}

/** Asks for the code of the authenticator, or one of the recovery codes. */
export function SecondStepCard({
  props,
  errors,
  notice,
  isPending,
  kind,
  setKind,
  onBack,
}: ReturnType<typeof useSecondStep> & { onBack: () => void }) {
  const isRecovery = kind === 'recovery';
  return (
    <AuthCard
      isAnswer
      title="Verificação em duas etapas"
      lead={
        isRecovery
          ? 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.'
          : 'Digite o código de 6 números que o seu aplicativo autenticador mostra agora.'
      }
      footer={
        <Button variant="subtle" size="md" onClick={onBack}>
          Voltar
        </Button>
      }
    >
      <form key={kind} {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <TextInput
          name="code"
          label={isRecovery ? 'Código de recuperação' : 'Código'}
          size="md"
          maxLength={isRecovery ? 20 : 8}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize={isRecovery ? 'characters' : 'none'}
          error={errors.code}
        />
        <SubmitButton busy={isPending}>Entrar</SubmitButton>
      </form>
      <Button
        variant="subtle"
        size="md"
        mt="sm"
        fullWidth
        onClick={() => setKind(isRecovery ? 'authenticator' : 'recovery')}
      >
        {isRecovery ? 'Usar o aplicativo' : 'Estou sem o aplicativo'}
      </Button>
    </AuthCard>
  );
}
