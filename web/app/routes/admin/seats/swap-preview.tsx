import { Group, Stack, Switch, Text } from '@mantine/core';
import type { VehicleSwap } from '@passeio/contract/seats/vehicle-swaps';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { SeatMapPicture, type SeatStandings } from '~/features/seats/seat-map';
import { tripPaths } from '~/lib/trip-paths';
import { Card } from '~/ui/layout/card';
import table from '~/ui/layout/data-table.module.css';
import details from '~/ui/layout/details.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './vehicle-swap.module.css';

type SwappedPerson = VehicleSwap['people'][number];
type Outcome = SwappedPerson['outcome'];

interface SwapPreviewProps {
  tripId: string;
  swap: VehicleSwap;
  seatsEverybody: boolean;
  onSeatEverybody: (seatsEverybody: boolean) => void;
}

/** People who keep their seat, move or have none, and the vehicles as they would be. */
export function SwapPreview({ tripId, swap, seatsEverybody, onSeatEverybody }: SwapPreviewProps) {
  const by = (outcome: Outcome) => swap.people.filter((person) => person.outcome === outcome);
  const [moves, gets, without, keeps] = [by('moves'), by('gets'), by('without'), by('keeps')];
  return (
    <>
      {swap.short > 0 && <TooSmall tripId={tripId} swap={swap} />}
      <Sizes swap={swap} />
      <Maps swap={swap} />
      <People title="Mudam" people={moves} swap={swap} open />
      <People title="Ganham poltrona" people={gets} swap={swap} open />
      <People title="Sem poltrona" people={without} swap={swap} open={swap.short > 0} />
      <People title="Ficam na mesma poltrona" people={keeps} swap={swap} />
      {swap.short === 0 && (without.length > 0 || seatsEverybody) && (
        <Switch
          size="md"
          label="Dar poltrona também a quem ainda não tem"
          checked={seatsEverybody}
          onChange={(event) => onSeatEverybody(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function TooSmall({ tripId, swap: { placesTaken, short, vehicles } }: { tripId: string; swap: VehicleSwap }) {
  const seats = vehicles.reduce((sum, vehicle) => sum + vehicle.seats, 0);
  return (
    <Card tone="danger" role="alert">
      <p>
        São {plural(placesTaken, 'pessoa')} para {plural(seats, 'poltrona')}: {short === 1 ? 'falta' : 'faltam'}{' '}
        {plural(short, 'poltrona')}. Acrescente um veículo acima, ou passe reservas para outra saída ou cancele reservas
        na <Link to={tripPaths.passengers(tripId)}>lista de passageiros</Link>.
      </p>
    </Card>
  );
}

function Sizes({ swap: { capacity, minParticipants } }: { swap: VehicleSwap }) {
  const rows = [
    { label: 'Vagas', ...capacity },
    { label: 'Lotação mínima', ...minParticipants },
  ].filter(({ before, after }) => before !== after);
  if (rows.length === 0) return null;
  return (
    <Group component="dl" gap="8px 32px">
      {rows.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={table.number}>
            {before} <span aria-hidden>→</span>
            <span className={hidden.hidden}> passa para </span> <strong>{after}</strong>
          </dd>
        </div>
      ))}
    </Group>
  );
}

function Maps({ swap: { vehicles, people } }: { swap: VehicleSwap }) {
  return (
    <Stack component="figure" gap={12}>
      {vehicles.map(({ vehicleId, name, seats, map }) => {
        const standings: SeatStandings = Object.fromEntries(
          people.flatMap(({ to, outcome }) =>
            to?.vehicleId === vehicleId ? [[to.seat, outcome === 'keeps' ? 'kept' : 'new']] : [],
          ),
        );
        return (
          <div key={vehicleId}>
            <p>
              {name} · {plural(seats, 'poltrona')}
            </p>
            <SeatMapPicture map={map} standings={standings} />
          </div>
        );
      })}
      <Group component="figcaption" gap="4px 16px" c="dimmed" fz={15} className={styles.legend}>
        <span data-standing="kept">Fica</span>
        <span data-standing="new">Muda ou ganha</span>
        <span data-standing="free">Livre</span>
      </Group>
    </Stack>
  );
}

interface PeopleProps {
  title: string;
  people: SwappedPerson[];
  swap: VehicleSwap;
  open?: boolean;
}

function People({ title, people, swap, open }: PeopleProps) {
  if (people.length === 0) return null;
  // Where there is one vehicle before and one after, its name beside each number says nothing.
  const before = new Set(swap.people.flatMap(({ from }) => from?.vehicle ?? []));
  const namesVehicles = before.size > 1 || swap.vehicles.length > 1;
  return (
    <details open={open}>
      <summary className={details.summary}>
        {title} ({people.length})
      </summary>
      <Rows plain className={styles.people} aria-label={title}>
        {people.map((person) => (
          <Row key={person.id}>
            <span>
              {person.name}{' '}
              <Text span variant="hint">
                {person.code}
              </Text>
            </span>
            <SeatChange person={person} namesVehicles={namesVehicles} />
          </Row>
        ))}
      </Rows>
    </details>
  );
}

interface SeatChangeProps {
  person: SwappedPerson;
  namesVehicles: boolean;
}

function SeatChange({ person: { outcome, from, to }, namesVehicles }: SeatChangeProps) {
  const seatLabel = ({ seat, vehicle }: { seat: string; vehicle: string }) =>
    namesVehicles ? `${seat} (${vehicle})` : seat;
  if (outcome === 'keeps' && to) return <span>{seatLabel(to)}</span>;
  if (outcome === 'without' && !from) {
    return (
      <Text span variant="hint">
        ainda não tinha
      </Text>
    );
  }
  return (
    <span>
      {from ? seatLabel(from) : 'sem poltrona'} <span aria-hidden>→</span>
      <span className={hidden.hidden}> passa para </span> <strong>{to ? seatLabel(to) : 'sem poltrona'}</strong>
    </span>
  );
}
