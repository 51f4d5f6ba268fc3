import { Button, Group } from '@mantine/core';
import type { SeatRef } from '@passeio/contract/seating';
import type { SeatChanges, TripSeats } from '@passeio/contract/seats';
import { plural } from '@passeio/contract/words';
import { IconArmchair, IconArrowBackUp, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { loadTripSeats, saveTripSeats } from '~/features/seats/seat-calls';
import { SeatGrid, type ShownSeat } from '~/features/seats/seat-grid';
import { after, distribution, moveTo, personOn, type TripPerson, undoing } from '~/features/seats/trip-seating';
import { TripNav } from '~/features/trips/pages/trip-nav';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '../../area/page/empty-state';
import type { Route } from './+types/trip-seats';
import styles from './trip-seats.module.css';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Poltronas');
export const handle = { title: 'Poltronas' };

export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  return loadTripSeats(params.tripId, request.signal);
}

export default function TripSeatsPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <>
      <TripNav tripId={params.tripId} current="seats" />
      {loaderData.vehicles.length > 0 ? (
        <TripSeating key={params.tripId} tripId={params.tripId} loaded={loaderData} />
      ) : (
        <EmptyState
          icon={IconArmchair}
          title="Este passeio só conta vagas"
          text="Escolha um veículo com mapa de poltronas no passeio para dizer quem senta onde."
        >
          <Button component="a" href={`/admin/passeios/${params.tripId}#vagas`} size="md">
            Escolher veículo
          </Button>
        </EmptyState>
      )}
    </>
  );
}

/** Who sits where: somebody is picked, and put on a seat. */
function TripSeating({ tripId, loaded }: { tripId: string; loaded: TripSeats }) {
  const { seats, past, busy, refusal, save, undo } = useSeating(tripId, loaded);
  const [picked, setPicked] = useState<string>();
  const [proposal, setProposal] = useState<SeatChanges['seats']>();
  const people = proposal ? after(seats.people, proposal) : seats.people;
  const person = people.find(({ id }) => id === picked);
  const standing = people.filter(({ seat }) => !seat);

  function press(ref: SeatRef): void {
    if (busy || proposal) return;
    const there = personOn(people, ref);
    if (!person) setPicked(there?.id);
    else if (there?.id === person.id) setPicked(undefined);
    else void save(moveTo(people, person, ref)).then((saved) => saved && setPicked(undefined));
  }

  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <h2>{seats.title}</h2>
        <p role="status">{proposal ? proposalInWords(proposal, standing.length) : statusOf(person, standing.length)}</p>
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        {proposal ? (
          <Group gap="sm">
            <Button
              size="md"
              loading={busy}
              onClick={() => void save(proposal).then((saved) => saved && setProposal(undefined))}
            >
              Confirmar
            </Button>
            <Button size="md" variant="default" onClick={() => setProposal(undefined)}>
              Voltar
            </Button>
          </Group>
        ) : (
          <Group gap="sm">
            {standing.length > 0 && (
              <Button
                size="md"
                leftSection={<IconUsersGroup size={20} aria-hidden />}
                onClick={() => setProposal(distribution(seats))}
              >
                Distribuir poltronas
              </Button>
            )}
            <Button
              size="md"
              variant="default"
              disabled={past === 0 || busy}
              leftSection={<IconArrowBackUp size={20} aria-hidden />}
              onClick={() => void undo()}
            >
              Desfazer
            </Button>
            {person?.seat && (
              <Button
                size="md"
                variant="default"
                onClick={() =>
                  void save([{ participantId: person.id, seat: null }]).then((saved) => saved && setPicked(undefined))
                }
              >
                Tirar da poltrona
              </Button>
            )}
          </Group>
        )}
        <Standing people={standing} picked={picked} onPick={setPicked} />
      </div>
      {seats.vehicles.map((vehicle) => (
        <section key={vehicle.id} aria-label={vehicle.name} className={styles.vehicle}>
          <h3>{vehicle.name}</h3>
          <SeatGrid
            name={vehicle.name}
            map={vehicle.map}
            seatOf={(label) => shownSeat(people, { vehicleId: vehicle.id, seat: label }, picked)}
            onPress={(label) => press({ vehicleId: vehicle.id, seat: label })}
            onGrab={(label) => setPicked(personOn(people, { vehicleId: vehicle.id, seat: label })?.id)}
          />
        </section>
      ))}
    </div>
  );
}

interface StandingProps {
  people: TripPerson[];
  picked: string | undefined;
  onPick: (id: string | undefined) => void;
}

/** Whoever has no seat. */
function Standing({ people, picked, onPick }: StandingProps) {
  if (people.length === 0) return null;
  return (
    <section aria-label="Sem poltrona" className={styles.standing}>
      <h3>Sem poltrona</h3>
      <ul>
        {people.map(({ id, name, code }) => (
          <li key={id}>
            <Button
              variant={id === picked ? 'filled' : 'default'}
              size="md"
              aria-pressed={id === picked}
              draggable
              onDragStart={() => onPick(id)}
              onClick={() => onPick(id === picked ? undefined : id)}
            >
              {name} · {code}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function shownSeat(people: readonly TripPerson[], ref: SeatRef, picked: string | undefined): ShownSeat {
  const there = personOn(people, ref);
  if (!there) return { standing: 'free', words: 'livre' };
  return { standing: 'mine', words: `${there.name} (${there.code})`, isChosen: there.id === picked };
}

function statusOf(person: TripPerson | undefined, standing: number): string {
  if (person) return `Escolha a poltrona de ${person.name}. Numa ocupada, os dois trocam de lugar.`;
  if (standing > 0) return `${plural(standing, 'pessoa')} sem poltrona. Escolha alguém, depois a poltrona.`;
  return 'Todos têm poltrona. Para mudar, escolha alguém no mapa, depois a poltrona.';
}

function proposalInWords(proposal: SeatChanges['seats'], left: number): string {
  const gets = proposal.length === 1 ? '1 pessoa ganha poltrona' : `${proposal.length} pessoas ganham poltrona`;
  return `Prévia: ${gets}, cada grupo junto; quem já tem não muda.${left > 0 ? ` ${plural(left, 'pessoa')} sem lugar.` : ''}`;
}

function useSeating(tripId: string, loaded: TripSeats) {
  const [seats, setSeats] = useState(loaded);
  const [past, setPast] = useState<SeatChanges['seats'][]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send(changes: SeatChanges['seats']): Promise<boolean> {
    if (changes.length === 0) return true;
    setBusy(true);
    setRefusal(undefined);
    try {
      setSeats(await saveTripSeats(tripId, changes));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message);
      if (!error.isPassing) setSeats(await loadTripSeats(tripId).catch(() => seats));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function save(changes: SeatChanges['seats']): Promise<boolean> {
    const back = undoing(seats.people, changes);
    const saved = await send(changes);
    if (saved && changes.length > 0) setPast((before) => [...before, back]);
    return saved;
  }

  async function undo(): Promise<void> {
    const latest = past.at(-1);
    if (latest && (await send(latest))) setPast((before) => before.slice(0, -1));
  }

  return { seats, past: past.length, busy, refusal, save, undo };
}
