import type { Vehicle } from '@passeio/contract/seats/vehicles';
import { type Lookup, useLookup } from '~/lib/use-lookup';
import { useFormState } from '../form-context';
import { loadAllVehicles } from '../vehicle-calls';

/** A vehicle that a trip may have. */
export type ChosenVehicle = Pick<Vehicle, 'id' | 'name' | 'seats' | 'isArchived'>;

/** The operator's vehicles, those of the trip as the trip was given them; archived ones only where it has them. */
export function useVehicles(): Lookup<ChosenVehicle> {
  const served = useFormState(({ stored }) => stored?.vehicles);
  const found = useLookup('all', 1, loadAllVehicles);
  if (!Array.isArray(found)) return found;
  return found.flatMap(({ id, name, seats, isArchived }) => {
    const own = served?.find(({ vehicleId }) => vehicleId === id);
    if (own) return [{ id, name: own.name, seats: own.seats, isArchived }];
    return isArchived ? [] : [{ id, name, seats, isArchived }];
  });
}
