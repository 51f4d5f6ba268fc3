import { Button } from '@mantine/core';
import { seatKey, seatParties } from '@passeio/contract/seating';
import type { ReservationSeats, SeatChanges, SeatedPerson, SeatVehicle } from '@passeio/contract/seats';
import { useEffect, useState } from 'react';
import { ApiError } from '~/lib/api';
import { loadReservationSeats, saveReservationSeats } from './seat-calls';
import styles from './seat-choice.module.css';
import { SeatGrid, type ShownSeat } from './seat-grid';

type Seats = ReservationSeats | 'loading' | 'failed';

interface SeatChoiceProps {
  reservationId: string;
  /** Called once somebody has another seat. */
  onSaved: () => void;
}

/** The seats of a reservation's people on the map of the vehicle, each change saved at once. */
export function SeatChoice({ reservationId, onSaved }: SeatChoiceProps) {
  const { seats, refusal, busy, reload, save } = useSeats(reservationId, onSaved);
  const [chosen, setChosen] = useState<string>();
  if (seats === 'loading') return <p role="status">Carregando o mapa…</p>;
  if (seats === 'failed') {
    return (
      <div role="alert" className={styles.failed}>
        <p>Não deu para carregar o mapa de poltronas.</p>
        <Button variant="default" size="md" onClick={reload}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  const { people, vehicles, taken } = seats;
  const waiting = people.filter(({ seat }) => !seat);
  const person = people.find(({ id }) => id === chosen) ?? waiting[0] ?? people[0];

  /** Seats the chosen person, and goes on with the next who has no seat; their own seat is given back. */
  function press(vehicle: SeatVehicle, label: string): void {
    const ref = { vehicleId: vehicle.id, seat: label };
    const owner = people.find(({ seat }) => seat && seatKey(seat) === seatKey(ref));
    if (!person || busy || taken.some((one) => seatKey(one) === seatKey(ref))) return;
    if (owner && owner.id !== person.id) setChosen(owner.id);
    else if (owner) void save([{ participantId: person.id, seat: null }]);
    else {
      const next = waiting.find(({ id }) => id !== person.id);
      void save([{ participantId: person.id, seat: ref }]).then((saved) => saved && setChosen(next?.id ?? person.id));
    }
  }

  return (
    <div className={styles.choice}>
      <p className={styles.lead}>{leadOf(seats, person)}</p>
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <fieldset className={styles.people}>
        <legend>Quem senta onde</legend>
        {people.map((one) => (
          <Button
            key={one.id}
            variant={one.id === person?.id ? 'filled' : 'default'}
            size="md"
            aria-pressed={one.id === person?.id}
            onClick={() => setChosen(one.id)}
          >
            {one.name}: {one.seat ? `poltrona ${one.seat.seat}` : 'sem poltrona'}
          </Button>
        ))}
      </fieldset>
      {seats.mayChoose && waiting.length > 1 && (
        <Button variant="light" size="md" loading={busy} onClick={() => void save(together(seats))}>
          Escolher lugares juntos
        </Button>
      )}
      {vehicles.map((vehicle) => (
        <section key={vehicle.id} aria-label={vehicle.name} className={styles.vehicle}>
          {vehicles.length > 1 && <h3>{vehicle.name}</h3>}
          <SeatGrid
            name={vehicle.name}
            map={vehicle.map}
            seatOf={(label) => shownSeat(seats, { vehicleId: vehicle.id, seat: label }, person)}
            onPress={(label) => press(vehicle, label)}
          />
        </section>
      ))}
      <p className={styles.legend}>Com número: livre. Com ×: ocupada. Preenchida: sua.</p>
    </div>
  );
}

function leadOf({ mayChoose }: ReservationSeats, person: SeatedPerson | undefined): string {
  if (!mayChoose || !person) return 'As poltronas deste passeio não mudam mais por aqui. Fale com a gente.';
  return person.seat
    ? `${person.name} está na poltrona ${person.seat.seat}. Toque em outra para mudar, ou na mesma para deixá-la.`
    : `Toque na poltrona de ${person.name}.`;
}

function shownSeat(
  { people, taken }: ReservationSeats,
  ref: { vehicleId: string; seat: string },
  person: SeatedPerson | undefined,
): ShownSeat {
  const owner = people.find(({ seat }) => seat && seatKey(seat) === seatKey(ref));
  if (owner) return { standing: 'mine', words: `de ${owner.name}`, isChosen: owner.id === person?.id };
  const isTaken = taken.some((one) => seatKey(one) === seatKey(ref));
  return isTaken ? { standing: 'taken', words: 'ocupada' } : { standing: 'free', words: 'livre' };
}

/** Seats for everybody who has none, near each other and those who sit already. */
function together({ vehicles, people, taken }: ReservationSeats): SeatChanges['seats'] {
  const near = people.flatMap(({ seat }) => seat ?? []);
  const waiting = people.filter(({ seat }) => !seat);
  const seated = seatParties(vehicles, [{ people: waiting, near }], [...taken, ...near]);
  return [...seated].map(([participantId, seat]) => ({ participantId, seat }));
}

function useSeats(reservationId: string, onSaved: () => void) {
  const [seats, setSeats] = useState<Seats>('loading');
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    const call = new AbortController();
    loadReservationSeats(reservationId, call.signal).then(setSeats, () => {
      if (!call.signal.aborted) setSeats('failed');
    });
    return () => call.abort();
  }, [reservationId, attempt]);

  /** Returns whether they were saved; if somebody else was faster, the map is loaded anew. */
  async function save(changes: SeatChanges['seats']): Promise<boolean> {
    if (changes.length === 0) {
      setRefusal('Não há poltronas livres.');
      return false;
    }
    setBusy(true);
    setRefusal(undefined);
    try {
      setSeats(await saveReservationSeats(reservationId, changes));
      onSaved();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message);
      if (!error.isPassing) setSeats(await loadReservationSeats(reservationId).catch(() => seats));
      return false;
    } finally {
      setBusy(false);
    }
  }

  function reload(): void {
    setSeats('loading');
    setAttempt((count) => count + 1);
  }

  return { seats, refusal, busy, reload, save };
}
