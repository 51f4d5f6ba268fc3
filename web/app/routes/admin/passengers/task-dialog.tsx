import { Button, Loader } from '@mantine/core';
import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { ReservationEmail } from '@passeio/contract/messages/messages';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { TimelineItem } from '@passeio/contract/reservations/timeline';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { describeChanges } from '~/features/audit/describe-changes';
import { MessageList } from '~/features/messages/email-list';
import { Conversation } from '~/features/reservations/conversation';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { api, orRedirect } from '~/features/session/api';
import { load, reload } from '~/features/session/queries';
import { InvitationControls } from '~/features/users/invitation-controls';
import { explainFailure } from '~/lib/explain-failure';
import { type Formats, useFormats } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { ReservationDialog } from './actions/reservation-dialog';
import { BoardingDialog } from './dialogs/boarding-dialog';
import { CancelDialog } from './dialogs/cancel-dialog';
import { HistoryDialog } from './dialogs/history-dialog';
import { LedgerDialog } from './dialogs/ledger-dialog';
import { PaymentDialog } from './dialogs/payment-dialog';
import { RequestDialog } from './dialogs/request-dialog';
import type { Task } from './task';

interface TaskDialogProps {
  task: Task;
  trip: PassengerTrip;
  onClose: () => void;
  onDone: (sentence: string) => void;
  /** Called after a change that has been told. */
  onChanged: () => void;
}

/** Renders the open dialog. */
export function TaskDialog({ task, trip, onChanged, ...shared }: TaskDialogProps) {
  switch (task.kind) {
    case 'payment':
      return <PaymentDialog intent={task.intent} passenger={task.passenger} {...shared} />;
    case 'ledger':
      return <LedgerDialog passenger={task.passenger} onClose={shared.onClose} onChanged={onChanged} />;
    case 'timeline':
      return <TimelineDialog passenger={task.passenger} onClose={shared.onClose} />;
    case 'cancel':
      return <CancelDialog passenger={task.passenger} {...shared} />;
    case 'cancelPerson':
      return <CancelDialog passenger={task.passenger} personOnly {...shared} />;
    case 'invitation':
      return <InvitationDialog passenger={task.passenger} onClose={shared.onClose} />;
    case 'messages':
      return <MessagesDialog passenger={task.passenger} onClose={shared.onClose} />;
    case 'request':
      return <RequestDialog passenger={task.passenger} trip={trip} onClose={shared.onClose} onChanged={onChanged} />;
    case 'person':
      return <PersonDialog passenger={task.passenger} onClose={shared.onClose} onChanged={onChanged} />;
    case 'action':
      return (
        <ReservationDialog
          action={task.action}
          passenger={task.passenger}
          trip={trip}
          onChanged={onChanged}
          {...shared}
        />
      );
    case 'boarding':
      return <BoardingDialog passengers={task.passengers} trip={trip} {...shared} />;
  }
}

/** Invites a guest person to create an account. */
function InvitationDialog({ passenger: { payer }, onClose }: { passenger: Passenger; onClose: () => void }) {
  return (
    <ModalDialog
      title="Convite para criar a conta"
      lead={`${payer.name} ainda não tem conta. Um convite novo encerra o anterior.`}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <InvitationControls person={payer} />
    </ModalDialog>
  );
}

interface TimelineDialogProps {
  passenger: Passenger;
  onClose: () => void;
}

/** Everything that happened to a reservation, with who did it and what changed. */
export function TimelineDialog({ passenger: { payer, reservation }, onClose }: TimelineDialogProps) {
  const formats = useFormats();
  const {
    data: timeline,
    error,
    isFetching,
    refetch,
  } = useQuery(
    load(reservationRoutes.readTimeline, { params: { reservationId: reservation.id }, query: { audience: 'staff' } }),
  );
  return (
    <HistoryDialog
      title="Histórico da reserva"
      lead={`Reserva ${reservation.code} de ${payer.name}.`}
      wide
      isLoading={!timeline && isFetching}
      failure={error && !isFetching ? explainFailure(error) : undefined}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {timeline?.data.length === 0 && <p>Nada registrado até agora.</p>}
      {timeline && timeline.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section tabIndex={0} aria-label="O que aconteceu">
          <Conversation
            items={timeline.data.map((item) => ({ ...item, details: linesOf(item, formats) }))}
            own="operator"
            hasEarlier={timeline.hasEarlier}
          />
        </section>
      )}
    </HistoryDialog>
  );
}

