import { seatKey } from '@passeio/contract/seats/seating';
import type { SwapNotice, VehicleSwapDraft } from '@passeio/contract/seats/vehicle-swaps';
import { plural } from '@passeio/contract/words';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { lockReservationsOf } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import {
  labelOf,
  lockTrip,
  requireFreeVehicles,
  seatsIn,
  sizeWith,
  type TripFollower,
  type TripRow,
  transportOf,
  updateTrip,
  writeTripVehicles,
} from '../trips/index.ts';
import { type PlannedSwap, planSwap, requireSwappable, setSeats } from './preview-swap.ts';
import { clearSeats } from './seating.queries.ts';

interface Swapper {
  actor: Actor;
  follower: TripFollower;
}

/**
 * Gives a trip other vehicles as its preview said: everybody who sat sits, capacity follows, and the chosen people are
 * notified. Trip and reservations are locked: nobody takes a place or chooses a seat meanwhile. Throws INVALID_INPUT
 * for a vehicle that is not offered, SWAP_CHANGED if the preview would now be another, and VEHICLE_ON_OTHER_TRIP unless
 * that is accepted.
 */
export async function swapVehicles(
  trx: DatabaseTransaction,
  by: Swapper,
  tripId: string,
  draft: VehicleSwapDraft,
): Promise<void> {
  const before = requireSwappable(await lockTrip(trx, tripId));
  await lockReservationsOf(trx, tripId);
  const timeZone = await readTimeZone(trx);
  const swap = await planSwap(trx, before, draft);
  if (swap.preview.short > 0) throw tooSmall(swap);
  const planned = { tripId, vehicles: swap.vehicles, departsAt: before.departs_at, returnsAt: before.returns_at };
  await requireFreeVehicles(trx, {
    ...{ planned, timeZone, accepts: draft.acceptsOverlap },
    before: { ...planned, vehicles: swap.served },
  });
  if (swap.preview.fingerprint !== draft.fingerprint) throw new AppError('SWAP_CHANGED');
  await reseat(trx, tripId, swap);
  const after = await updateTrip(trx, tripId, {
    ...sizeWith(before, swap.served, swap.vehicles),
    vehicle: transportOf(before.vehicle, swap.vehicles),
  });
  await notifyTravellers(trx, by, { before, after, timeZone, swap, notice: draft.notice });
}

function tooSmall({ preview: { placesTaken, short }, vehicles }: PlannedSwap): AppError {
  const seats = plural(seatsIn(vehicles), 'poltrona');
  const missing = `${short === 1 ? 'falta' : 'faltam'} ${plural(short, 'poltrona')}`;
  return new AppError('VEHICLES_TOO_SMALL', {
    vehicleIds: `São ${plural(placesTaken, 'pessoa')} para ${seats}: ${missing}. Acrescente um veículo, passe reservas para outra saída ou cancele reservas.`,
  });
}

// Everybody stands up before the vehicles go, and sits down in the new ones.
async function reseat(trx: DatabaseTransaction, tripId: string, swap: PlannedSwap): Promise<void> {
  const { travellers, swapped, vehicles } = swap;
  const changed = travellers.flatMap((one, index) => {
    const to = swapped[index]?.to;
    const vehicleId = to && vehicles.find(({ vehicle_id }) => vehicle_id === to.vehicleId)?.id;
    const now = to && vehicleId ? { vehicleId, seat: to.seat } : null;
    const was = one.trip_vehicle_id && one.seat ? { vehicleId: one.trip_vehicle_id, seat: one.seat } : null;
    const isSame = now && was ? seatKey(now) === seatKey(was) : now === was;
    return isSame ? [] : [{ id: one.id, now }];
  });
  if (changed.length > 0)
    await clearSeats(
      trx,
      changed.map(({ id }) => id),
    );
  await writeTripVehicles(trx, tripId, vehicles);
  await setSeats(
    trx,
    changed.flatMap(({ id, now }) => (now ? [{ id, ...now }] : [])),
  );
}

interface Swapped {
  before: TripRow;
  after: TripRow;
  timeZone: string;
  swap: PlannedSwap;
  notice: SwapNotice;
}

async function notifyTravellers(
  trx: DatabaseTransaction,
  { actor, follower }: Swapper,
  swapped: Swapped,
): Promise<void> {
  const { before, after, timeZone, swap, notice } = swapped;
  const { people, touched } = swap.preview;
  const notified = await follower.follow(trx, actor, {
    ...{ before, after, timeZone },
    notice: notice.tell ? { tell: true, message: notice.message } : notice,
    swapped: {
      seats: new Map(touched.map((one) => [one.id, { old: one.old, new: one.new }])),
      notifiesEverybody: notice.tell && notice.everybody,
    },
  });
  const facts = ({ vehicle, capacity, min_participants: minParticipants }: TripRow) => ({
    ...{ vehicle, capacity, minParticipants },
  });
  const count = (outcome: string) => people.filter((one) => one.outcome === outcome).length;
  await recordAudit(trx, actor, {
    action: 'trip.vehicles_swapped',
    subject: { type: 'trip', id: after.id, label: labelOf(after, timeZone) },
    changes: {
      ...changesBetween(facts(before), facts(after)),
      seatsKept: [null, count('keeps')],
      seatsMoved: [null, count('moves')],
      ...notified,
    },
  });
}
