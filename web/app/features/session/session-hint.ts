import { useEffect, useState } from 'react';

/** Key of the persisted user slice; the same as in user-store.ts, which this file must not load. */
const STORAGE_KEY = 'nextjs';

/**
 * Whether this browser holds a session, told without the session's code: a visitor of the portal needs none of it.
 * Only a hint; whether the session is any good is found out by restoring it.
 */
export function mayHaveSession(): boolean {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return typeof stored?.state?.user?.accessToken === 'string';
  } catch {
    return false;
  }
}

/** Whether somebody is signed in; false until that is known. Loads the session's code only where there may be one. */
export function useSignedIn(): boolean {
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const followIfHeld = () => {
      if (!mayHaveSession()) return;
      import('./follow-signed-in')
        .then(({ followSignedIn }) => followSignedIn(setSignedIn, gone.signal))
        // Without the session's code the page stays a visitor's page, which it can be.
        .catch((error) => console.warn('Session could not be loaded', error));
    };
    followIfHeld();
    // Another tab may sign in.
    window.addEventListener('storage', followIfHeld, { signal: gone.signal });
    return () => gone.abort();
  }, []);
  return isSignedIn;
}
