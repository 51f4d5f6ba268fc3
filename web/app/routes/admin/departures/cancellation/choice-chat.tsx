import { Button } from '@mantine/core';
import type { CancelledReservation } from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { messageToPayer } from '@passeio/contract/messages/whatsapp-moments';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { linkTo, note, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { answered, api } from '~/features/session/api';
import styles from './cancellation.module.css';

interface ChoiceChatProps {
  row: CancelledReservation;
  tripId: string;
}

/**
 * WhatsApp to a payer who has not chosen, with a link of their own in the text. Where the browser keeps the chat from
 * opening, it stands there as a link.
 */
export function ChoiceChat({ row: { id, payer, chat }, tripId }: ChoiceChatProps) {
  const sender = useChatSender();
  const { revalidate } = useRevalidator();
  const [href, setHref] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => answered(api.call(departureRoutes.createChoiceLink, { params: { tripId, reservationId: id } })),
    onSuccess({ url }) {
      const message = messageToPayer(chat, sender, 'whatsAppChoice', url);
      const link = linkTo(payer, message.text, message.topic).href;
      // With noopener the browser does not say whether it opened.
      const opened = window.open(link, '_blank');
      if (opened) opened.opener = null;
      else setHref(link);
      note(chat, message);
      void revalidate();
    },
  });
  if (!payer.contact) return <p className={styles.words}>Sem telefone no cadastro</p>;

  const icon = <IconBrandWhatsapp size={20} aria-hidden />;
  const label = `WhatsApp de ${payer.name}: saída cancelada, falta escolher`;
  if (href) {
    return (
      <Button
        component="a"
        href={href}
        target="_blank"
        rel="noreferrer"
        size="md"
        leftSection={icon}
        aria-label={label}
      >
        Abrir WhatsApp
      </Button>
    );
  }
  return (
    <Button
      size="md"
      variant="default"
      loading={isPending}
      leftSection={icon}
      aria-label={label}
      onClick={() => mutate()}
    >
      WhatsApp
    </Button>
  );
}
