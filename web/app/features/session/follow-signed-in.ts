import { whenRestored } from './session';
import { useUser } from './user-store';

/** Tells, once the session is restored and then at every change, whether somebody is signed in. */
export async function followSignedIn(tell: (isSignedIn: boolean) => void, gone: AbortSignal): Promise<void> {
  await whenRestored();
  if (gone.aborted) return;
  const follow = () => tell(useUser.getState().user.isAuthenticated);
  gone.addEventListener('abort', useUser.subscribe(follow));
  follow();
}
