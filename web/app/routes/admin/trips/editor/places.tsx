import { Autocomplete, Button, Stack, Switch, Text } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import type { CapacityPreview } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { capacityAfterSwap } from '@passeio/contract/seats/seat-swap';
import { SEATING_HOURS } from '@passeio/contract/seats/seating';
import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import type { Vehicle, VehicleDepartures } from '@passeio/contract/seats/vehicles';
import { sumCosts } from '@passeio/contract/trips/trip-costs';
import { MAX_VEHICLE, tripTable } from '@passeio/contract/trips/trip-table';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { minimumWarning } from '~/features/departures/outlook';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { useLookup } from '~/lib/use-lookup';
import { Card } from '~/ui/layout/card';
import { Row, Rows } from '~/ui/layout/rows';
import { loadMoney } from '../confirm-publication';
import { TripInput } from './inputs';
import { priceOf } from './preview-trip';
import { EditorSection } from './section';
import styles from './trip-editor.module.css';
import { periodOf } from './trip-fields';
import { useField, useFormState, useTripForm } from './trip-form';

/** Usual vehicles by their seats. Source: domain facts, "How the business works". */
const usualVehicles = [
  'Van 15 lugares',
  'Van 16 lugares',
  'Van 20 lugares',
  'Micro-ônibus 28 lugares',
  'Micro-ônibus 30 lugares',
  'Ônibus 42 lugares',
  'Ônibus 44 lugares',
  'Ônibus 46 lugares',
  'Ônibus 50 lugares',
  'Escuna',
];

/** Vehicle, capacity and minimum. */
export function Places() {
  const { vehicles, isError } = useVehicles();
  const lastDay = useFormState(({ fields }) => fields.date.day);
  return (
    <EditorSection id="vagas">
      <Transport vehicles={vehicles} isError={isError} />
      <div className={styles.pair}>
        <Capacity vehicles={vehicles ?? []} />
        <TakenPlaces />
      </div>
      <Occupants />
      <WaitingPreview />
      <div className={styles.pair}>
        <TripInput name="minParticipants" />
        <TripInput name="decisionDate" lastDay={lastDay} />
      </div>
      <MinimumWarning />
    </EditorSection>
  );
}

/** Says where the minimum is below the break-even; a trip has costs once it was saved. */
function MinimumWarning() {
  const tripId = useFormState(({ stored }) => stored?.id);
  const minimum = useFormState(({ fields }) => Number(fields.minParticipants) || 0);
  const priceCents = useFormState(({ fields }) => priceOf(fields));
  const capacity = useFormState(({ fields }) => Number(fields.capacity) || 0);
  const { data: money } = useQuery({
    ...loadMoney(tripId ?? ''),
    enabled: tripId !== undefined && minimum > 0 && may('see_money'),
  });
  const booked = money && { people: money.booked.places, cents: money.booked.totalCents };
  const warning = booked && minimumWarning(minimum, { sums: sumCosts(money.costs), booked, priceCents, capacity });
  return <div role="status">{warning && <Text c="var(--warning)">{warning}</Text>}</div>;
}

/** The operator's vehicles; a trip without them says its transport in words. */
function Transport({ vehicles, isError }: ReturnType<typeof useVehicles>) {
  const hasVehicles = useFormState(({ fields }) => fields.vehicleIds.length > 0);
  return (
    <>
      {vehicles && vehicles.length > 0 && <VehicleChoice vehicles={vehicles} />}
      {isError && !vehicles && (
        <Text variant="hint">Não deu para carregar os veículos. Recarregue a página para escolher.</Text>
      )}
      {!hasVehicles && <TransportText />}
      {hasVehicles && (
        <>
          <TripInput name="seatChoice" />
          <TripInput
            name="autoSeating"
            hint={`${SEATING_HOURS} horas antes da saída, quem não tem poltrona ganha uma, cada grupo junto`}
          />
        </>
      )}
      {vehicles?.length === 0 && (
        <Text variant="hint">
          Com os <Link to="/admin/veiculos">veículos cadastrados</Link>, cada pessoa tem a sua poltrona.
        </Text>
      )}
    </>
  );
}

