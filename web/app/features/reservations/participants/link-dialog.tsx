import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormats, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { CopyButton, ShareButton } from '~/ui/sharing/share-buttons';
import { api } from '../../session/api';

interface LinkDialogProps {
  reservationId: string;
  person: Pick<Participant, 'id' | 'name' | 'contact' | 'hasLink'>;
  trip: { title: string; date: string };
  /** The message to send; by default the payer's. */
  textOf?: ((url: string) => string) | undefined;
  /** What they are asked to pay, where the payment is split. */
  shareText?: string;
  /** WhatsApp opens with the message. */
  onOpenChat?: () => void;
  onClose: () => void;
}

/** Creates a person's link and sends it: they fill in their own data and pay their share, without an account. */
export function LinkDialog({ reservationId, person, trip, textOf, shareText, onOpenChat, onClose }: LinkDialogProps) {
  const { name: operator } = useSettings();
  const { formatLongDate } = useFormats();
  const {
    data: url,
    isError: failed,
    isPending,
    mutate: create,
  } = useMutation({
    mutationFn: async () => {
      const params = { reservationId, participantId: person.id };
      return (await api.call(reservationRoutes.createLink, { params })).url;
    },
  });
  // The server stores only a hash of the link and shows it once; a new one ends an earlier one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!person.hasLink) create();
  }, []);
  const first = firstName(person.name);
  const asked = shareText ? `Pague a sua parte (${shareText}) e preencha os seus dados` : 'Preencha os seus dados';
  const text =
    textOf?.(url ?? '') ??
    `Olá${first && `, ${first}`}! ${asked} para o passeio “${trip.title}”, ` +
      `${formatLongDate(trip.date)}, com ${operator}. O link é só seu: ${url}`;
  return (
    <ModalDialog
      title={`Pedir que ${first || 'a pessoa'} ${shareText ? 'pague' : 'preencha'}`}
      lead={`O link mostra só os dados${shareText ? ' e a parte' : ''} desta pessoa e o passeio, e não pede conta nem senha.`}
      onClose={onClose}
      actions={
        <Button variant="default" size="md" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {!url && person.hasLink && (
        <Text mb="sm">Esta pessoa já tem um link. Se você criar outro, o de antes não abre mais.</Text>
      )}
      {(failed || (!url && person.hasLink)) && (
        <Button size="md" loading={isPending} onClick={() => create()}>
          {failed ? 'Tentar de novo' : 'Criar outro link'}
        </Button>
      )}
      {!url && !failed && !person.hasLink && <Text role="status">Criando o link…</Text>}
      {url && (
        <Stack gap="sm">
          <Button
            component="a"
            href={whatsAppLink(person.contact ?? '', text)}
            onClick={onOpenChat}
            target="_blank"
            rel="noreferrer"
            size="md"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            Enviar pelo WhatsApp
          </Button>
          <TextInput label="Link" size="md" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={url} />
          <ShareButton text={text} />
        </Stack>
      )}
    </ModalDialog>
  );
}
