import { Button, Group, Text } from '@mantine/core';
import { invitationRoutes } from '@passeio/contract/users/invitation-routes';
import { INVITATION_DAYS } from '@passeio/contract/users/invitations';
import { firstName } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatMoment, whatsAppLink } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/feedback/alert';
import { answered, api } from '../session/api';

interface InvitationControlsProps {
  person: { id: string; name: string; contact: string };
  /** Expiry of the open invitation; null without one. */
  invitedUntil?: string | null;
}

/** Creates an invitation link, to be sent by WhatsApp. */
export function InvitationControls({ person, invitedUntil = null }: InvitationControlsProps) {
  const { name: operator, timeZone } = useSettings();
  const { link, until, busy, create, cancel } = useInvitation(person.id, invitedUntil);
  return (
    <div>
      {until && <Text mb="sm">Há um convite aberto, que vale até {formatMoment(until, timeZone)}.</Text>}
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
          <Button size="md" loading={busy} onClick={create}>
            {until ? 'Criar outro convite' : 'Criar convite'}
          </Button>
        )}
        {until && (
          <Button size="md" variant="default" disabled={busy} onClick={cancel}>
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
  const [busy, setBusy] = useState(false);

  async function perform(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // The API client has shown the error.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }
  const create = () =>
    perform(async () => {
      const invitation = await answered(api.call(invitationRoutes.invite, { params: { userId } }));
      setLink(invitation.link);
      setUntil(invitation.expiresAt);
    });
  const cancel = () =>
    perform(async () => {
      await answered(api.call(invitationRoutes.cancelInvitation, { params: { userId } }));
      setLink(undefined);
      setUntil(null);
      showAlert('success', 'Convite cancelado: o link não vale mais.');
    });
  return { link, until, busy, create, cancel };
}

function invitationText(name: string, operator: string, link: string): string {
  return (
    `Olá, ${firstName(name)}! Com este link você cria a sua conta na ${operator} e acompanha as suas reservas. ` +
    `Ele é só seu, vale por ${INVITATION_DAYS} dias e funciona uma vez: ${link}`
  );
}
