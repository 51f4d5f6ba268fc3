import { Switch } from '@mantine/core';
import { capacityAfterSwap } from '@passeio/contract/seats/seat-swap';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import type { Vehicle, VehicleDepartures } from '@passeio/contract/seats/vehicles';
import { MAX_VEHICLE } from '@passeio/contract/trips/trip-draft';
import { plural } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { useField, useFormState, useTripForm } from '../form-context';
import { periodOf } from '../read-trip-fields';
import styles from './sections.module.css';

const list = new Intl.ListFormat('pt-BR');

interface VehicleChoiceProps {
  vehicles: ChosenVehicle[];
}

/** The operator's vehicles to choose from; their seats are the places, of which staff may sell fewer. */
export function VehicleChoice({ vehicles }: VehicleChoiceProps) {
  const { value: chosen, error, change } = useField('vehicleIds');
  const capacity = useFormState(({ fields }) => fields.capacity);
  const { set } = useTripForm();
  const departures = useDepartures();
  const swapped = useFormState(({ stored }) => (stored && stored.vehicles.length > 0 ? stored.id : undefined));

  function choose(ids: string[]): void {
    const next = vehicles.filter(({ id }) => ids.includes(id));
    const [before, after] = [seatsIn(vehicles, chosen), seatsIn(vehicles, ids)];
    change(next.map(({ id }) => id));
    if (next.length === 0) return;
    const names = list.format(next.map(({ name }) => name));
    set('vehicle', names.length <= MAX_VEHICLE ? names : `${next.length} veículos`);
    set('capacity', String(capacity === '' ? after : capacityAfterSwap(Number(capacity), before, after)));
  }

  return (
    <Switch.Group
      label="Veículos com poltronas"
      description="Sem nenhum, o passeio só conta vagas"
      size="md"
      error={error}
      value={chosen}
      onChange={choose}
    >
      <div className={styles.vehicles}>
        {vehicles.map(({ id, name, seats, isArchived }) => {
          const busy = departures.filter(({ vehicleId }) => vehicleId === id);
          return (
            <div key={id}>
              <Switch
                size="md"
                value={id}
                label={`${name} · ${plural(seats, 'poltrona')}${isArchived ? ' · arquivado' : ''}`}
              />
              {busy.map((trip) => (
                <BusyVehicle key={trip.tripId} trip={trip} isChosen={chosen.includes(id)} />
              ))}
            </div>
          );
        })}
        {swapped && (
          <p className={styles.hint}>
            Com gente sentada, use <Link to={tripPaths.vehicleSwap(swapped)}>Trocar veículo</Link>: mostra antes quem
            fica e quem muda de poltrona.
          </p>
        )}
      </div>
    </Switch.Group>
  );
}

function seatsIn(vehicles: ChosenVehicle[], ids: string[]): number {
  return vehicles.filter(({ id }) => ids.includes(id)).reduce((sum, { seats }) => sum + seats, 0);
}

type Departure = VehicleDepartures['data'][number];

function BusyVehicle({ trip, isChosen }: { trip: Departure; isChosen: boolean }) {
  const { formatLongMoment } = useFormats();
  const words = (
    <>
      Já está em <Link to={tripPaths.edit(trip.tripId)}>{trip.title}</Link>, {formatLongMoment(trip.date)}.
    </>
  );
  if (!isChosen) return <p className={styles.busy}>{words}</p>;
  return (
    <p className={styles.alarm} role="alert">
      {words} O mesmo veículo não faz dois passeios ao mesmo tempo: confira antes de salvar.
    </p>
  );
}

// Where the vehicles are while the trip is under way.
function useDepartures(): Departure[] {
  const { timeZone } = useFormats();
  const exceptTripId = useFormState(({ stored }) => stored?.id);
  const date = useFormState(({ fields }) => fields.date);
  const returnDate = useFormState(({ fields }) => fields.returnDate);
  const { from = '', to = '' } = periodOf({ date, returnDate }, timeZone);
  const { data } = useQuery({
    ...load(vehicleRoutes.listDepartures, { query: { from, to, ...(exceptTripId && { exceptTripId }) } }),
    enabled: from !== '' && to !== '' && from < to,
  });
  return data?.data ?? [];
}

/** A vehicle that a trip may have. */
export type ChosenVehicle = Pick<Vehicle, 'id' | 'name' | 'seats' | 'isArchived'>;

/** The operator's vehicles, those of the trip as the trip was given them; archived ones only where it has them. */
export function useVehicles(): { vehicles: ChosenVehicle[] | undefined; isError: boolean } {
  const served = useFormState(({ stored }) => stored?.vehicles);
  const { data, isError } = useQuery(load(vehicleRoutes.list));
  const vehicles = data?.data.flatMap(({ id, name, seats, isArchived }) => {
    const own = served?.find(({ vehicleId }) => vehicleId === id);
    if (own) return [{ id, name: own.name, seats: own.seats, isArchived }];
    return isArchived ? [] : [{ id, name, seats, isArchived }];
  });
  return { vehicles, isError };
}
