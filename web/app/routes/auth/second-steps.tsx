import { Box, Button, Group, Text } from '@mantine/core';
import { MAX_PASSKEYS } from '@passeio/contract/users/passkeys';
import { IconDeviceMobile, IconKey } from '@tabler/icons-react';
import { Link } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import type { Passkey, SecondSteps } from '~/features/session/identity/port';
import { useFormats } from '~/lib/formats';
import { Rows } from '~/ui/layout/rows';

/** What can be done about second steps, with the password. */
export type Deed =
  | { kind: 'passkey' | 'authenticator' | 'noAuthenticator' | 'codes' | 'end' }
  | { kind: 'removal'; passkey: Passkey };

interface SecondStepsCardProps extends SecondSteps {
  isOn: boolean;
  isRequired: boolean;
  /** The person comes back from a deed. */
  isAnswer: boolean;
  onChosen: (deed: Deed) => void;
}

/** The second steps of an account, and what can be done about them. */
export function SecondStepsCard({
  isOn,
  isRequired,
  isAnswer,
  hasAuthenticator,
  passkeys,
  onChosen,
}: SecondStepsCardProps) {
  return (
    <AuthCard
      isAnswer={isAnswer}
      title="Verificação em duas etapas"
      lead={leadOf(isOn, isRequired)}
      footer={
        <Link to={isRequired ? '/auth/logout' : '/minhaconta'}>{isRequired ? 'Sair' : 'Voltar à minha conta'}</Link>
      }
    >
      {isOn && (
        <Rows plain aria-label="Segundas etapas" style={{ marginTop: 16 }}>
          {hasAuthenticator && (
            <Group component="li" gap="sm" py="sm" wrap="nowrap">
              <IconDeviceMobile size={24} stroke={1.5} color="var(--text-muted)" aria-hidden />
              <Box flex={1}>Aplicativo autenticador</Box>
              {passkeys.length > 0 && (
                <Button
                  size="md"
                  variant="default"
                  aria-label="Remover o aplicativo autenticador"
                  onClick={() => onChosen({ kind: 'noAuthenticator' })}
                >
                  Remover
                </Button>
              )}
            </Group>
          )}
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onChosen({ kind: 'removal', passkey })} />
          ))}
        </Rows>
      )}
      <AuthActions>
        {passkeys.length < MAX_PASSKEYS && (
          <Button
            size="md"
            variant={isOn ? 'default' : 'filled'}
            fullWidth
            onClick={() => onChosen({ kind: 'passkey' })}
          >
            Adicionar chave de acesso
          </Button>
        )}
        {!hasAuthenticator && (
          <Button size="md" variant="default" fullWidth onClick={() => onChosen({ kind: 'authenticator' })}>
            Adicionar autenticador
          </Button>
        )}
        {isOn && (
          <>
            <Button size="md" variant="default" fullWidth onClick={() => onChosen({ kind: 'codes' })}>
              Criar outros códigos
            </Button>
            <Button size="md" variant="subtle" fullWidth onClick={() => onChosen({ kind: 'end' })}>
              Desativar a verificação
            </Button>
          </>
        )}
      </AuthActions>
    </AuthCard>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { formatNumericDate } = useFormats();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <Group component="li" gap="sm" py="sm" wrap="nowrap" align="flex-start">
      <IconKey size={24} stroke={1.5} color="var(--text-muted)" aria-hidden />
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {name}
        <Text variant="hint">Adicionada em {formatNumericDate(createdAt)}</Text>
        <Text variant="hint">{lastUsedAt ? `Último uso em ${formatNumericDate(lastUsedAt)}` : 'Ainda não usada'}</Text>
      </Box>
      <Button size="md" variant="default" aria-label={`Remover a chave ${name}`} onClick={onRemove}>
        Remover
      </Button>
    </Group>
  );
}

function leadOf(isOn: boolean, isRequired: boolean): string {
  if (isOn) return 'Está ativada nesta conta.';
  return isRequired
    ? 'A sua empresa pede a verificação em duas etapas de toda a equipe. Ative agora para continuar.'
    : 'Além da senha, a conta passa a pedir a digital, o rosto ou o PIN de um aparelho seu, ou um código que só o seu celular mostra.';
}
