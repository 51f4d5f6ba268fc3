import { useUser } from './user-store';

/** Beginning of the keys under which a tab keeps what was not saved. */
const PREFIX = 'passeio:trabalho:';

interface Kept {
  owner: string;
  work: unknown;
}

/**
 * Keeps work that was not saved, in this tab only and for whoever is signed in. It outlives a reload and a lock of the
 * screen, never the person: signing out or another person's coming takes it away.
 */
export function keepWork(name: string, work: unknown): void {
  const kept: Kept = { owner: useUser.getState().user.id, work };
  // Whoever has just left has nothing more to keep; what was kept before is theirs when they come back.
  if (kept.owner === '') return;
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(kept));
  } catch (error) {
    // Blocked or full: the page still asks before it is left.
    console.warn('Unsaved work could not be kept', error);
  }
}

/** What this person left unsaved under that name; undefined if nothing. */
export function keptWork(name: string): unknown {
  const kept = read(PREFIX + name);
  return kept && kept.owner === useUser.getState().user.id ? kept.work : undefined;
}

export function dropWork(name: string): void {
  entries()?.removeItem(PREFIX + name);
}

/** Nothing of anybody is left in this tab. */
export function dropAllWork(): void {
  dropWhere(() => true);
}

/** From now on, whoever comes finds nothing of those who were here before. */
export function keepWorkApart(): void {
  const follow = () => {
    const { id } = useUser.getState().user;
    if (id !== '') dropWhere((key) => read(key)?.owner !== id);
  };
  useUser.subscribe(({ user }, before) => user.id !== before.user.id && follow());
  follow();
}

function dropWhere(isUnwanted: (key: string) => boolean): void {
  const storage = entries();
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
  for (const key of keys) if (key.startsWith(PREFIX) && isUnwanted(key)) storage?.removeItem(key);
}

function read(key: string): Kept | undefined {
  try {
    return JSON.parse(entries()?.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Browsers that block storage throw at its very name. */
function entries(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
