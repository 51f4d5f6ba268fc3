import { Button, Group, Switch, Text } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { LINK_DAYS_AFTER_RETURN } from '@passeio/contract/reservations/reservation-link-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { IconBrandWhatsapp, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { payerLink } from '~/features/session/api';
import { forgetLinks, readRememberedLinks, rememberLink } from '~/features/session/remembered/remembered-links';
import { useSessionStatus } from '~/features/session/session-status';
import { useFormats, whatsAppLink } from '~/lib/formats';
import { useOrigin, useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/feedback/alert';
import { useCopy } from '~/ui/inputs/use-copy';
import { TitledCard } from '~/ui/layout/titled-card';
import hidden from '~/ui/text/visually-hidden.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

interface KeepLinkProps {
  reservation: Pick<ReservationDetails, 'code' | 'trip'>;
}

/** Ways to find a reservation again that nothing but its link opens; nothing for people who have an account. */
export function KeepLink({ reservation }: KeepLinkProps) {
  const isSignedIn = useSessionStatus() === 'signedIn';
  const link = payerLink();
  if (!link || isSignedIn) return null;
  return (
    <div data-wide>
      <LinkToKeep token={link.token} reservation={reservation} />
    </div>
  );
}

interface LinkToKeepProps extends KeepLinkProps {
  token: string;
}

function LinkToKeep({ token, reservation }: LinkToKeepProps) {
  const { code, trip } = reservation;
  const url = useOrigin() + pagePaths.payerLink(token);
  const { name: operator } = useSettings();
  const { formatLongDate } = useFormats();
  const text = `Minha reserva ${code} no passeio “${trip.title}”, ${formatLongDate(trip.date)}, com ${operator}: ${url}`;
  return (
    <TitledCard title="Guarde este link">
      <Text style={{ textWrap: 'pretty' }}>
        Este link é a sua reserva: é por ele que você volta para pagar, completar os dados e abrir o voucher. Quem tem o
        link vê a reserva.
      </Text>
      <LinkActions url={url} text={text} />
      <RememberSwitch token={token} reservation={reservation} />
    </TitledCard>
  );
}

/** Copies a link, or sends it to the client's own WhatsApp as the end of a `text`. */
export function LinkActions({ url, text }: { url: string; text: string }) {
  const { copied, refused, copy } = useCopy(url);
  return (
    <>
      <Group gap="sm" mt="md">
        <Button
          size="md"
          variant="default"
          leftSection={copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
          onClick={() => void copy()}
        >
          {copied ? 'Link copiado!' : 'Copiar link'}
        </Button>
        <span role="status" className={hidden.hidden}>
          {copied && 'Link copiado!'}
        </span>
        <Button
          component="a"
          href={whatsAppLink('', text)}
          target="_blank"
          rel="noreferrer"
          size="md"
          px="xs"
          fz="sm"
          variant="default"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          Enviar para o meu WhatsApp
        </Button>
      </Group>
      {refused && (
        <Text mt="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          O navegador não deixou copiar. Selecione e copie: {url}
        </Text>
      )}
    </>
  );
}

/** Remembers the reservation in this browser, with its trip as it is now. */
function RememberSwitch({ token, reservation: { code, trip } }: LinkToKeepProps) {
  const [isRemembered, setRemembered] = useState(() => readRememberedLinks().some((one) => one.token === token));
  const { title, date, returnDate } = trip;
  const until = Date.parse(returnDate) + LINK_DAYS_AFTER_RETURN * DAY_MS;
  useEffect(() => {
    if (isRemembered) rememberLink({ token, code, title, date, until });
  }, [isRemembered, token, code, title, date, until]);

  function change(remembers: boolean): void {
    if (!remembers) forgetLinks(token);
    const isDone = remembers ? rememberLink({ token, code, title, date, until }) : true;
    if (isDone) setRemembered(remembers);
    else showAlert('error', 'Este navegador não guarda nada. Copie o link.');
  }
  return (
    <Switch
      size="md"
      mt="md"
      label="Lembrar neste aparelho"
      description={
        isRemembered
          ? 'A página inicial mostra “Minha reserva”, até você esquecer ou sair de uma conta aqui'
          : 'Só se o aparelho for seu: a página inicial passa a mostrar “Minha reserva”'
      }
      checked={isRemembered}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
