import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { PersonReservation } from '@passeio/contract/reservations/reservations';
import type { PersonDetails } from '@passeio/contract/users/users';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { loadHistory } from '~/features/audit/entries';
import { loadPersonReservations } from '~/features/reservations/person-reservations';
import { isActive } from '~/features/reservations/reservation-states';
import { useUser } from '~/features/session/user-store';
import { loadPerson } from '~/features/users/person';
import { pageMeta } from '~/lib/page-meta';
import type { Route } from './+types/person';
import { PersonAccess } from './person-access';
import { PersonData } from './person-data';
import { PersonHeader } from './person-header';
import { PersonHistory } from './person-history';
import { PersonReservations } from './person-reservations';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Pessoa');
export const handle = { title: 'Pessoa' };

export async function clientLoader({ params: { userId }, request: { signal } }: Route.ClientLoaderArgs) {
  // Loaded first, because reading a person adds an audit entry.
  const person = await loadPerson(userId, signal);
  const [reservations, history] = await Promise.all([
    loadPersonReservations(userId, 1, signal),
    loadHistory(userId, 1, signal),
  ]);
  return { person, reservations, history };
}

export default function PersonPage({ loaderData }: Route.ComponentProps) {
  // Resets the state when only the id in the URL changes.
  return <Person key={loaderData.person.id} {...loaderData} />;
}

function Person({ person: loaded, reservations, history }: Route.ComponentProps['loaderData']) {
  const { person, setNewest } = useNewest(loaded);
  const isSelf = useUser(({ user }) => user.id === person.id);
  return (
    <>
      <PersonHeader person={person} chat={nextChat(reservations.data)} />
      <PersonData person={person} isSelf={isSelf} onSaved={setNewest} />
      <PersonAccess key={person.role} person={person} isSelf={isSelf} onSaved={setNewest} />
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

/** The newer of the loaded and the saved person; saving reloads the rest of the page. */
function useNewest(loaded: PersonDetails) {
  const [saved, setSaved] = useState(loaded);
  const { revalidate } = useRevalidator();
  function setNewest(person: PersonDetails): void {
    setSaved(person);
    void revalidate();
  }
  return { person: saved.version > loaded.version ? saved : loaded, setNewest };
}
