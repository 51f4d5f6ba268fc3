import { create } from 'zustand';
import { nextStatus, type SessionEvent, type SessionStatus } from './session-machine';
import { isLocked, type User, useUser } from './user-store';

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
