import { Button, Group, Text } from '@mantine/core';
import { INVITATION_DAYS, invitationRoutes } from '@passeio/contract/users/invitations';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/feedback/alert';
import { api, orRedirect } from '../session/api';

interface InvitationControlsProps {
  person: { id: string; name: string; contact: string };
  /** Expiry of the open invitation; null without one. */
  invitedUntil?: string | null;
}

/** Creates an invitation link, to be sent by WhatsApp. */
export function InvitationControls({ person, invitedUntil = null }: InvitationControlsProps) {
  const { name: operator } = useSettings();
  const { formatMoment } = useFormats();
  const { link, until, creation, cancellation, isPending } = useInvitation(person.id, invitedUntil);
  return (
    <div>
      {until && <Text mb="sm">Há um convite aberto, que vale até {formatMoment(until)}.</Text>}
      <Group gap="sm">
        {link ? (
          <Button
            component="a"
            href={whatsAppLink(person.contact, invitationText(person.name, operator, link))}
            target="_blank"
            rel="noreferrer"
            size="md"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            Enviar convite pelo WhatsApp
          </Button>
        ) : (
          <Button size="md" loading={isPending} onClick={() => creation.mutate()}>
            {until ? 'Criar outro convite' : 'Criar convite'}
          </Button>
        )}
        {until && (
          <Button size="md" variant="default" disabled={isPending} onClick={() => cancellation.mutate()}>
            Cancelar convite
          </Button>
        )}
      </Group>
    </div>
  );
}

function useInvitation(userId: string, invitedUntil: string | null) {
  // The server stores only a hash: the link is shown once.
  const [link, setLink] = useState<string>();
  const [until, setUntil] = useState(invitedUntil);
  const call = { params: { userId } };
  const creation = useMutation({
    mutationFn: () => orRedirect(api.call(invitationRoutes.invite, call)),
    onSuccess: (invitation) => {
      setLink(invitation.link);
      setUntil(invitation.expiresAt);
    },
  });
  const cancellation = useMutation({
    mutationFn: () => orRedirect(api.call(invitationRoutes.cancelInvitation, call)),
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
    `Ele é só seu, vale por ${INVITATION_DAYS} dias e funciona uma vez: ${link}`
  );
}