function Capacity({ vehicles }: { vehicles: ChosenVehicle[] }) {
  const chosen = useFormState(({ fields }) => fields.vehicleIds);
  const seats = vehicles.filter(({ id }) => chosen.includes(id)).reduce((sum, vehicle) => sum + vehicle.seats, 0);
  const hint = seats > 0 ? `Até ${seats}, as poltronas; pode vender menos` : 'Quantas pessoas podem ir';
  return <TripInput name="capacity" hint={hint} />;
}

function TransportText() {
  const { value, error, change } = useField('vehicle');
  const { set } = useTripForm();
  const capacity = useFormState(({ fields }) => fields.capacity);
  const seats = seatsOf(value);

  /** Sets the capacity to the vehicle's seats, unless it was edited. */
  function choose(vehicle: string): void {
    const chosen = seatsOf(vehicle);
    if (chosen && (capacity === '' || capacity === seats)) set('capacity', chosen);
  }

  return (
    <div className={styles.pair}>
      <Autocomplete
        name="vehicle"
        label={tripTable.vehicle.label}
        description={tripTable.vehicle.input.hint}
        size="md"
        data={usualVehicles}
        // Unfiltered: suggestions, not a search.
        filter={({ options }) => options}
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={480}
        maxLength={MAX_VEHICLE}
        value={value}
        error={error}
        onChange={change}
        onOptionSubmit={choose}
      />
      {seats && capacity !== '' && seats !== capacity && (
        <Button variant="light" size="sm" onClick={() => set('capacity', seats)}>
          Usar {seats} vagas
        </Button>
      )}
    </div>
  );
}

function TakenPlaces() {
  const stored = useFormState((state) => state.stored);
  const isRefused = useFormState(({ refused }) => refused.capacity !== undefined);
  const isBelow = useFormState(({ fields }) => fields.capacity !== '' && Number(fields.capacity) < takenIn(stored));
  const taken = takenIn(stored);
  // The refusal says the same.
  if (taken === 0 || isRefused) return null;
  return (
    <Text variant="hint" c={isBelow ? 'var(--danger)' : undefined}>
      {plural(taken, 'vaga já está ocupada.', 'vagas já estão ocupadas.')} A lotação não pode ser menor.
    </Text>
  );
}

function takenIn(stored: Trip | null): number {
  return stored ? stored.capacity - stored.placesLeft : 0;
}

function seatsOf(vehicle: string): string | undefined {
  return /(\d+) lugares/.exec(vehicle)?.[1];
}

/** Who takes the places of a trip whose capacity was refused, for as long as the refusal stands. */
function Occupants() {
  const { people } = useTripForm();
  const { occupants } = useStore(people);
  const isRefused = useFormState(({ refused }) => refused.capacity !== undefined);
  const tripId = useFormState(({ stored }) => stored?.id);
  if (!occupants || !isRefused || !tripId) return null;
  const { reservations, total } = occupants;
  const more = total - reservations.length;
  return (
    <Card component="section" gap="small" aria-label="Quem ocupa as vagas">
      <Text variant="hint" c="inherit">
        Para diminuir a lotação, cancele ou passe para outra saída alguma destas reservas:
      </Text>
      <Rows plain tabIndex={0} className={styles.people}>
        {reservations.map(({ id, code, payer, places, status }) => (
          <Row key={id}>
            <Link to={reservationPagePath(id)}>
              {payer} ({code})
            </Link>
            <Text span c="dimmed">
              {plural(places, 'vaga')} · {status}
            </Text>
          </Row>
        ))}
      </Rows>
      {more > 0 && (
        <p>
          E mais {plural(more, 'reserva')}, na <Link to={tripPaths.passengers(tripId)}>lista de passageiros</Link>.
        </p>
      )}
    </Card>
  );
}

/**
 * Who of the waiting list would be offered places with the capacity that is being typed; nothing unless it is larger.
 */
