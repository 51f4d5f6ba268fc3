import { Box, Button, Group, Text } from '@mantine/core';
import { userRoutes } from '@passeio/contract/users/user-routes';
import type { UserSession } from '@passeio/contract/users/users';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, withRetry } from '~/features/session/api';
import { load, reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { Rows } from '~/ui/layout/rows';
import { SectionCard } from '~/ui/layout/section';
import styles from './my-account.module.css';

/** The account's open sessions, with buttons to end them. Absent if the provider cannot list them. */
export function OpenSessions() {
  const { data, isError, isFetching, refetch } = useQuery(load(userRoutes.listSessions));
  const { mutate, isPending } = useEnding();
  const end = async (ended: UserSession[]) => (await askToConfirm(questionFor(ended))) && mutate(ended);
  if (!data) {
    if (!isError) return null;
    return (
      <SectionCard title="Sessões abertas" lead="Não foi possível carregar as suas sessões agora.">
        <Group gap={0} wrap="nowrap" mt="lg">
          <Button size="md" variant="default" loading={isFetching} onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </Group>
      </SectionCard>
    );
  }
  const { data: sessions } = data;
  // The provider cannot list them.
  if (sessions === null) return null;
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <SectionCard
      title="Sessões abertas"
      lead={
        others.length === 0
          ? 'A sua conta está aberta só aqui.'
          : 'Não reconhece alguma? Encerre a sessão e troque a senha.'
      }
    >
      <Rows plain className={styles.sessions}>
        {sessions.map((session) => (
          <Group component="li" key={session.id} gap="12px 16px" align="flex-start" py="md">
            <SessionFacts session={session} />
            {!session.isCurrent && (
              <Button
                size="md"
                variant="default"
                disabled={isPending}
                aria-label={`Encerrar a sessão em ${session.device}`}
                onClick={() => end([session])}
              >
                Encerrar
              </Button>
            )}
          </Group>
        ))}
      </Rows>
      {others.length > 0 && (
        <Group gap={0} wrap="nowrap" mt="lg">
          <Button size="md" variant="default" loading={isPending} onClick={() => end(others)}>
            Encerrar as outras
          </Button>
        </Group>
      )}
    </SectionCard>
  );
}

function SessionFacts({ session }: { session: UserSession }) {
  const { formatNumericDate, formatTime } = useFormats();
  const { device, address, lastSeenAt, isCurrent } = session;
  const Icon = /android|iphone|ipad/i.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  const seen = `${formatNumericDate(lastSeenAt)} às ${formatTime(lastSeenAt)}`;
  return (
    <>
      <Icon size={24} stroke={1.5} color="var(--text-muted)" style={{ marginTop: 2 }} aria-hidden />
      <Box flex="1 1 12rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group component="p" gap="6px 10px" fw={600}>
          {device} {isCurrent && <StatusBadge color="good">Esta sessão</StatusBadge>}
        </Group>
        <Text variant="hint">Endereço {address}</Text>
        <Text variant="hint">{isCurrent ? 'Em uso agora' : `Último acesso em ${seen}`}</Text>
      </Box>
    </>
  );
}

function useEnding() {
  return useMutation({
    mutationFn: async (sessions: UserSession[]) => {
      if (await endSessions(sessions)) {
        showAlert('success', sessions.length === 1 ? 'Sessão encerrada.' : 'Sessões encerradas.');
      }
      await reload();
    },
  });
}

function questionFor(sessions: UserSession[]) {
  const [first] = sessions;
  const [titulo, what] =
    sessions.length === 1
      ? ['Encerrar sessão', `A sua conta será fechada em ${first?.device}.`]
      : ['Encerrar as outras sessões', `A sua conta será fechada em ${sessions.length} outros lugares.`];
  return {
    titulo,
    mensagem: `${what} Para voltar a usar lá, será preciso entrar com a senha.`,
    tipo: 'danger' as const,
  };
}

/** Ends sessions one at a time; returns whether all ended. Failures are shown. */
export async function endSessions(sessions: readonly Pick<UserSession, 'id'>[]): Promise<boolean> {
  for (const { id } of sessions) {
    if (!(await endSession(id))) return false;
  }
  return true;
}

async function endSession(id: string): Promise<boolean> {
  try {
    await withRetry(() => api.call(userRoutes.endSession, { params: { sessionId: id } }));
    return true;
  } catch (error) {
    // Already ended.
    return error instanceof ApiError && error.code === 'SESSION_NOT_FOUND';
  }
}
