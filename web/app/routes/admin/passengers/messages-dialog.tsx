import { Button, Loader } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { ReservationEmail, ReservationEmailList } from '@passeio/contract/messages/messages';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { MessageList } from '~/features/messages/email-list';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { answered, api } from '~/features/session/api';
import { ApiError } from '~/lib/api';
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
  const { messages, failure, reload, show } = useMessages(reservation.id);
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
      {!messages && !failure && <Loader aria-label="Carregando..." />}
      {failure && (
        <FormNotice>
          Não foi possível carregar as mensagens. {failure}
          <Button size="md" mt="sm" display="block" onClick={reload}>
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
          action={(email) =>
            email.state === 'failed' && (
              <RetryButton reservationId={reservation.id} email={email} onQueued={show} onFailed={reload} />
            )
          }
        />
      )}
    </ModalDialog>
  );
}

interface RetryButtonProps {
  reservationId: string;
  email: ReservationEmail;
  onQueued: (messages: ReservationEmailList) => void;
  onFailed: () => void;
}

function RetryButton({ reservationId, email, onQueued, onFailed }: RetryButtonProps) {
  const [busy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    setBusy(true);
    try {
      const params = { reservationId, emailId: email.id };
      onQueued(await answered(api.call(messageRoutes.retryOfReservation, { params })));
      showAlert('success', 'Mensagem de volta na fila de envio.');
    } catch (error) {
      // The API client has shown the error.
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      onFailed();
    }
  }

  return (
    <Button
      size="md"
      mt="xs"
      variant="default"
      loading={busy}
      aria-label={`Enviar de novo: ${email.subject}`}
      onClick={() => void retry()}
    >
      Enviar de novo
    </Button>
  );
}

function useMessages(reservationId: string) {
  const [messages, setMessages] = useState<ReservationEmailList>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt is a call
  useEffect(() => {
    const call = new AbortController();
    setFailure(undefined);
    const input = { params: { reservationId }, signal: call.signal };
    answered(api.call(messageRoutes.listOfReservation, input)).then(setMessages, (error) => {
      if (!call.signal.aborted) setFailure(explainFailure(error));
    });
    return () => call.abort();
  }, [reservationId, attempt]);
  return { messages, failure, reload: () => setAttempt((before) => before + 1), show: setMessages };
}