function WaitingPreview() {
  const stored = useFormState((state) => state.stored);
  const typed = useFormState(({ fields }) => fields.capacity);
  const isLarger = stored !== null && /^\d{1,4}$/.test(typed.trim()) && Number(typed) > stored.capacity;
  const id = stored?.id ?? '';
  const found = useLookup(isLarger ? typed : undefined, 1, (capacity) =>
    load(waitingListRoutes.previewCapacity, { params: { tripId: id }, query: { capacity: Number(capacity) } }),
  );
  return (
    <div role="status" className={styles.preview}>
      {found !== 'short' && <Offered found={typeof found === 'object' ? found.offered : found} />}
    </div>
  );
}

function Offered({ found }: { found: CapacityPreview['offered'] | 'searching' | 'failed' }) {
  if (found === 'searching') return <p>Vendo quem da lista de espera entra…</p>;
  if (found === 'failed')
    return <p>Não deu para ver quem da lista de espera entra. Mude o número para tentar de novo.</p>;
  if (found.length === 0) return <p>Com esta lotação, ninguém da lista de espera recebe vagas.</p>;
  const cents = found.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return (
    <>
      <p>
        Ao salvar, oferecemos vagas a {plural(found.length, 'pessoa')} da lista de espera ({formatMoney(cents)}):
      </p>
      <ol>
        {found.map(({ entryId, name, places, totalCents }) => (
          <li key={entryId}>
            {name}: {plural(places, 'vaga')}, {formatMoney(totalCents)}
          </li>
        ))}
      </ol>
    </>
  );
}

const listFormat = new Intl.ListFormat('pt-BR');

interface VehicleChoiceProps {
  vehicles: ChosenVehicle[];
}

/** The operator's vehicles to choose from; their seats are the places, of which staff may sell fewer. */
function VehicleChoice({ vehicles }: VehicleChoiceProps) {
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
    const names = listFormat.format(next.map(({ name }) => name));
    set('vehicle', names.length <= MAX_VEHICLE ? names : `${next.length} veículos`);
    set('capacity', String(capacity === '' ? after : capacityAfterSwap(Number(capacity), before, after)));
  }

  return (
    <Switch.Group
      label={tripTable.vehicleIds.label}
      description="Sem nenhum, o passeio só conta vagas"
      size="md"
      error={error}
      value={chosen}
      onChange={choose}
    >
      <Stack gap="sm" pt={8}>
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
          <Text variant="hint">
            Com gente sentada, use <Link to={tripPaths.vehicleSwap(swapped)}>Trocar veículo</Link>: mostra antes quem
            fica e quem muda de poltrona.
          </Text>
        )}
      </Stack>
    </Switch.Group>
  );
}

function seatsIn(vehicles: ChosenVehicle[], ids: string[]): number {
  return vehicles.filter(({ id }) => ids.includes(id)).reduce((sum, { seats }) => sum + seats, 0);
}

type Departure = VehicleDepartures['data'][number];

function BusyVehicle({ trip, isChosen }: { trip: Departure; isChosen: boolean }) {
  const { formatLongMoment } = useFormats();
  const text = (
    <>
      Já está em <Link to={tripPaths.edit(trip.tripId)}>{trip.title}</Link>, {formatLongMoment(trip.date)}.
    </>
  );
  const props = { variant: 'hint', mt: 4, ml: '3.75rem' };
  if (!isChosen) return <Text {...props}>{text}</Text>;
  return (
    <Text {...props} c="var(--danger)" role="alert">
      {text} O mesmo veículo não faz dois passeios ao mesmo tempo: confira antes de salvar.
    </Text>
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
type ChosenVehicle = Pick<Vehicle, 'id' | 'name' | 'seats' | 'isArchived'>;

/** The operator's vehicles, those of the trip as the trip was given them; archived ones only where it has them. */
function useVehicles(): { vehicles: ChosenVehicle[] | undefined; isError: boolean } {
  const served = useFormState(({ stored }) => stored?.vehicles);
  const { data, isError } = useQuery(load(vehicleRoutes.list));
  const vehicles = data?.data.flatMap(({ id, name, seats, isArchived }) => {
    const own = served?.find(({ vehicleId }) => vehicleId === id);
    if (own) return [{ id, name: own.name, seats: own.seats, isArchived }];
    return isArchived ? [] : [{ id, name, seats, isArchived }];
  });
  return { vehicles, isError };
}
