import { Box, Button, Group, Stack } from '@mantine/core';
import { seatNumber } from '@passeio/contract/seats/seat-label';
import { seatRoutes } from '@passeio/contract/seats/seat-routes';
import { SEATING_HOURS, type SeatRef, seatKey, seatParties } from '@passeio/contract/seats/seating';
import type { ReservationSeats, SeatChanges, SeatedPerson, SeatVehicle } from '@passeio/contract/seats/seats';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SeatGrid, SeatSample, type SeatStanding, type ShownSeat } from '~/features/seats/seat-map';
import { api } from '~/features/session/api';
import { keyOf, load, queryClient } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { Card } from '~/ui/layout/card';

/** The seats of a reservation's people on the map of the vehicle, each change saved at once. */
export function SeatChoice({ reservationId }: { reservationId: string }) {
  const input = { params: { reservationId } };
  const queryKey = keyOf(seatRoutes.readOfReservation, input);
  const { data: seats, error, isFetching, refetch } = useQuery(load(seatRoutes.readOfReservation, input));
  const {
    mutate: save,
    isPending,
    error: refusal,
  } = useMutation({
    mutationFn: (seats: SeatChanges['seats']) =>
      api.call(seatRoutes.changeOfReservation, { ...input, body: { seats }, toast: false }),
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    // The next seat may be pressed before everything is loaded anew.
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    // Somebody else may have been faster.
    onError: async (error) => {
      if (error instanceof ApiError && !error.isTransient) await refetch();
    },
  });
  const [chosen, setChosen] = useState<string>();
  if (!seats) {
    if (!error || isFetching) return <p role="status">Carregando o mapa…</p>;
    return (
      <Stack gap="sm" align="flex-start" role="alert">
        <p>Não deu para carregar o mapa de poltronas.</p>
        <Button variant="default" size="md" onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </Stack>
    );
  }
  const { people, vehicles, taken } = seats;
  const waiting = people.filter(({ seat }) => !seat);
  const proposal = seats.mayChoose ? together(seats) : [];
  const hint = hintOf(seats, { waiting: waiting.length, proposed: proposal.length });
  const person = people.find(({ id }) => id === chosen) ?? waiting[0] ?? people[0];

  /** Seats the chosen person, and goes on with the next who has no seat; their own seat is given back. */
  function press(vehicle: SeatVehicle, label: string): void {
    const ref = { vehicleId: vehicle.id, seat: label };
    const owner = people.find(({ seat }) => seat && seatKey(seat) === seatKey(ref));
    if (!person || isPending || taken.some((one) => seatKey(one) === seatKey(ref))) return;
    if (owner && owner.id !== person.id) setChosen(owner.id);
    else if (owner) save([{ participantId: person.id, seat: null }]);
    else {
      const next = waiting.find(({ id }) => id !== person.id);
      save([{ participantId: person.id, seat: ref }], { onSuccess: () => setChosen(next?.id ?? person.id) });
    }
  }

  return (
    <Stack gap="sm">
      <p>{leadOf({ ...seats, proposal }, person)}</p>
      {hint && <p>{hint}</p>}
      {refusal && (
        <Card tone="danger" role="alert">
          {refusal.message}
        </Card>
      )}
      <Stack component="fieldset" gap="sm" align="flex-start">
        <Box component="legend" mb={8}>
          Quem senta onde
        </Box>
        {people.map((one) => (
          <Button
            key={one.id}
            variant={one.id === person?.id ? 'filled' : 'default'}
            size="md"
            h="auto"
            mih={44}
            maw="100%"
            py={8}
            styles={{ label: { textAlign: 'start', whiteSpace: 'normal' } }}
            aria-pressed={one.id === person?.id}
            onClick={() => setChosen(one.id)}
          >
            {one.name}: {placeOf(one, { ...seats, proposal })}
          </Button>
        ))}
      </Stack>
      {proposal.length > 0 && (
        <Button size="md" w="min(100%, 22rem)" loading={isPending} onClick={() => save(proposal)}>
          Usar a sugestão
        </Button>
      )}
      {vehicles.map((vehicle) => (
        <Stack component="section" key={vehicle.id} gap="sm" aria-label={vehicle.name}>
          {vehicles.length > 1 && <h3>{vehicle.name}</h3>}
          <SeatGrid
            name={vehicle.name}
            map={vehicle.map}
            seatOf={(label) => shownSeat({ ...seats, proposal }, { vehicleId: vehicle.id, seat: label }, person)}
            onPress={(label) => press(vehicle, label)}
          />
        </Stack>
      ))}
      <Legend hasProposal={proposal.length > 0} />
    </Stack>
  );
}

