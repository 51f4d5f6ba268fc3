import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { seatNumber } from '@passeio/contract/seats/seat-label';
import { seatsOf } from '@passeio/contract/seats/seat-map';
import { seatRoutes } from '@passeio/contract/seats/seat-routes';
import type { SeatRef } from '@passeio/contract/seats/seating';
import type { SeatChanges, SeatVehicle, TripSeats } from '@passeio/contract/seats/seats';
import { plural } from '@passeio/contract/words';
import { IconArmchair, IconArrowBackUp, IconBus, IconUsersGroup } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { SeatGrid, type ShownSeat } from '~/features/seats/seat-map';
import { api } from '~/features/session/api';
import { load, preload, queryClient, reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { TripNav } from '~/features/trips/trip-header';
import { type Formats, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import { Rows } from '~/ui/layout/rows';
import type { Route } from './+types/trip-seats';
import { after, distribution, moveTo, personOn, type TripPerson, undoing } from './trip-seating';
import styles from './trip-seats.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Poltronas');
export const handle = { title: 'Poltronas' };

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return preload(load(seatRoutes.readOfTrip, { params }));
}

export default function TripSeatsPage({ loaderData, params }: Route.ComponentProps) {
  const { data: seats } = useSuspenseQuery(loaderData);
  return (
    <>
      <TripNav tripId={params.tripId} current="seats" />
      {seats.vehicles.length > 0 ? (
        <TripSeating key={params.tripId} tripId={params.tripId} seats={seats} />
      ) : (
        <EmptyState
          icon={IconArmchair}
          title="Este passeio só conta vagas"
          text="Escolha um veículo com mapa de poltronas no passeio para dizer quem senta onde."
        >
          {may('edit_trips') && (
            <Button component="a" href={`${tripPaths.edit(params.tripId)}#vagas`} size="md">
              Escolher veículo
            </Button>
          )}
        </EmptyState>
      )}
    </>
  );
}

/** Who sits where: somebody is picked, and put on a seat. */
function TripSeating({ tripId, seats }: { tripId: string; seats: TripSeats }) {
  const { past, busy, refusal, save, undo } = useTripSeating(tripId, seats);
  const formats = useFormats();
  const [picked, setPicked] = useState<string>();
  const [proposal, setProposal] = useState<SeatChanges['seats']>();
  const people = proposal ? after(seats.people, proposal) : seats.people;
  const person = people.find(({ id }) => id === picked);
  const standing = people.filter(({ seat }) => !seat);
  const seated = people.filter(({ seat }) => seat);

  function stand(who: readonly TripPerson[]): void {
    const changes = who.map(({ id }) => ({ participantId: id, seat: null }));
    save(changes, () => setPicked(undefined));
  }

  function press(ref: SeatRef): void {
    if (busy || proposal) return;
    const there = personOn(people, ref);
    if (!person) setPicked(there?.id);
    else if (there?.id === person.id) setPicked(undefined);
    else save(moveTo(people, person, ref), () => setPicked(undefined));
  }

  return (
    <Grid columns="minmax(18rem, 1fr) auto" from={62} gap={2} className={styles.page}>
      <Stack miw={0}>
        <h2>{seats.title}</h2>
        <p role="status">{proposal ? proposalText(proposal, standing.length) : statusText(person, standing.length)}</p>
        {!proposal && !seats.hasDeparted && standing.length > 0 && <p>{standingText(seats, formats)}</p>}
        {refusal && (
          <Card tone="danger" role="alert">
            {refusal}
          </Card>
        )}
        {proposal ? (
          <Group gap="sm">
            <Button size="md" loading={busy} onClick={() => save(proposal, () => setProposal(undefined))}>
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
              onClick={undo}
            >
              Desfazer
            </Button>
            {!seats.hasDeparted && <SwapLink tripId={tripId} />}
            <StandUp person={person} seated={seated} busy={busy} onStand={stand} />
          </Group>
        )}
        <Standing people={standing} picked={picked} onPick={setPicked} />
      </Stack>
      <div className={styles.vehicles}>
        {seats.vehicles.map((vehicle) => (
          <Stack component="section" key={vehicle.id} aria-label={vehicle.name} miw={0}>
            <h3>{vehicle.name}</h3>
            <SeatGrid
              name={vehicle.name}
              map={vehicle.map}
              seatOf={(label) => shownSeat(people, { vehicleId: vehicle.id, seat: label }, picked)}
              onPress={(label) => press({ vehicleId: vehicle.id, seat: label })}
              onGrab={(label) => setPicked(personOn(people, { vehicleId: vehicle.id, seat: label })?.id)}
            />
          </Stack>
        ))}
      </div>
      <SeatedPeople people={seated} vehicles={seats.vehicles} picked={picked} onPick={setPicked} />
    </Grid>
  );
}

type Changes = SeatChanges['seats'];

/** The seats of a trip as staff changes them: each change is saved at once, and can be taken back. */
function useTripSeating(tripId: string, seats: TripSeats) {
  const [past, setPast] = useState<Changes[]>([]);
  const params = { tripId };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (seats: Changes) => api.call(seatRoutes.changeOfTrip, { params, body: { seats }, toast: false }),
    // The answer is shown at once, while the page is loaded again.
    onSuccess: (saved) => queryClient.setQueryData(load(seatRoutes.readOfTrip, { params }).queryKey, saved),
    onError: () => reload(),
  });

  function save(changes: Changes, onSaved: () => void): void {
    if (changes.length === 0) {
      onSaved();
      return;
    }
    const back = undoing(seats.people, changes);
    mutate(changes, {
      onSuccess() {
        setPast((before) => [...before, back]);
        onSaved();
      },
    });
  }

  function undo(): void {
    const latest = past.at(-1);
    if (latest) mutate(latest, { onSuccess: () => setPast((before) => before.slice(0, -1)) });
  }

  return { past: past.length, busy: isPending, refusal: error?.message, save, undo };
}

