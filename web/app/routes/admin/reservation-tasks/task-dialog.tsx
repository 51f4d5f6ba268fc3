import { Button, NativeSelect } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { boardingChange, type Passenger } from '@passeio/contract/boarding/passengers';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { messageToParticipant } from '@passeio/contract/reservations/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { boardingOptions } from '~/features/reservations/participants/boarding-choice';
import { LinkDialog } from '~/features/reservations/participants/link-dialog';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { note, useChatLink, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { InvitationControls } from '~/features/users/invitation-controls';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { LoadedDialog } from '~/ui/dialogs/loaded-dialog';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { CancelDialog } from './cancel-dialog';
import { chatOf, mayFillByLink, requestsFor } from './data-requests';
import { PaymentDialog } from './payment-dialog';
import { ReservationDialog } from './reservation-dialogs';
import type { Task, TaskTrip } from './task';

interface TaskDialogProps {
  task: Task;
  trip: TaskTrip;
  onClose: () => void;
  /** Closes the dialog and shows what was done. */
  onDone: (message: string) => void;
}

/** Renders the open dialog. */
export function TaskDialog({ task, trip, ...shared }: TaskDialogProps) {
  switch (task.kind) {
    case 'payment':
      return <PaymentDialog intent={task.intent} passenger={task.passenger} {...shared} />;
    case 'cancel':
      return <CancelDialog passenger={task.passenger} {...shared} />;
    case 'cancelPerson':
      return <CancelDialog passenger={task.passenger} personOnly {...shared} />;
    case 'invitation':
      return <InvitationDialog passenger={task.passenger} onClose={shared.onClose} />;
    case 'request':
      return <RequestDialog passenger={task.passenger} trip={trip} onClose={shared.onClose} />;
    case 'person':
      return <PersonDialog passenger={task.passenger} onClose={shared.onClose} />;
    case 'action':
      return <ReservationDialog action={task.action} passenger={task.passenger} trip={trip} {...shared} />;
    case 'boarding':
      return <BoardingDialog passengers={task.passengers} trip={trip} {...shared} />;
  }
}

/** Invites a guest person to create an account. */
function InvitationDialog({
  passenger: { payer, reservation },
  onClose,
}: {
  passenger: Passenger;
  onClose: () => void;
}) {
  return (
    <ModalDialog
      title="Convite para criar a conta"
      lead={
        payer.email
          ? `${payer.name} ainda não tem conta, e a cria com o e-mail ${payer.email}. Um convite novo encerra o anterior.`
          : `${payer.name} ainda não tem conta nem e-mail no cadastro: o link abre só esta reserva.`
      }
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <InvitationControls person={payer} reservationId={reservation.id} />
    </ModalDialog>
  );
}

/** A passenger's data, as part of their reservation: the others are needed to say who accompanies a minor. */
function PersonDialog({ passenger, onClose }: Pick<RequestDialogProps, 'passenger' | 'onClose'>) {
  const query = useQuery({
    ...load(reservationRoutes.read, { params: { reservationId: passenger.reservation.id } }),
    // The form starts with what is stored now, and keeps it.
    gcTime: 0,
    staleTime: 'static',
  });
  const participant = query.data?.participants.find(({ id }) => id === passenger.id);
  if (query.data && participant) {
    return <ParticipantDialog task={{ kind: 'fill', participant }} party={query.data} onClose={onClose} />;
  }
  return (
    <LoadedDialog title={nameOf(passenger)} query={query} onClose={onClose}>
      {() => <FormNotice>Esta pessoa não está mais na reserva. Recarregue a página.</FormNotice>}
    </LoadedDialog>
  );
}

interface BoardingDialogProps {
  passengers: readonly Passenger[];
  trip: TaskTrip;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Changes the boarding point of several people at once. */
function BoardingDialog({ passengers, trip, onClose, onDone }: BoardingDialogProps) {
  return (
    <FormDialog
      title="Mudar embarque"
      lead={new Intl.ListFormat('pt-BR').format(passengers.map(nameOf))}
      submit="Mudar embarque"
      initial={{ boardingPointId: commonPoint(passengers) }}
      schema={boardingChange}
      toBody={({ boardingPointId }) => ({
        participantIds: passengers.map(({ id }) => id),
        boardingPointId: boardingPointId || null,
      })}
      save={(body) =>
        api.callUnchecked(passengerRoutes.changeBoarding, { params: { tripId: trip.id }, body, toast: false })
      }
      onSaved={() => onDone(`Embarque de ${plural(passengers.length, 'pessoa')} alterado.`)}
      onClose={onClose}
    >
      {(form) => (
        <NativeSelect
          label="Ponto de embarque"
          data-autofocus
          size="md"
          data={boardingOptions(trip.boardingPoints)}
          {...form.getInputProps('boardingPointId')}
        />
      )}
    </FormDialog>
  );
}

/** The point where all of them board; "to be agreed" if there are several. */
function commonPoint(passengers: readonly Passenger[]): string {
  const points = new Set(passengers.map(({ boardingPoint }) => boardingPoint?.id ?? ''));
  return points.size === 1 ? ([...points][0] ?? '') : '';
}

interface RequestDialogProps {
  passenger: Passenger;
  trip: TaskTrip;
  onClose: () => void;
}

/**
 * Asks for what a passenger's data lacks by WhatsApp: with a link of their own, or the payer with the reservation's
 * page.
 */
function RequestDialog({ passenger, trip, onClose }: RequestDialogProps) {
  const sender = useChatSender();
  const chatLink = useChatLink();
  const { chat } = passenger.reservation;
  if (mayFillByLink(passenger, trip)) {
    return (
      <LinkDialog
        reservationId={passenger.reservation.id}
        person={passenger}
        trip={trip}
        textOf={(url) => messageToParticipant(chat, sender, { ...passenger, link: url }, 'whatsAppData').text}
        onOpenChat={() => {
          if (passenger.contact) note(chat, { key: 'whatsAppData' }, passenger);
        }}
        onClose={onClose}
      />
    );
  }
  const [request] = requestsFor([passenger]);
  return (
    <ModalDialog
      title="Pedir os dados que faltam"
      lead={
        request
          ? `A mensagem para ${request.recipient.name} diz o que falta${request.mayOpenPage ? ' e leva à página da reserva' : ''}.`
          : 'Não falta mais nada desta pessoa.'
      }
      onClose={onClose}
      actions={
        <Button variant="default" size="md" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {request && (
        <Button
          component="a"
          {...chatLink(chatOf(request))}
          aria-label={undefined}
          size="md"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          Enviar pelo WhatsApp
        </Button>
      )}
    </ModalDialog>
  );
}
