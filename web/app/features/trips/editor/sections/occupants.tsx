import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { tripPaths } from '~/lib/trip-paths';
import { useFormState, useTripForm } from '../form-context';
import styles from './occupants.module.css';

/** Who takes the places of a trip whose capacity was refused, for as long as the refusal stands. */
export function Occupants() {
  const { people } = useTripForm();
  const { occupants } = useStore(people);
  const isRefused = useFormState(({ refused }) => refused.capacity !== undefined);
  const tripId = useFormState(({ stored }) => stored?.id);
  if (!occupants || !isRefused || !tripId) return null;
  const { reservations, total } = occupants;
  const more = total - reservations.length;
  return (
    <section className={styles.occupants} aria-label="Quem ocupa as vagas">
      <p>Para diminuir a lotação, cancele ou passe para outra saída alguma destas reservas:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard */}
      <ul tabIndex={0}>
        {reservations.map(({ id, code, payer, places, status }) => (
          <li key={id}>
            <Link to={`${tripPaths.passengers(tripId)}?reserva=${id}`}>
              {payer} ({code})
            </Link>
            <span>
              {plural(places, 'vaga')} · {status}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          E mais {plural(more, 'reserva')}, na <Link to={tripPaths.passengers(tripId)}>lista de passageiros</Link>.
        </p>
      )}
    </section>
  );
}
