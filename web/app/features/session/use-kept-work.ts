import { useCallback, useEffect, useRef } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { dropWork, keepWork } from './kept-work';

/** Changes are kept this long after the last one. */
const PAUSE_MS = 300;

interface Keeping<State> {
  /** The name under which it is kept; may become another one. */
  nameOf: (state: State) => string;
  /** What is not saved; undefined where all is. */
  workOf: (state: State) => unknown;
}

/**
 * Keeps what is not saved in this tab, so that a reload brings it back. `keeping` must stay the same object.
 * `forget` is for who leaves it on purpose.
 */
export function useKeptWork<State>(store: StoreApi<State>, keeping: Keeping<State>): { forget: () => void } {
  const isForgotten = useRef(false);

  useEffect(() => {
    isForgotten.current = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown = keeping.nameOf(store.getState());
    const write = () => {
      clearTimeout(timer);
      if (isForgotten.current) return;
      const state = store.getState();
      const name = keeping.nameOf(state);
      const work = keeping.workOf(state);
      if (name !== shown) dropWork(shown);
      shown = name;
      if (work === undefined) dropWork(name);
      else keepWork(name, work);
    };
    const writeSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE_MS);
    };
    const stop = store.subscribe(writeSoon);
    window.addEventListener('pagehide', write);
    return () => {
      stop();
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [store, keeping]);

  const forget = useCallback(() => {
    isForgotten.current = true;
    dropWork(keeping.nameOf(store.getState()));
  }, [store, keeping]);
  return { forget };
}
