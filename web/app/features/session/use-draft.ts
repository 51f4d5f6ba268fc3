import { useCallback, useEffect, useRef } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { deleteDraft, saveDraft } from './draft-storage';

/** Debounce: a draft is stored this long after the last change. */
const DEBOUNCE_MS = 300;

interface DraftOf<State> {
  /** Name under which the draft is stored; may change. */
  nameOf: (state: State) => string;
  /** The unsaved state; undefined when everything is saved. */
  workOf: (state: State) => unknown;
  /** Whose it is; by default of who is signed in. */
  owner?: string;
}

/**
 * Stores the unsaved state in this tab, so that a reload restores it. `draft` must stay the same object.
 * `forget` deletes it, for a person who leaves on purpose.
 */
export function useDraft<State>(store: StoreApi<State>, draft: DraftOf<State>): { forget: () => void } {
  const isForgotten = useRef(false);

  useEffect(() => {
    isForgotten.current = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown = draft.nameOf(store.getState());
    const write = () => {
      clearTimeout(timer);
      if (isForgotten.current) return;
      const state = store.getState();
      const name = draft.nameOf(state);
      const work = draft.workOf(state);
      if (name !== shown) deleteDraft(shown);
      shown = name;
      if (work === undefined) deleteDraft(name);
      else saveDraft(name, work, draft.owner);
    };
    const writeSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(write, DEBOUNCE_MS);
    };
    const stop = store.subscribe(writeSoon);
    window.addEventListener('pagehide', write);
    return () => {
      stop();
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [store, draft]);

  const forget = useCallback(() => {
    isForgotten.current = true;
    deleteDraft(draft.nameOf(store.getState()));
  }, [store, draft]);
  return { forget };
}
