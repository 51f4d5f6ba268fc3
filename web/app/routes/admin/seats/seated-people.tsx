import { seatNumber } from '@passeio/contract/seats/seat-label';
import type { SeatVehicle } from '@passeio/contract/seats/seats';
import type { TripPerson } from './trip-seating';
import styles from './trip-seats.module.css';

interface SeatedPeopleProps {
  people: readonly TripPerson[];
  vehicles: readonly SeatVehicle[];
  picked: string | undefined;
  onPick: (id: string | undefined) => void;
}

const byNumber = new Intl.Collator('pt-BR', { numeric: true });

/** Whoever has a seat, vehicle by vehicle in the order of the numbers; one is picked to be put elsewhere. */
export function SeatedPeople({ people, vehicles, picked, onPick }: SeatedPeopleProps) {
  const seated = vehicles.flatMap(({ id, name }) =>
    people
      .flatMap((person) => (person.seat?.vehicleId === id ? [{ person, number: person.seat.seat }] : []))
      .sort((a, b) => byNumber.compare(a.number, b.number))
      .map(({ person, number }) => ({
        person,
        seat: seatNumber({ vehicle: vehicles.length > 1 ? name : null, number }),
      })),
  );
  if (seated.length === 0) return null;
  return (
    <section aria-labelledby="seated" className={styles.seated}>
      <h3 id="seated">Quem senta onde</h3>
      <ul>
        {seated.map(({ person: { id, name, code }, seat }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === picked} onClick={() => onPick(id === picked ? undefined : id)}>
              <strong>{seat}</strong> <span>{name}</span> <span>{code}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