const standings: [SeatStanding, string, string][] = [
  ['free', '12', 'livre'],
  ['proposed', '12', 'sugerida'],
  ['mine', '12', 'sua'],
  ['taken', '12', 'ocupada'],
];

function Legend({ hasProposal }: { hasProposal: boolean }) {
  return (
    <Group component="ul" gap="8px 16px" justify="center" c="dimmed" fz={15} aria-label="Legenda">
      {standings
        .filter(([standing]) => hasProposal || standing !== 'proposed')
        .map(([standing, label, words]) => (
          <Group component="li" key={standing} gap={8}>
            <SeatSample standing={standing} label={label} />
            {words}
          </Group>
        ))}
    </Group>
  );
}

function leadOf({ mayChoose, vehicles, proposal }: Shown, person: SeatedPerson | undefined): string {
  if (!mayChoose || !person) return 'As poltronas deste passeio não mudam mais por aqui. Fale com a gente.';
  if (person.seat) {
    const number = numberOf(person.seat, vehicles);
    return `${person.name} está na poltrona ${number}. Toque em outra para mudar, ou na mesma para deixá-la.`;
  }
  const instead = proposal.length > 0 ? ' ou use a sugestão, que só vale depois disso' : '';
  return `Toque na poltrona de ${person.name}${instead}.`;
}

/** What becomes of those without a seat if nothing is chosen. */
function hintOf(
  { mayChoose, seatsItselfAt }: ReservationSeats,
  { waiting, proposed }: { waiting: number; proposed: number },
): string | undefined {
  if (waiting === 0) return undefined;
  if (mayChoose && proposed < waiting) return 'Não há poltronas livres para todos. Fale com a gente.';
  if (seatsItselfAt === null || Date.parse(seatsItselfAt) <= Date.now()) return undefined;
  return `Sem escolha, ${SEATING_HOURS} horas antes da saída cada um ganha uma poltrona, o grupo junto.`;
}

/** As "poltrona 12", "sugestão: 12" or "sem poltrona". */
function placeOf({ id, seat }: SeatedPerson, { proposal, vehicles }: Shown): string {
  if (seat) return `poltrona ${numberOf(seat, vehicles)}`;
  const proposed = proposal.find(({ participantId }) => participantId === id)?.seat;
  return proposed ? `sugestão: ${numberOf(proposed, vehicles)}` : 'sem poltrona';
}

function numberOf({ vehicleId, seat }: SeatRef, vehicles: readonly SeatVehicle[]): string {
  const { name } = vehicles.find(({ id }) => id === vehicleId) ?? {};
  return seatNumber({ vehicle: vehicles.length > 1 && name ? name : null, number: seat });
}

interface Shown extends ReservationSeats {
  proposal: SeatChanges['seats'];
}

function shownSeat(
  { people, taken, proposal }: Shown,
  ref: { vehicleId: string; seat: string },
  person: SeatedPerson | undefined,
): ShownSeat {
  const owner = people.find(({ seat }) => seat && seatKey(seat) === seatKey(ref));
  if (owner) return { standing: 'mine', words: `de ${owner.name}`, isChosen: owner.id === person?.id };
  if (taken.some((one) => seatKey(one) === seatKey(ref))) return { standing: 'taken', words: 'ocupada' };
  const proposed = proposal.find(({ seat }) => seat && seatKey(seat) === seatKey(ref));
  const whom = people.find(({ id }) => id === proposed?.participantId);
  return whom
    ? { standing: 'proposed', words: `livre, sugerida para ${whom.name}` }
    : { standing: 'free', words: 'livre' };
}

/** Seats for everybody who has none, near each other and the people who already have a seat. */
function together({ vehicles, people, taken }: ReservationSeats): SeatChanges['seats'] {
  const near = people.flatMap(({ seat }) => seat ?? []);
  const waiting = people.filter(({ seat }) => !seat);
  const seated = seatParties(vehicles, [{ people: waiting, near }], [...taken, ...near]);
  return [...seated].map(([participantId, seat]) => ({ participantId, seat }));
}
