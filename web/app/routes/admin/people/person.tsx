import { Box, Button, Group, Text, Title } from '@mantine/core';
import { type AuditList, auditRoutes } from '@passeio/contract/audit';
import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { PageInfo } from '@passeio/contract/pages';
import { reservationPagePath } from '@passeio/contract/pages';
import { privacyRoutes } from '@passeio/contract/privacy/privacy';
import type { PersonReservation, PersonReservationList } from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { userRoutes } from '@passeio/contract/users/user-routes';
import type { PersonDetails } from '@passeio/contract/users/users';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AuditEntry } from '~/features/audit/audit-entry';
import { CopyForPayer } from '~/features/reservations/copy-for-payer';
import { moneyText } from '~/features/reservations/passengers/passenger-labels';
import { isActive } from '~/features/reservations/status/reservation-states';
import { ReservationStatusBadge } from '~/features/reservations/status/status-badge';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { ErasureRequest } from '~/features/users/erasure-request';
import { ExportRequest } from '~/features/users/export-request';
import { formatMoney, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { Section, SectionCard } from '~/ui/layout/section';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/person';
import { AccessBadges } from './access-badges';
import styles from './person.module.css';
import { PersonAccess } from './person-access';
import { PersonData } from './person-data';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Pessoa');
export const handle = { title: 'Pessoa' };

export async function clientLoader({ params: { userId } }: Route.ClientLoaderArgs) {
  const params = { userId };
  // Loaded first, because reading a person adds an audit entry.
  const person = await preload(load(userRoutes.read, { params }));
  const [reservations, history] = await Promise.all([
    preload(load(staffReservationRoutes.listOfPerson, { params, query: { page: 1 } })),
    preload(load(auditRoutes.readHistory, { params, query: { page: 1, size: 20 } })),
  ]);
  return { person, reservations, history };
}

export default function PersonPage({ loaderData, params }: Route.ComponentProps) {
  // Resets the state when only the id in the URL changes.
  return <Person key={params.userId} {...loaderData} />;
}

function Person(loaded: Route.ComponentProps['loaderData']) {
  // Every reading of a person is audited.
  const { data: person } = useSuspenseQuery({ ...loaded.person, refetchOnWindowFocus: false });
  const { data: reservations } = useSuspenseQuery(loaded.reservations);
  const { data: history } = useSuspenseQuery(loaded.history);
  const navigate = useNavigate();
  const isSelf = useUser(({ user }) => user.id === person.id);
  return (
    <>
      <PersonHeader person={person} chat={nextChat(reservations.data)} />
      <PersonData person={person} isSelf={isSelf} />
      <PersonAccess key={person.role} person={person} isSelf={isSelf} />
      {!isSelf && person.role === 'CLIENT' && (
        <Section title="Privacidade">
          {person.hasAccount && (
            <ExportRequest
              lead="Para quem escreve pedindo os seus dados. O link vai por e-mail à própria pessoa, vale por 24 horas e pede a senha dela."
              to={person.email ?? ''}
              request={(body) => api.call(privacyRoutes.exportOfPerson, { params: { userId: person.id }, body })}
            />
          )}
          <ErasureRequest
            lead="Para quem escreve pedindo a exclusão. Confira antes quem está pedindo: não há como desfazer."
            asksPassword={false}
            erase={() => api.call(privacyRoutes.erasePerson, { params: { userId: person.id }, toast: false })}
            onErased={() => {
              showAlert('success', 'Dados apagados.');
              void navigate('/admin/usuarios');
            }}
          />
        </Section>
      )}
      <PersonReservations userId={person.id} first={reservations} />
      <PersonHistory key={history.data[0]?.id} userId={person.id} first={history} />
    </>
  );
}

/** What a message to them would be about: their next departure. */
function nextChat(reservations: PersonReservation[]): ChatFacts | null {
  const now = new Date().toISOString();
  const next = reservations
    .filter((one) => isActive(one) && one.trip.date > now)
    .toSorted((one, other) => one.trip.date.localeCompare(other.trip.date));
  return next[0]?.chat ?? null;
}

/** A person's audit entries, newest first. */
function PersonHistory({ userId, first }: { userId: string; first: AuditList }) {
  const { formatDateAndTime } = useFormats();
  const { rows, hasMore, isPending, showMore } = useLoadMore(first, (page) =>
    api.call(auditRoutes.readHistory, { params: { userId }, query: { page, size: first.page.size } }),
  );
  return (
    <Section
      title="Histórico"
      lead={
        <>
          O que foi feito com este cadastro. Veja também{' '}
          <Link to={`/admin/auditoria?actorId=${userId}`}>o que esta pessoa fez</Link>.
        </>
      }
    >
      <SectionCard>
        {rows.length === 0 ? (
          <Text c="dimmed">Nada registrado até agora.</Text>
        ) : (
          <Rows plain className={styles.history}>
            {rows.map((entry) => (
              <li key={entry.id}>
                <AuditEntry entry={entry} when={formatDateAndTime(entry.at)} showSubject={false} />
              </li>
            ))}
          </Rows>
        )}
        {hasMore && (
          <Button size="md" variant="default" loading={isPending} onClick={showMore} mt="lg">
            Mostrar mais
          </Button>
        )}
      </SectionCard>
    </Section>
  );
}

/** The reservations of a person, the newest first. */
function PersonReservations({ userId, first }: { userId: string; first: PersonReservationList }) {
  const { rows, hasMore, isPending, showMore } = useLoadMore(first, (page) =>
    api.call(staffReservationRoutes.listOfPerson, { params: { userId }, query: { page } }),
  );
  return (
    <Section title="Reservas" lead={first.page.total > 0 ? 'As mais recentes primeiro.' : undefined}>
      <SectionCard>
        {rows.length === 0 ? (
          <Text c="dimmed">Nenhuma reserva até agora.</Text>
        ) : (
          <Rows plain>
            {rows.map((reservation) => (
              <Row key={reservation.id} className={styles.reservation}>
                <Reservation reservation={reservation} />
              </Row>
            ))}
          </Rows>
        )}
        {hasMore && (
          <Button size="md" variant="default" loading={isPending} onClick={showMore} mt="lg">
            Mostrar mais reservas
          </Button>
        )}
      </SectionCard>
    </Section>
  );
}

function Reservation({ reservation }: { reservation: PersonReservation }) {
  const { formatNumericDate } = useFormats();
  const { id, code, status, trip, people, totalCents, receivedCents, chat } = reservation;
  const money = moneyText(reservation);
  return (
    <>
      <article className={styles.trip}>
        <h3>
          <Link to={reservationPagePath(id)}>{trip.title}</Link>
        </h3>
        <Text variant="hint">
          Saída em {formatNumericDate(trip.date)} · Reserva {code} · {plural(people, 'pessoa')}
        </Text>
        <Text variant="hint">
          Valor: {formatMoney(totalCents)} · Recebido: {formatMoney(receivedCents)}
        </Text>
        {money && (
          <Text fz="0.9375rem" fw={600}>
            {money}
          </Text>
        )}
      </article>
      <Group gap="0.25rem 1rem">
        <ReservationStatusBadge status={status} />
        {(isActive(reservation) || chat.refund) && (
          <Group gap={4} wrap="nowrap">
            <WhatsAppAnchor facts={chat} to={chat.payer} className={tableStyles.contact} />
            <CopyForPayer facts={chat} />
          </Group>
        )}
      </Group>
    </>
  );
}

interface Page<Entry> {
  data: Entry[];
  page: PageInfo;
}

/** A paginated list: `first` is loaded, `showMore` appends the next page. The API client shows failures. */
function useLoadMore<Entry>(first: Page<Entry>, load: (page: number) => Promise<Page<Entry>>) {
  const [pages, setPages] = useState<Page<Entry>[]>([]);
  const { mutate, isPending } = useMutation({
    mutationFn: () => load(pages.length + 2),
    onSuccess: (next) => setPages([...pages, next]),
  });
  const rows = [first, ...pages].flatMap(({ data }) => data);
  return { rows, hasMore: rows.length < first.page.total, isPending, showMore: () => mutate() };
}

/** A person's name, status and contact links; `chat`: the reservation that a message to them would be about. */
function PersonHeader({ person, chat }: { person: PersonDetails; chat: ChatFacts | null }) {
  const chatLink = useChatLink();
  const { formatNumericDate } = useFormats();
  const { name, contact, email, emailConfirmed, createdAt } = person;
  return (
    <Box component="header" mb="xl">
      <BackToList />
      <Group gap="0.375rem 0.75rem" my={4} className={styles.who}>
        <Title order={2} fz="1.5rem" lh={1.25}>
          {name}
        </Title>
        <AccessBadges person={person} />
        {emailConfirmed === false && <StatusBadge color="waiting">E-mail não confirmado</StatusBadge>}
      </Group>
      <Text c="dimmed">No cadastro desde {formatNumericDate(createdAt)}</Text>
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
