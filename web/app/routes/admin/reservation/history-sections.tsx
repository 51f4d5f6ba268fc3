import { Button, Text } from '@mantine/core';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { ReservationEmail } from '@passeio/contract/messages/messages';
import { pagePaths } from '@passeio/contract/paths';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import type { TimelineItem } from '@passeio/contract/reservations/timeline';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describeChanges } from '~/features/audit/describe-changes';
import { MessageList } from '~/features/messages/email-list';
import { Conversation } from '~/features/reservations/conversation';
import { hasVoucher } from '~/features/reservations/my-reservations/voucher';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { api } from '~/features/session/api';
import { load, reload } from '~/features/session/queries';
import { type Formats, useFormats } from '~/lib/formats';
import { Loaded } from '~/ui/dialogs/loaded-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { TitledCard } from '~/ui/layout/titled-card';
import { EntryButtons } from './entry-buttons';

interface SectionProps {
  reservation: ReservationForStaff;
}

/** The e-mails that the payer got, what became of them, and the WhatsApp chats that staff opened. */
export function MessagesSection({ reservation }: SectionProps) {
  const { id, code, chat, payer } = reservation;
  const chatLink = useChatLink();
  const query = useQuery(load(messageRoutes.listOfReservation, { params: { reservationId: id } }));
  return (
    <TitledCard title="Mensagens">
      <Loaded query={query} failure="Não foi possível carregar as mensagens.">
        {(messages) =>
          messages.data.length + messages.whatsApp.length === 0 ? (
            <Text variant="hint">
              Nenhuma mensagem sobre esta reserva até agora.
              {!payer.email && ' Quem reservou não tem e-mail no cadastro.'}
            </Text>
          ) : (
            <MessageList
              messages={messages}
              action={(email) => email.state === 'failed' && <RetryButton reservationId={id} email={email} />}
            />
          )
        }
      </Loaded>
      <EntryButtons
        entries={hasVoucher(reservation) ? [{ label: 'Abrir o voucher', to: pagePaths.voucher(code) }] : []}
      >
        <Button
          component="a"
          {...chatLink({ facts: chat, to: payer })}
          size="md"
          variant="default"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          WhatsApp
        </Button>
      </EntryButtons>
    </TitledCard>
  );
}

function RetryButton({ reservationId, email }: { reservationId: string; email: ReservationEmail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const params = { reservationId, emailId: email.id };
      return api.call(messageRoutes.retryOfReservation, { params });
    },
    onSuccess: () => showAlert('success', 'Mensagem de volta na fila de envio.'),
    onError: () => reload(),
  });

  return (
    <Button
      size="md"
      mt="xs"
      variant="default"
      loading={isPending}
      aria-label={`Enviar de novo: ${email.subject}`}
      onClick={() => mutate()}
    >
      Enviar de novo
    </Button>
  );
}

// Older ones are shown when they are asked for.
const LATEST = 5;

/** Everything that happened to a reservation, with who did it and what changed. */
export function TimelineSection({ reservation: { id } }: SectionProps) {
  const formats = useFormats();
  const [showsAll, setShowsAll] = useState(false);
  const listId = useId();
  const query = useQuery(
    load(reservationRoutes.readTimeline, { params: { reservationId: id }, query: { audience: 'staff' } }),
  );
  return (
    <TitledCard title="Histórico">
      <Loaded query={query} failure="Não foi possível carregar o histórico.">
        {({ data, hasEarlier }) => (
          <>
            {data.length === 0 && <Text variant="hint">Nada registrado até agora.</Text>}
            {data.length > LATEST && (
              <Button
                size="md"
                variant="default"
                mb="sm"
                aria-expanded={showsAll}
                aria-controls={listId}
                onClick={() => setShowsAll(!showsAll)}
              >
                {showsAll ? `Ver só os últimos ${LATEST}` : `Ver tudo (${data.length})`}
              </Button>
            )}
            <div id={listId}>
              <Conversation
                items={data.slice(showsAll ? 0 : -LATEST).map((item) => ({ ...item, details: linesOf(item, formats) }))}
                own="operator"
                hasEarlier={hasEarlier && showsAll}
              />
            </div>
          </>
        )}
      </Loaded>
    </TitledCard>
  );
}

/** The changed fields, a line each. */
function linesOf({ changes }: TimelineItem, formats: Formats): string[] {
  return describeChanges(changes ?? {}, formats, 'reservation').map(({ label, before, after }) => {
    if (before === '') return `${label}: ${after}`;
    return after === '' ? `${label}: era ${before}` : `${label}: de ${before} para ${after}`;
  });
}