/** The changed fields, a line each. */
function linesOf({ changes }: TimelineItem, formats: Formats): string[] {
  return describeChanges(changes ?? {}, formats, 'reservation').map(({ label, before, after }) => {
    if (before === '') return `${label}: ${after}`;
    return after === '' ? `${label}: era ${before}` : `${label}: de ${before} para ${after}`;
  });
}

interface PersonDialogProps {
  passenger: Passenger;
  onClose: () => void;
  /** The reservation has changed, or is known to be newer than the list. */
  onChanged: () => void;
}

/** A passenger's data, as part of their reservation: the others are needed to say who accompanies a minor. */
function PersonDialog({ passenger, onClose, onChanged }: PersonDialogProps) {
  const {
    data: party,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...load(reservationRoutes.read, { params: { reservationId: passenger.reservation.id } }),
    // The form starts with what is stored now, and keeps it.
    gcTime: 0,
    staleTime: 'static',
  });
  const participant = party?.participants.find(({ id }) => id === passenger.id);
  if (party && participant) {
    return (
      <ParticipantDialog task={{ kind: 'fill', participant }} party={party} onClose={onClose} onChanged={onChanged} />
    );
  }
  const failure = error && !isFetching && explainFailure(error);
  const gone = party && 'Esta pessoa não está mais na reserva. Recarregue a página.';
  return (
    <ModalDialog
      title={nameOf(passenger)}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {!party && isFetching && <Loader aria-label="Carregando..." />}
      {(failure || gone) && (
        <FormNotice>
          {failure || gone}
          {failure && (
            <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
              Tentar de novo
            </Button>
          )}
        </FormNotice>
      )}
    </ModalDialog>
  );
}

interface MessagesDialogProps {
  passenger: Passenger;
  onClose: () => void;
}

/** The e-mails that the payer of a reservation got, what became of them, and the WhatsApp chats that staff opened. */
function MessagesDialog({ passenger: { payer, reservation }, onClose }: MessagesDialogProps) {
  const chatLink = useChatLink();
  const {
    data: messages,
    error,
    isFetching,
    refetch,
  } = useQuery(load(messageRoutes.listOfReservation, { params: { reservationId: reservation.id } }));
  const isEmpty = messages?.data.length === 0 && messages.whatsApp.length === 0;
  return (
    <ModalDialog
      title="Mensagens"
      lead={`E-mails e WhatsApp sobre a reserva ${reservation.code}, de ${payer.name}.`}
      onClose={onClose}
      actions={
        <>
          <Button
            component="a"
            {...chatLink({ facts: reservation.chat, to: payer })}
            size="md"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            Escrever no WhatsApp
          </Button>
          <Button size="md" variant="default" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      {!messages && isFetching && <Loader aria-label="Carregando..." />}
      {error && !isFetching && (
        <FormNotice>
          Não foi possível carregar as mensagens. {explainFailure(error)}
          <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {isEmpty && (
        <p>
          Nenhuma mensagem sobre esta reserva até agora.
          {!payer.email && ' Quem reservou não tem e-mail no cadastro.'}
        </p>
      )}
      {messages && !isEmpty && (
        <MessageList
          messages={messages}
          action={(email) => email.state === 'failed' && <RetryButton reservationId={reservation.id} email={email} />}
        />
      )}
    </ModalDialog>
  );
}

function RetryButton({ reservationId, email }: { reservationId: string; email: ReservationEmail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const params = { reservationId, emailId: email.id };
      return orRedirect(api.call(messageRoutes.retryOfReservation, { params }));
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
