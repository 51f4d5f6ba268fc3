import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { partyLabel } from '@passeio/contract/reservations/party-label';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { formatMoney, useFormats } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { leaveWaitingList } from './leave';
import styles from './waiting-list.module.css';

interface WaitingListProps {
  entries: readonly WaitingListEntry[];
  /** Reloads the entries; resolves when that is done. */
  onChanged: () => Promise<void>;
}

/** Where the user waits for places; nothing where they wait for none. */
export function WaitingList({ entries, onChanged }: WaitingListProps) {
  if (entries.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="lista-de-espera">
      <h2 id="lista-de-espera" className={styles.heading}>
        Lista de espera
      </h2>
      <p className={styles.lead}>Quando sair lugar, guardamos para você e avisamos por e-mail.</p>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <WaitingCard entry={entry} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WaitingCard({ entry, onChanged }: Omit<WaitingListProps, 'entries'> & { entry: WaitingListEntry }) {
  const { formatLongMoment } = useFormats();
  const { trip, position, people, party, totalCents } = entry;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (await leaveWaitingList(trip)) await onChanged();
    },
  });
  const title = useId();

  return (
    <article className={styles.card} aria-labelledby={title}>
      <div>
        <StatusBadge color="waiting">
          {position === null ? 'Lista de espera' : `Lista de espera: ${position}º`}
        </StatusBadge>
        <h3 id={title} className={styles.title}>
          <a href={pagePaths.trip(trip.slug)}>{trip.title}</a>
        </h3>
        <p className={styles.date}>{formatLongMoment(trip.date)}</p>
        <p className={styles.party}>
          {plural(people, 'pessoa')} · {formatMoney(totalCents)}
          <small>{partyLabel(party.map(toFare), party)}</small>
        </p>
      </div>
      <Button size="md" variant="default" loading={isPending} aria-describedby={title} onClick={() => mutate()}>
        Sair da lista
      </Button>
    </article>
  );
}

function toFare({ fareId, label }: WaitingListEntry['party'][number]) {
  return { id: fareId, label };
}
