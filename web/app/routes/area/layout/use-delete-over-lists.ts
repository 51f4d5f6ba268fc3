import { useEffect } from 'react';
import { whenLoaded } from '~/lib/when-loaded';

/** Deletes boarding lists of trips that are back, whichever page of the area is opened. */
export function useDeleteOverLists(isStaff: boolean): void {
  useEffect(() => {
    if (!isStaff) return undefined;
    return whenLoaded(async () => {
      const { deleteOverIn } = await import('~/features/boarding/vault');
      await deleteOverIn(['own-']).catch((error) => console.warn('Boarding lists not deleted', error));
    });
  }, [isStaff]);
}
