import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type BoardingSource, Desk, type DeskState } from './desk';

/** The boarding of a source, running while the page is open. */
export function useDesk(source: BoardingSource): [Desk, DeskState] {
  const [desk] = useState(() => new Desk(source));
  useEffect(() => desk.start(), [desk]);
  return [desk, useStore(desk.store)];
}
