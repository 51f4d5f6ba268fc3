import { useEffect, useState } from 'react';

/** Key of the persisted user slice, as in user-store.ts, which this file must not import. */
const STORAGE_KEY = 'nextjs';

/**
 * Whether this browser may have a session. Only a hint, read without loading the session's code, which the portal's
 * visitors do not need.
 */
export function mayHaveSession(): boolean {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return typeof stored?.state?.user?.accessToken === 'string';
  } catch {
    return false;
  }
}

/** Whether somebody is signed in; false until known. Loads the session's code only if there may be a session. */
export function useSignedIn(): boolean {
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const followIfHeld = () => {
      if (!mayHaveSession()) return;
      import('./session')
        .then(({ followSignedIn }) => followSignedIn(setSignedIn, gone.signal))
        // The page then stays as visitors see it.
        .catch((error) => console.warn('Session could not be loaded', error));
    };
    followIfHeld();
    // Another tab may sign in.
    window.addEventListener('storage', followIfHeld, { signal: gone.signal });
    return () => gone.abort();
  }, []);
  return isSignedIn;
}
