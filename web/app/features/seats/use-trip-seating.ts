import type { SeatChanges, TripSeats } from '@passeio/contract/seats/seats';
import { useState } from 'react';
import { ApiError } from '~/lib/api';
import { loadTripSeats, saveTripSeats } from './seat-calls';
import { undoing } from './trip-seating';

/** The seats of a trip as staff changes them: each change is saved at once, and can be taken back. */
export function useTripSeating(tripId: string, loaded: TripSeats) {
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
      if (!error.isTransient) setSeats(await loadTripSeats(tripId).catch(() => seats));
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
