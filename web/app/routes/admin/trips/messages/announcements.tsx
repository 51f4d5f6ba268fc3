import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type Announcement, audiences } from '@passeio/contract/messages/announcements';
import { announcementRoutes } from '@passeio/contract/messages/message-routes';
import { ANNOUNCEMENT } from '@passeio/contract/messages/whatsapp-templates';
import type { ChatSender } from '@passeio/contract/reservations/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconSpeakerphone } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { Row, Rows } from '~/ui/layout/rows';
import type { Chats } from './chats';
import { MessagePeople } from './message-people';
import styles from './trip-messages.module.css';

const AnnouncementDialog = lazyDialog(async () => (await import('./announcement-dialog')).AnnouncementDialog);

/** What was written to everybody of a departure, or will be, and the way to write more. */
export function Announcements({ trip }: { trip: { id: string; title: string } }) {
  const params = { tripId: trip.id };
  const { data, error, isFetching, refetch } = useQuery(load(announcementRoutes.listAnnouncements, { params }));
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="a-todos">
      <Title order={3} id="a-todos" mb={4} fz="xl">
        A todos da saída
      </Title>
      <Text mb="md" c="dimmed">
        Um e-mail para todos, agora ou com hora marcada. Quem não tem e-mail recebe por WhatsApp, com um toque seu.
      </Text>
      {data && (
        <Button
          size="lg"
          mb="md"
          leftSection={<IconSpeakerphone size={22} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Escrever a todos
        </Button>
      )}
      {!data && !error && <p role="status">Carregando as mensagens…</p>}
      {!data && error && (
        <Stack maw={736}>
          <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>
          <Button size="md" maw={240} loading={isFetching} onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </Stack>
      )}
      {data && data.data.length > 0 && (
        <Rows className={styles.list}>
          {data.data.map((one) => (
            <AnnouncementRow key={one.id} tripId={trip.id} announcement={one} />
          ))}
        </Rows>
      )}
      {isOpen && data && (
        <AnnouncementDialog trip={trip} boardingPoints={data.boardingPoints} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

function AnnouncementRow({ tripId, announcement }: { tripId: string; announcement: Announcement }) {
  const { formatMoment } = useFormats();
  const { id, subject, sendAt, sentAt, cancelledAt, people, emails, by } = announcement;
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(announcementRoutes.cancelAnnouncement, { params: { tripId, announcementId: id } }),
    onSuccess: () => showAlert('success', 'O envio foi cancelado.'),
  });
  async function cancel(): Promise<void> {
    const mensagem = `“${subject}” não será enviada.`;
    if (await askToConfirm({ titulo: 'Cancelar o envio?', mensagem })) mutate();
  }
  const state = cancelledAt
    ? `Cancelada. Era para ${formatMoment(sendAt)}, de ${by}`
    : sentAt
      ? `Enviada em ${formatMoment(sentAt)} por ${by}: ${plural(people ?? 0, 'pessoa')}, ${emails} por e-mail`
      : `Agendada para ${formatMoment(sendAt)} por ${by}`;
  return (
    <Row>
      <Stack component="span" flex="1 1 14rem" gap={0} miw={0}>
        <strong>{subject}</strong>
        <Text span variant="hint">
          {state}
        </Text>
        <Text span variant="hint">
          {narrowingLabel(announcement)}
        </Text>
      </Stack>
      <Group component="span" gap={4}>
        {sentAt && (
          <Button
            component={Link}
            to={`?aviso=${id}`}
            size="md"
            px="sm"
            variant="default"
            aria-label={`Enviar por WhatsApp: ${subject}`}
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            WhatsApp
          </Button>
        )}
        {!sentAt && !cancelledAt && (
          <Button
            size="md"
            px="sm"
            variant="subtle"
            color="red"
            loading={isPending}
            aria-label={`Cancelar o envio: ${subject}`}
            onClick={() => void cancel()}
          >
            Cancelar o envio
          </Button>
        )}
      </Group>
    </Row>
  );
}

/** As "Quem fez a reserva; só quem deve". */
function narrowingLabel({ audience, unpaid, missingData, boardingPlace, chosen }: Announcement): string {
  return [
    audiences[audience],
    unpaid && 'só com valor a pagar',
    missingData && 'só com dados pendentes',
    boardingPlace && `embarque ${boardingPlace}`,
    chosen !== null && `${plural(chosen, 'pessoa escolhida', 'pessoas escolhidas')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

interface AnnouncementPeopleProps {
  of: { tripId: string; announcementId: string };
  chats: Chats;
  clock: Pick<ChatSender, 'timeZone' | 'now'>;
}

/** The send queue of an announcement: people without an e-mail first. */
export function AnnouncementPeople({ of, chats, clock }: AnnouncementPeopleProps) {
  const { data, error, isFetching, refetch } = useQuery(load(announcementRoutes.listRecipients, { params: of }));
  if (!data) {
    return error && !isFetching ? (
      <Stack maw={736}>
        <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>
        <Button size="md" maw={240} onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </Stack>
    ) : (
      <p role="status">Carregando as pessoas…</p>
    );
  }
  const letters = data.data.map(({ name, contact, ...letter }) => ({ ...letter, to: { name, contact } }));
  return (
    <MessagePeople
      topic={{ templateKey: ANNOUNCEMENT, announcementId: of.announcementId }}
      letters={letters}
      title={data.announcement.subject}
      chats={chats}
      clock={clock}
    />
  );
}
