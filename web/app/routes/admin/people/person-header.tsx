import { Box, Button, Group } from '@mantine/core';
import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { PersonDetails } from '@passeio/contract/users/users';
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { AccessBadges } from '~/features/users/access-badges';
import { formatNumericDate } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { useSettings } from '~/lib/settings';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { NavLink } from '~/ui/navigation/nav-link';
import styles from './person-header.module.css';

/** A person's name, status and contact links; `chat`: the reservation that a message to them would be about. */
export function PersonHeader({ person, chat }: { person: PersonDetails; chat: ChatFacts | null }) {
  const chatLink = useChatLink();
  const { timeZone } = useSettings();
  const { name, contact, email, emailConfirmed, createdAt } = person;
  return (
    <Box component="header" mb="xl">
      <BackToList />
      <div className={styles.who}>
        <h2 className={styles.name}>{name}</h2>
        <AccessBadges person={person} />
        {emailConfirmed === false && <StatusBadge color="waiting">E-mail não confirmado</StatusBadge>}
      </div>
      <p className={styles.since}>No cadastro desde {formatNumericDate(createdAt, timeZone)}</p>
      <Group component="ul" gap="sm" mt="md">
        <li>
          <Button
            component="a"
            {...chatLink({ facts: chat, to: person })}
            variant="default"
            size="md"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            WhatsApp
          </Button>
        </li>
        <li>
          <Button
            component="a"
            href={`tel:${contact}`}
            aria-label={`Ligar para ${formatContact(contact)}`}
            variant="default"
            size="md"
            leftSection={<IconPhone size={20} aria-hidden />}
          >
            Ligar
          </Button>
        </li>
        {email && (
          <li>
            <Button
              component="a"
              href={`mailto:${email}`}
              aria-label={`E-mail para ${email}`}
              variant="default"
              size="md"
              leftSection={<IconMail size={20} aria-hidden />}
            >
              E-mail
            </Button>
          </li>
        )}
      </Group>
    </Box>
  );
}

/** Returns to the list with its filters and page. */
function BackToList() {
  const { state } = useLocation();
  const search = typeof state?.list === 'string' ? state.list : '';
  return <NavLink to={`/admin/usuarios${search}`}>Todas as pessoas</NavLink>;
}
