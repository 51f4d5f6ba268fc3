import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  followUserSlice,
  nextStatus,
  type SessionEvent,
  type SessionStatus,
  sendSessionEvent,
  sessionStatus,
} from './session-status';
import {
  isLocked,
  recordActivity,
  resetUser,
  storeIdentity,
  storeLocked,
  storeProfile,
  storeToken,
  useUser,
} from './user-store';

const ana = {
  id: '01',
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  role: 'ADMIN' as const,
  cpf: '52998224725',
  rg: 'MG-1',
  emitter: 'SSP/MG',
  birthdate: '1990-12-05',
  contact: '+5535999990000',
  createdAt: '2026-01-01T00:00:00Z',
};

function signIn(): void {
  storeIdentity(ana.email, 'token');
  storeProfile(ana);
}

beforeAll(() => followUserSlice());
afterAll(() => resetUser());

describe('the status of the session', () => {
  it('follows the person at this browser', () => {
    expect(sessionStatus()).toBe('anonymous');
    storeIdentity(ana.email, 'token');
    expect(sessionStatus()).toBe('unfinished');
    storeProfile(ana);
    expect(sessionStatus()).toBe('signedIn');
    resetUser();
    expect(sessionStatus()).toBe('anonymous');
  });

  it('is locked while only name and e-mail are stored', () => {
    signIn();
    storeLocked(useUser.getState().user);
    expect(sessionStatus()).toBe('locked');
    expect(useUser.getState().user).toEqual({
      id: '01',
      name: 'Ana Souza',
      email: 'ana@exemplo.com.br',
      cpf: '',
      rg: '',
      emitter: '',
      birthdate: '',
      contact: '',
      role: 'CLIENT',
      isAuthenticated: false,
      accessToken: null,
    });
  });

  it('stays locked when a token or a sign of use comes late', () => {
    signIn();
    storeLocked(useUser.getState().user);
    storeToken('late');
    recordActivity(Date.now());
    expect(isLocked(useUser.getState().user)).toBe(true);
    expect(sessionStatus()).toBe('locked');
  });

  it('is expired from the provider saying so until the person is gone', () => {
    signIn();
    sendSessionEvent('refused');
    storeToken('late');
    expect(sessionStatus()).toBe('expired');
    resetUser();
    expect(sessionStatus()).toBe('anonymous');
  });
});

const events: SessionEvent[] = ['emptied', 'identified', 'profiled', 'locked', 'refused'];

/** One row per status: where each event leads, in the order above. */
const table: Record<SessionStatus, SessionStatus[]> = {
  restoring: ['anonymous', 'unfinished', 'signedIn', 'locked', 'restoring'],
  anonymous: ['anonymous', 'unfinished', 'signedIn', 'locked', 'anonymous'],
  unfinished: ['anonymous', 'unfinished', 'signedIn', 'locked', 'expired'],
  signedIn: ['anonymous', 'unfinished', 'signedIn', 'locked', 'expired'],
  locked: ['anonymous', 'unfinished', 'signedIn', 'locked', 'locked'],
  expired: ['anonymous', 'expired', 'expired', 'locked', 'expired'],
};

describe.each(Object.entries(table) as [SessionStatus, SessionStatus[]][])('a session that is %s', (status, row) => {
  it.each(events.map((event, column) => ({ event, next: row[column] })))('is $next when $event', ({ event, next }) => {
    expect(nextStatus(status, event)).toBe(next);
  });
});

function story(...happened: SessionEvent[]): SessionStatus {
  return happened.reduce<SessionStatus>(nextStatus, 'restoring');
}

describe('the story of a session', () => {
  it('signs up, locks, unlocks and leaves', () => {
    expect(story('emptied', 'identified', 'profiled')).toBe('signedIn');
    expect(story('profiled', 'locked')).toBe('locked');
    expect(story('profiled', 'locked', 'identified', 'profiled')).toBe('signedIn');
    expect(story('profiled', 'locked', 'emptied')).toBe('anonymous');
  });

  it('goes back to the lock when unlocking stops half-way', () => {
    expect(story('locked', 'identified', 'locked')).toBe('locked');
  });

  it('is not restored by an answer that arrives after it expired', () => {
    expect(story('profiled', 'refused', 'profiled')).toBe('expired');
    expect(story('profiled', 'refused', 'profiled', 'emptied')).toBe('anonymous');
  });
});
