import { create } from 'zustand';
import { isLocked, type User, useUser } from './user-store';

/**
 * Where the session at this browser stands.
 * - `restoring`: not known yet; nothing private may be drawn.
 * - `anonymous`: nobody is here.
 * - `unfinished`: known to the identity provider, but without a profile; the person is taken to finish it.
 * - `signedIn`: somebody is here, with token and profile.
 * - `locked`: we know who was here, but the token is gone; the password brings them back.
 * - `expired`: the provider knows nobody any more; the person is being signed out.
 */
export type SessionStatus = 'restoring' | 'anonymous' | 'unfinished' | 'signedIn' | 'locked' | 'expired';

/**
 * What moves it. All but `refused` are what the persisted user slice holds after a change, by whichever tab:
 * nobody, an identity without profile, a whole person, or a person without token. `refused` is the identity provider
 * saying that nobody is signed in.
 */
export type SessionEvent = 'emptied' | 'identified' | 'profiled' | 'locked' | 'refused';

const transitions: Record<SessionStatus, Partial<Record<SessionEvent, SessionStatus>>> = {
  restoring: { emptied: 'anonymous', identified: 'unfinished', profiled: 'signedIn', locked: 'locked' },
  anonymous: { identified: 'unfinished', profiled: 'signedIn', locked: 'locked' },
  unfinished: { emptied: 'anonymous', profiled: 'signedIn', locked: 'locked', refused: 'expired' },
  signedIn: { emptied: 'anonymous', identified: 'unfinished', locked: 'locked', refused: 'expired' },
  locked: { emptied: 'anonymous', identified: 'unfinished', profiled: 'signedIn' },
  // Ignores late answers: only the end of the sign-out leaves this status.
  expired: { emptied: 'anonymous', locked: 'locked' },
};

/** The status after `event`, unchanged where the status does not handle it. */
export function nextStatus(status: SessionStatus, event: SessionEvent): SessionStatus {
  return transitions[status][event] ?? status;
}

const useStatus = create<{ status: SessionStatus }>(() => ({ status: 'restoring' }));

export function sessionStatus(): SessionStatus {
  return useStatus.getState().status;
}

export function useSessionStatus(): SessionStatus {
  return useStatus(({ status }) => status);
}

export function sendSessionEvent(event: SessionEvent): void {
  useStatus.setState({ status: nextStatus(sessionStatus(), event) });
}

/** Ends `restoring`: from now on the status is derived from the persisted user slice, so that all tabs agree. */
export function followUserSlice(): void {
  const follow = () => sendSessionEvent(eventOf(useUser.getState().user));
  useUser.subscribe(follow);
  follow();
}

function eventOf(user: User): SessionEvent {
  if (isLocked(user)) return 'locked';
  if (user.accessToken === null) return 'emptied';
  return user.isAuthenticated ? 'profiled' : 'identified';
}
