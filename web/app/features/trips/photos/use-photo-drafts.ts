import { useEffect, useState } from 'react';
import { readDraft } from '../../session/draft-storage';
import { useDraft } from '../../session/use-draft';
import { useUser } from '../../session/user-store';
import { PhotoDrafts } from './photo-drafts';
import type { PhotoQueueState, PhotoUploadQueue } from './photo-upload-queue';

const draftName = (tripId: string | null) => `photos:${tripId ?? 'novo'}`;

/**
 * Restores photos that were chosen before a reload and not uploaded, and stores those of now. `lost` counts the files
 * that could not be restored; `forget` deletes all, for a person who leaves on purpose.
 */
export function usePhotoDrafts(queue: PhotoUploadQueue): { lost: number; forget: () => void } {
  const [lost, setLost] = useState(0);
  const [{ drafts, draft, stored }] = useState(() => {
    const drafts = new PhotoDrafts(useUser.getState().user.id);
    const draft = {
      nameOf: () => draftName(queue.tripId),
      workOf: (state: PhotoQueueState) => drafts.draftOf(state),
    };
    return { drafts, draft, stored: readDraft(draftName(queue.tripId)) };
  });
  const { forget: forgetDraft } = useDraft(queue.store, draft);

  useEffect(() => {
    // Only once: when this effect runs again, they are in the queue.
    const isRestored = queue.store.getState().photos.some(({ file }) => file !== null);
    if (!isRestored) void drafts.restore(queue, stored).then(setLost);
    return drafts.follow(queue);
  }, [queue, drafts, stored]);

  const forget = () => {
    forgetDraft();
    drafts.forget();
  };
  return { lost, forget };
}
