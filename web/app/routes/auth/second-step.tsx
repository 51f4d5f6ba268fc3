import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { failureText, IdentityError } from '~/features/session/identity/error';
import type { SecondStep, SecondStepKind } from '~/features/session/identity/port';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

interface SecondStepOptions<Outcome> {
  /** What the person has, once the password was right; the first is asked for. */
  kinds: readonly SecondStepKind[] | undefined;
  send: (step: SecondStep) => Promise<Outcome>;
  onSent?: (outcome: Outcome) => void;
  /** The password is needed again; why. */
  onStartOver: (reason: string) => void;
}

/** The form of the second step, after the password was right. */
export function useSecondStep<Outcome>({
  kinds = ['recovery'],
  send,
  onSent,
  onStartOver,
}: SecondStepOptions<Outcome>) {
  const [chosen, setKind] = useState<SecondStepKind>();
  const kind = chosen && kinds.includes(chosen) ? chosen : (kinds[0] ?? 'recovery');
  const [failed, setFailed] = useState<SecondStepKind>();
  const form = useIdentityForm({
    fields: ['code'],
    check: (_name, value) => (kind !== 'passkey' && value.trim() === '' ? 'Digite o código.' : undefined),
    send: ({ code }) => send({ kind, code: code.trim() }),
    ...(onSent && { onSent }),
    explain: (error): FieldErrors => {
      setFailed(kind);
      const code = error instanceof IdentityError ? error.code : '';
      const over = overTexts[code];
      if (over) onStartOver(over);
      // Above the form: beside the field it would go, and move the buttons, as soon as one of them is pressed.
      return { form: wrongTexts[code] ?? over ?? failureText(error) ?? 'Não foi possível conferir. Tente de novo.' };
    },
  });
  return { ...form, notice: failed === kind ? form.notice : undefined, kind, kinds, setKind };
}

const wrongTexts: Record<string, string> = {
  INVALID_CODE: 'Código incorreto ou já usado. Espere o próximo código do aplicativo.',
  INVALID_BACKUP_CODE: 'Código de recuperação incorreto ou já usado.',
};
const overTexts: Record<string, string> = {
  INVALID_TWO_FACTOR_COOKIE: 'A entrada demorou demais. Digite a senha de novo.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Foram muitos códigos errados. Digite a senha de novo.',
};

const leads: Record<SecondStepKind, string> = {
  passkey: 'Confirme com a digital, o rosto ou o PIN do aparelho em que está a sua chave de acesso.',
  authenticator: 'Digite o código de 6 números que o seu aplicativo autenticador mostra agora.',
  recovery: 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.',
};

const choices: Record<SecondStepKind, string> = {
  passkey: 'Usar chave de acesso',
  authenticator: 'Usar o aplicativo',
  recovery: 'Usar código guardado',
};

/** Asks for a passkey, the code of the authenticator, or one of the recovery codes. */
export function SecondStepCard({
  props,
  errors,
  notice,
  isPending,
  kind,
  kinds,
  setKind,
  onBack,
}: ReturnType<typeof useSecondStep> & { onBack: () => void }) {
  const isRecovery = kind === 'recovery';
  return (
    <AuthCard
      isAnswer
      title="Verificação em duas etapas"
      lead={leads[kind]}
      footer={
        <Button variant="subtle" size="md" onClick={onBack}>
          Voltar
        </Button>
      }
    >
      <form key={kind} {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        {kind !== 'passkey' && (
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
        )}
        <SubmitButton busy={isPending}>{kind === 'passkey' ? choices.passkey : 'Entrar'}</SubmitButton>
      </form>
      <Stack gap="xs" mt="sm">
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} variant="default" size="md" fullWidth onClick={() => setKind(other)}>
              {choices[other]}
            </Button>
          ))}
      </Stack>
    </AuthCard>
  );
}
