import { whenRestored } from './session';
import { useUser } from './user-store';

/** Calls `tell` once the session is restored and at every change of whether somebody is signed in. */
export async function followSignedIn(tell: (isSignedIn: boolean) => void, gone: AbortSignal): Promise<void> {
  await whenRestored();
  if (gone.aborted) return;
  const follow = () => tell(useUser.getState().user.isAuthenticated);
  gone.addEventListener('abort', useUser.subscribe(follow));
  follow();
}
