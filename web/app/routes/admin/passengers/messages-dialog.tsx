import { Button, Loader } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { ReservationEmail } from '@passeio/contract/messages/messages';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MessageList } from '~/features/messages/email-list';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { answered, api } from '~/features/session/api';
import { load, reload } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';

interface MessagesDialogProps {
  passenger: Passenger;
  onClose: () => void;
}

/** The e-mails that the payer of a reservation got, what became of them, and the WhatsApp chats that staff opened. */
export function MessagesDialog({ passenger: { payer, reservation }, onClose }: MessagesDialogProps) {
  const { timeZone } = useSettings();
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
          timeZone={timeZone}
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
      return answered(api.call(messageRoutes.retryOfReservation, { params }));
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
