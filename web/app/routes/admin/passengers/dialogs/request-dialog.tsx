import { Button } from '@mantine/core';
import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { messageToParticipant } from '@passeio/contract/messages/whatsapp-moments';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { LinkDialog } from '~/features/reservations/participants/link-dialog';
import { note, useChatLink, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { chatOf, mayFillByLink, requestsFor } from '../missing-data';

interface RequestDialogProps {
  passenger: Passenger;
  trip: PassengerTrip;
  onClose: () => void;
  /** A link exists now. */
  onChanged: () => void;
}

/**
 * Asks for what a passenger's data lacks by WhatsApp: with a link of their own, or the payer with the reservation's
 * page.
 */
export function RequestDialog({ passenger, trip, onClose, onChanged }: RequestDialogProps) {
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
        onCreated={onChanged}
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
