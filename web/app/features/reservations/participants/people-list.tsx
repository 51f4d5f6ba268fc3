import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { type Participant, participantFieldLabels } from '@passeio/contract/reservations/participants';
import { seatLabel } from '@passeio/contract/seats/seat-label';
import { ageLabel } from '@passeio/contract/trips/fare-labels';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoney } from '~/lib/formats';
import styles from './people-list.module.css';

interface PeopleListProps {
  people: readonly Participant[];
  /** Of a reservation that has ended nothing is missing any more. */
  isOver?: boolean;
  /** What can be done with a person; nothing where the list is to be read only. */
  actions?: (person: Participant) => ReactNode;
  /** What stands beside the name. */
  menu?: (person: Participant) => ReactNode;
}

/** The people of a reservation with what is still missing of each. */
export function PeopleList({ people, isOver = false, actions, menu }: PeopleListProps) {
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.id} className={styles.person}>
          <div className={styles.head}>
            <div>
              <h3 className={styles.name}>{nameAmong(person, people)}</h3>
              <p className={styles.facts}>{factsOf(person, people)}</p>
            </div>
            {menu?.(person)}
          </div>
          <Standing person={person} isOver={isOver} />
          {actions?.(person)}
        </li>
      ))}
    </ul>
  );
}

/** As "Criança · 7 anos · com Ana · Poltrona 12 · R$ 95,00". */
function factsOf(person: Participant, people: readonly Participant[]): string {
  const { fareLabel, age, companionId, takesPlace, priceCents, seat, heldUntil } = person;
  const companion = people.find(({ id }) => id === companionId);
  return [
    fareLabel,
    age !== null && ageLabel(age),
    companion && `${takesPlace ? 'com' : 'no colo de'} ${nameAmong(companion, people)}`,
    seat && seatLabel(seat),
    formatMoney(priceCents),
    heldUntil && 'aguarda o sinal',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether they travelled, once that was said; before, what is missing. */
function Standing({ person, isOver }: { person: Participant; isOver: boolean }) {
  if (person.missedAt) return <p className={styles.attendance}>Não compareceu</p>;
  if (person.boardedAt) return <p className={styles.attendance}>Embarcou</p>;
  return isOver ? null : <Completeness person={person} />;
}

function Completeness({ person: { missing, hasLink } }: { person: Participant }) {
  if (missing.length === 0) {
    return (
      <p className={styles.complete}>
        <IconCircleCheck size={18} aria-hidden />
        Dados completos
      </p>
    );
  }
  return (
    <p className={styles.missing}>
      <IconAlertCircle size={18} aria-hidden />
      <span>
        {missingInWords(missing)}
        {hasLink && <span className={styles.link}> · Link enviado</span>}
      </span>
    </p>
  );
}

/** As "Falta: nome completo, documento". */
export function missingInWords(missing: readonly string[]): string {
  const labels: Readonly<Record<string, string>> = participantFieldLabels;
  const known = missing.flatMap((field) => labels[field] ?? []);
  return `Falta: ${known.length > 0 ? known.join(', ') : 'outros dados'}`;
}
