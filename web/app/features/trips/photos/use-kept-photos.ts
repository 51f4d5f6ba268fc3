import { useEffect, useState } from 'react';
import { keptWork } from '../../session/kept-work';
import { useKeptWork } from '../../session/use-kept-work';
import { useUser } from '../../session/user-store';
import { KeptPhotos } from './kept-photos';
import type { PhotoDesk, PhotoDeskState } from './photo-desk';

const keptName = (tripId: string | null) => `photos:${tripId ?? 'novo'}`;

/**
 * Brings pictures back that were chosen before a reload and had not arrived, and keeps those of now. `lost` counts
 * those that could not be brought back; `forget` is for who leaves them behind on purpose.
 */
export function useKeptPhotos(desk: PhotoDesk): { lost: number; forget: () => void } {
  const [lost, setLost] = useState(0);
  const [{ kept, keeping, noted }] = useState(() => {
    const kept = new KeptPhotos(useUser.getState().user.id);
    const keeping = {
      nameOf: () => keptName(desk.tripId),
      workOf: (state: PhotoDeskState) => kept.photosOf(state),
    };
    return { kept, keeping, noted: keptWork(keptName(desk.tripId)) };
  });
  const { forget: forgetNote } = useKeptWork(desk.store, keeping);

  useEffect(() => {
    // Once: another run of this effect finds them on the desk.
    const isBack = desk.store.getState().photos.some(({ file }) => file !== null);
    if (!isBack) void kept.bringBack(desk, noted).then(setLost);
    return kept.follow(desk);
  }, [desk, kept, noted]);

  const forget = () => {
    forgetNote();
    kept.forget();
  };
  return { lost, forget };
}
