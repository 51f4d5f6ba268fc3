import { Button, Group, Text } from '@mantine/core';
import { INVITATION_DAYS, invitationRoutes } from '@passeio/contract/users/invitations';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/feedback/alert';
import { api } from '../session/api';
import { may } from '../session/user-store';

interface InvitationControlsProps {
  person: { id: string; name: string; contact: string; email: string | null };
  /** What the link opens where the person has no e-mail; by default their latest reservation. */
  reservationId?: string;
  /** Expiry of the open invitation; null without one. */
  invitedUntil?: string | null;
}

/** Creates an invitation link, to be sent by WhatsApp. */
export function InvitationControls({ person, reservationId, invitedUntil = null }: InvitationControlsProps) {
  const { name: operator } = useSettings();
  const { formatMoment } = useFormats();
  const { link, until, creation, cancellation, isPending } = useInvitation(person.id, reservationId, invitedUntil);
  const isInvited = person.email !== null;
  if (!isInvited && !may('see_money'))
    return (
      <Text>
        Sem e-mail no cadastro não dá para convidar. Peça a alguém que vê valores para enviar o link da reserva.
      </Text>
    );
  return (
    <div>
      {until && isInvited && <Text mb="sm">Há um convite aberto, que vale até {formatMoment(until)}.</Text>}
      <Group gap="sm">
        {link ? (
          <Button
            component="a"
            href={whatsAppLink(
              person.contact,
              isInvited ? invitationText(person.name, operator, link) : linkText(person.name, operator, link),
            )}
            target="_blank"
            rel="noreferrer"
            size="md"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            {isInvited ? 'Enviar convite pelo WhatsApp' : 'Enviar link pelo WhatsApp'}
          </Button>
        ) : (
          <Button size="md" loading={isPending} onClick={() => creation.mutate()}>
            {!isInvited ? 'Criar link da reserva' : until ? 'Criar outro convite' : 'Criar convite'}
          </Button>
        )}
        {until && isInvited && (
          <Button size="md" variant="default" disabled={isPending} onClick={() => cancellation.mutate()}>
            Cancelar convite
          </Button>
        )}
      </Group>
    </div>
  );
}

function useInvitation(userId: string, reservationId: string | undefined, invitedUntil: string | null) {
  // The server stores only a hash: the link is shown once.
  const [link, setLink] = useState<string>();
  const [until, setUntil] = useState(invitedUntil);
  const call = { params: { userId } };
  const creation = useMutation({
    mutationFn: () => api.call(invitationRoutes.invite, { ...call, body: { reservationId } }),
    onSuccess: (invitation) => {
      setLink(invitation.link);
      setUntil(invitation.expiresAt);
    },
  });
  const cancellation = useMutation({
    mutationFn: () => api.call(invitationRoutes.cancelInvitation, call),
    onSuccess: () => {
      setLink(undefined);
      setUntil(null);
      showAlert('success', 'Convite cancelado: o link não vale mais.');
    },
  });
  return { link, until, creation, cancellation, isPending: creation.isPending || cancellation.isPending };
}

function invitationText(name: string, operator: string, link: string): string {
  return (
    `Olá, ${firstName(name)}! Com este link você cria a sua conta na ${operator} e acompanha as suas reservas. ` +
    `Ele é só seu, vale por ${INVITATION_DAYS} dias e funciona uma vez, com o seu e-mail: ${link}`
  );
}

function linkText(name: string, operator: string, link: string): string {
  return `Olá, ${firstName(name)}! Por este link você acompanha a sua reserva na ${operator}, sem conta nem senha: ${link}`;
}
