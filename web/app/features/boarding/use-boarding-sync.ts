import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type BoardingSource, BoardingSync, type BoardingSyncState } from './boarding-sync';

/** The boarding of a source, running while the page is open. */
export function useBoardingSync(source: BoardingSource): [BoardingSync, BoardingSyncState] {
  const [boarding] = useState(() => new BoardingSync(source));
  useEffect(() => boarding.start(), [boarding]);
  return [boarding, useStore(boarding.store)];
}
