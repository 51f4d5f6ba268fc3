import { Button, Loader } from '@mantine/core';
import { MAX_PASSKEY_NAME } from '@passeio/contract/users/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { identity } from '~/features/session/identity';
import type { NewTwoFactor, SecondSteps } from '~/features/session/identity/port';
import { fetchProfile } from '~/features/session/profile';
import { loginUrl } from '~/features/session/return-url';
import { useSessionStatus } from '~/features/session/session-status';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/feedback/alert';
import { ScanCard } from './new-authenticator';
import { PasswordCard } from './password-card';
import { CodesCard } from './recovery-codes';
import { type Deed, SecondStepsCard } from './second-steps';

export const meta = pageMeta('Verificação em duas etapas');

/** Where a person adds the second step of signing in, makes other recovery codes, or removes it. */
export default function TwoFactorPage() {
  const status = useSessionStatus();
  if (status === 'signedIn') return <SignedIn />;
  return (
    <AuthCard
      title="Verificação em duas etapas"
      lead={status === 'restoring' ? undefined : 'Entre na sua conta antes.'}
    >
      <AuthActions>
        {status === 'restoring' ? (
          <Loader aria-label="Carregando" />
        ) : (
          <Button component={Link} to={loginUrl('/auth/duas-etapas')} size="md" fullWidth>
            Entrar
          </Button>
        )}
      </AuthActions>
    </AuthCard>
  );
}

type Stage =
  | 'choice'
  | Deed
  | { kind: 'scan'; added: NewTwoFactor }
  | { kind: 'shown'; codes: string[]; isNew: boolean };

const NONE: SecondSteps = { hasAuthenticator: false, passkeys: [] };

async function readSecondSteps() {
  const profile = await fetchProfile();
  const steps = profile?.hasTwoFactor ? await (await (await identity()).passkeys()).list() : NONE;
  return { isOn: profile?.hasTwoFactor === true, isRequired: profile?.mustAddTwoFactor === true, ...steps };
}

function SignedIn() {
  const { data, isError, refetch } = useQuery({ queryKey: ['two-factor'], queryFn: readSecondSteps, gcTime: 0 });
  const [stage, setStage] = useState<Stage>();
  if (isError) {
    return (
      <AuthCard title="Verificação em duas etapas" lead="Não foi possível abrir esta página.">
        <AuthActions>
          <Button size="md" fullWidth onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </AuthActions>
      </AuthCard>
    );
  }
  if (!data) return <AuthCard title="Verificação em duas etapas" lead="Carregando…" />;
  const show = (codes: string[], isNew: boolean) => setStage({ kind: 'shown', codes, isNew });
  const finish = async (done: string) => {
    showAlert('success', done);
    await refetch();
    setStage('choice');
  };
  // Only the first second step comes with recovery codes.
  const added = (codes: string[], done: string) => (codes.length > 0 ? show(codes, true) : finish(done));
  if (!stage || stage === 'choice')
    return <SecondStepsCard {...data} isAnswer={stage === 'choice'} onChosen={setStage} />;
  if (stage.kind === 'shown') return <CodesCard {...stage} />;
  if (stage.kind === 'scan') {
    const { uri, recoveryCodes } = stage.added;
    return <ScanCard uri={uri} onConfirmed={() => added(recoveryCodes, 'Aplicativo autenticador adicionado.')} />;
  }
  return (
    <DeedCard
      deed={stage}
      isLast={data.passkeys.length === 1 && !data.hasAuthenticator}
      onBack={() => setStage('choice')}
      onScan={(one) => setStage({ kind: 'scan', added: one })}
      onAdded={(codes) => added(codes, 'Chave de acesso adicionada.')}
      onRenewed={(codes) => show(codes, false)}
      onRemoved={finish}
    />
  );
}

interface DeedCardProps {
  deed: Deed;
  /** The passkey to be removed is the only second step. */
  isLast: boolean;
  onBack: () => void;
  onScan: (added: NewTwoFactor) => void;
  onAdded: (codes: string[]) => unknown;
  onRenewed: (codes: string[]) => void;
  onRemoved: (done: string) => Promise<void>;
}

function DeedCard({ deed, isLast, onBack, onScan, onAdded, onRenewed, onRemoved }: DeedCardProps) {
  const { name: site } = useSettings();
  const footer = (
    <Button variant="subtle" size="md" onClick={onBack}>
      Voltar
    </Button>
  );
  switch (deed.kind) {
    case 'passkey':
      return (
        <PasswordCard
          title="Adicionar chave de acesso"
          lead="Você vai confirmar com a digital, o rosto ou o PIN do aparelho. Depois, ele abre a sua conta do mesmo jeito."
          name={{ label: 'Nome do aparelho', suggestion: nameOfDevice(), maxLength: MAX_PASSKEY_NAME }}
          submit="Continuar"
          send={async (password, name) => (await (await identity()).passkeys()).add({ password, site, name })}
          onSent={onAdded}
          footer={footer}
        />
      );
    case 'authenticator':
      return (
        <PasswordCard
          title="Adicionar aplicativo autenticador"
          lead="Você precisa de um aplicativo no celular, como Google Authenticator, Microsoft Authenticator ou Authy."
          submit="Continuar"
          send={async (password) => (await identity()).addTwoFactor(password, site)}
          onSent={onScan}
          footer={footer}
        />
      );
    case 'codes':
      return (
        <PasswordCard
          title="Criar outros códigos de recuperação"
          lead="Os códigos que você tem agora deixam de valer."
          submit="Criar outros códigos"
          send={async (password) => (await identity()).renewRecoveryCodes(password)}
          onSent={onRenewed}
          footer={footer}
        />
      );
    case 'removal':
      return (
        <PasswordCard
          title={`Remover a chave “${deed.passkey.name}”?`}
          lead={
            isLast
              ? 'É a sua única segunda etapa: a conta volta a pedir só a senha, e os códigos de recuperação deixam de valer.'
              : 'O aparelho não abre mais a sua conta com ela.'
          }
          submit="Remover"
          send={async (password) => (await (await identity()).passkeys()).remove(deed.passkey.id, password)}
          onSent={() => onRemoved('Chave de acesso removida.')}
          footer={footer}
        />
      );
    case 'noAuthenticator':
      return (
        <PasswordCard
          title="Remover o aplicativo?"
          lead="A conta continua a pedir uma chave de acesso, ou um código de recuperação."
          submit="Remover"
          send={async (password) => (await (await identity()).passkeys()).removeAuthenticator(password)}
          onSent={() => onRemoved('Aplicativo autenticador removido.')}
          footer={footer}
        />
      );
    case 'end':
      return (
        <PasswordCard
          title="Desativar a verificação?"
          lead="A conta volta a pedir só a senha. O aplicativo, as chaves de acesso e os códigos de recuperação deixam de valer."
          submit="Desativar a verificação"
          send={async (password) => (await identity()).removeTwoFactor(password)}
          onSent={() => onRemoved('Verificação em duas etapas desativada.')}
          footer={footer}
        />
      );
  }
}

/** As a suggestion. */
function nameOfDevice(): string {
  return (
    ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux'].find((one) => navigator.userAgent.includes(one)) ?? ''
  );
}
