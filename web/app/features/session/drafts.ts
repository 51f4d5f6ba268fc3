import { useCallback, useEffect, useRef } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { useUser } from './user-store';

/** Prefix of the keys under which a tab stores drafts. */
const PREFIX = 'passeio:trabalho:';

/** Owner of what is typed through a link, without an account: only who has the link knows the draft's name. */
export const LINK_OWNER = 'link';

interface StoredDraft {
  owner: string;
  work: unknown;
}

/**
 * Stores an unsaved draft in sessionStorage: in this tab only and for the person who is signed in. It survives a reload
 * and a lock of the screen, but not a sign-out or the sign-in of another person.
 */
function saveDraft(name: string, work: unknown, owner = useUser.getState().user.id): void {
  const draft: StoredDraft = { owner, work };
  // After signing out there is no owner: the draft stored before stays for when the same person comes back.
  if (draft.owner === '') return;
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch (error) {
    // Storage blocked or full: the page still asks before it is left.
    console.warn('Draft could not be stored', error);
  }
}

/** This person's draft under that name; undefined if there is none. */
export function readDraft(name: string, owner = useUser.getState().user.id): unknown {
  const draft = read(PREFIX + name);
  return draft && draft.owner === owner ? draft.work : undefined;
}

function deleteDraft(name: string): void {
  entries()?.removeItem(PREFIX + name);
}

/** Deletes everybody's drafts of this tab. */
export function deleteAllDrafts(): void {
  deleteWhere(() => true);
}

/** Deletes other people's drafts, now and whenever somebody else signs in. */
export function deleteDraftsOfOthers(): void {
  const follow = () => {
    const { id } = useUser.getState().user;
    if (id !== '') deleteWhere((key) => ![id, LINK_OWNER].includes(read(key)?.owner ?? ''));
  };
  useUser.subscribe(({ user }, before) => user.id !== before.user.id && follow());
  follow();
}

function deleteWhere(isUnwanted: (key: string) => boolean): void {
  const storage = entries();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
  for (const key of keys) if (key.startsWith(PREFIX) && isUnwanted(key)) storage?.removeItem(key);
}

function read(key: string): StoredDraft | undefined {
  try {
    return JSON.parse(entries()?.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined in browsers that block storage: they throw on access to `sessionStorage`. */
function entries(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Debounce: a draft is stored this long after the last change. */
const DEBOUNCE_MS = 300;

interface DraftOf<State> {
  /** Name under which the draft is stored; may change. */
  nameOf: (state: State) => string;
  /** The unsaved state; undefined when everything is saved. */
  workOf: (state: State) => unknown;
  /** The owner; by default the signed-in person. */
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