interface StandUpProps {
  person: TripPerson | undefined;
  seated: TripPerson[];
  busy: boolean;
  onStand: (people: readonly TripPerson[]) => void;
}

/** Takes seats away: that of the person who is picked, those of their party, or all. */
function StandUp({ person, seated, busy, onStand }: StandUpProps) {
  const party = seated.filter(({ reservationId }) => reservationId === person?.reservationId);

  async function askForAll(): Promise<void> {
    const wanted = await askToConfirm({
      titulo: 'Levantar todos?',
      mensagem: `${plural(seated.length, 'pessoa')} ficam sem poltrona, também quem escolheu a sua. “Desfazer” devolve todas.`,
      tipo: 'danger',
    });
    if (wanted) onStand(seated);
  }

  return (
    <>
      {person?.seat && (
        <Button size="md" variant="default" disabled={busy} onClick={() => onStand([person])}>
          Tirar da poltrona
        </Button>
      )}
      {person?.seat && party.length > 1 && (
        <Button size="md" variant="default" disabled={busy} onClick={() => onStand(party)}>
          Levantar o grupo ({party.length})
        </Button>
      )}
      {seated.length > 1 && (
        <Button size="md" variant="default" disabled={busy} onClick={() => void askForAll()}>
          Levantar todos
        </Button>
      )}
    </>
  );
}

function SwapLink({ tripId }: { tripId: string }) {
  if (!may('edit_trips')) return null;
  return (
    <Button
      component={Link}
      to={tripPaths.vehicleSwap(tripId)}
      size="md"
      variant="default"
      leftSection={<IconBus size={20} aria-hidden />}
    >
      Trocar veículo
    </Button>
  );
}

interface StandingProps {
  people: TripPerson[];
  picked: string | undefined;
  onPick: (id: string | undefined) => void;
}

/** People without a seat. */
function Standing({ people, picked, onPick }: StandingProps) {
  if (people.length === 0) return null;
  return (
    <Stack component="section" aria-label="Sem poltrona">
      <h3>Sem poltrona</h3>
      <Stack component="ul" gap={8} align="start">
        {people.map(({ id, name, code }) => (
          <li key={id}>
            <Button
              variant={id === picked ? 'filled' : 'default'}
              size="md"
              aria-pressed={id === picked}
              draggable
              onDragStart={(event) => {
                // Firefox drags only what carries something.
                event.dataTransfer.setData('text/plain', name);
                onPick(id);
              }}
              onClick={() => onPick(id === picked ? undefined : id)}
            >
              {name} · {code}
            </Button>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function shownSeat(people: readonly TripPerson[], ref: SeatRef, picked: string | undefined): ShownSeat {
  const there = personOn(people, ref);
  if (!there) return { standing: 'free', words: 'livre' };
  return { standing: 'mine', words: `${there.name} (${there.code})`, isChosen: there.id === picked };
}

function statusText(person: TripPerson | undefined, standing: number): string {
  if (person) return `Escolha a poltrona de ${person.name}. Numa ocupada, os dois trocam de lugar.`;
  if (standing > 0) return `${plural(standing, 'pessoa')} sem poltrona. Escolha alguém, depois a poltrona.`;
  return 'Todos têm poltrona. Para mudar, escolha alguém na lista ou no mapa, depois a poltrona.';
}

/** What becomes of those without a seat. */
function standingText({ vehicles, people, seatsItselfAt }: TripSeats, formats: Formats): string {
  const seats = vehicles.reduce((sum, { map }) => sum + seatsOf(map).length, 0);
  const short = people.length - seats;
  if (short > 0) return `Faltam poltronas: ${plural(short, 'pessoa')} a mais que os lugares dos veículos.`;
  if (seatsItselfAt === null) return 'O sistema não distribui as poltronas deste passeio sozinho.';
  if (Date.parse(seatsItselfAt) > Date.now())
    return `Quem não tiver poltrona até ${formats.formatMoment(seatsItselfAt)} ganha uma, cada grupo junto.`;
  return 'Quem reservar agora ganha poltrona sozinho. Quem você levanta fica sem até você escolher outra.';
}

function proposalText(proposal: SeatChanges['seats'], left: number): string {
  const gets = proposal.length === 1 ? '1 pessoa ganha poltrona' : `${proposal.length} pessoas ganham poltrona`;
  return `Prévia: ${gets}, cada grupo junto; quem já tem não muda.${left > 0 ? ` ${plural(left, 'pessoa')} sem lugar.` : ''}`;
}

interface SeatedPeopleProps {
  people: readonly TripPerson[];
  vehicles: readonly SeatVehicle[];
  picked: string | undefined;
  onPick: (id: string | undefined) => void;
}

const byNumber = new Intl.Collator('pt-BR', { numeric: true });

/** People with a seat, vehicle by vehicle in the order of the numbers; one is picked to be put elsewhere. */
function SeatedPeople({ people, vehicles, picked, onPick }: SeatedPeopleProps) {
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
    <section aria-labelledby="seated">
      <Box component="h3" id="seated" mb={8}>
        Quem senta onde
      </Box>
      <Rows className={styles.seated}>
        {seated.map(({ person: { id, name, code }, seat }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === picked} onClick={() => onPick(id === picked ? undefined : id)}>
              <strong>{seat}</strong> <span>{name}</span>{' '}
              <Text span variant="hint">
                {code}
              </Text>
            </button>
          </li>
        ))}
      </Rows>
    </section>
  );
}
