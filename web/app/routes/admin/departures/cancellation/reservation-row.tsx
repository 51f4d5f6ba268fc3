import { Button } from '@mantine/core';
import type { CancelledReservation } from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { emailStates } from '@passeio/contract/messages/messages';
import { messageToPayer } from '@passeio/contract/messages/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { linkTo, note, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { answered, api } from '~/features/session/api';
import { formatMoment, formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import styles from './cancellation.module.css';

interface ReservationRowProps {
  row: CancelledReservation;
  tripId: string;
}

/** A reservation of a cancelled departure: its message, its choice, and WhatsApp while there is none. */
export function ReservationRow({ row, tripId }: ReservationRowProps) {
  const { timeZone } = useSettings();
  const { id, code, payer, people, receivedCents, outcome, chatAt, movedTo } = row;
  const [color, label] = outcomeMark(row);
  // Where the reservation is now.
  const list = reservationPath({ tripId: movedTo?.id ?? tripId, id });
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <Link to={list}>
          {payer.name} <span>{code}</span>
        </Link>
        <p>
          {plural(people, 'pessoa')} · {receivedCents > 0 ? formatMoney(receivedCents) : 'nada pago'}
        </p>
      </div>
      <div className={styles.what}>
        <StatusBadge color={color}>{label}</StatusBadge>
        {movedTo && (
          <p>
            {movedTo.title}, {formatMoment(movedTo.date, timeZone)}
          </p>
        )}
        <Message row={row} />
        {chatAt && <p>WhatsApp aberto em {formatMoment(chatAt, timeZone)}</p>}
      </div>
      {outcome === null && <ChoiceChat row={row} tripId={tripId} />}
    </li>
  );
}

function outcomeMark({ outcome, isDefault, refund }: CancelledReservation): [StatusColor, string] {
  if (outcome === null) return ['waiting', 'Falta escolher'];
  if (outcome === 'ended') return ['quiet', 'Cancelada, nada pago'];
  if (outcome === 'moved') return ['good', 'Outra saída'];
  if (outcome === 'credit') return ['good', 'Crédito'];
  const how = refund === 'paid' ? 'devolvido' : refund === 'sent' ? 'enviado ao banco' : 'a devolver';
  return [refund === 'paid' ? 'good' : 'news', `Reembolso${isDefault ? ' pelo prazo' : ''} – ${how}`];
}

function Message({ row: { email } }: { row: CancelledReservation }) {
  if (!email) return <p data-problem>Sem e-mail no cadastro</p>;
  if (email.state === 'failed') {
    return <p data-problem>O e-mail não saiu{email.reason ? `: ${email.reason}` : '.'}</p>;
  }
  return <p>E-mail: {emailStates[email.state]}</p>;
}

/**
 * WhatsApp to a payer who has not chosen, with a link of their own in the text. Where the browser keeps the chat from
 * opening, it stands there as a link.
 */
function ChoiceChat({ row: { id, payer, chat }, tripId }: ReservationRowProps) {
  const sender = useChatSender();
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
