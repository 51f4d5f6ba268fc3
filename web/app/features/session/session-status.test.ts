import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followUserSlice, sendSessionEvent, sessionStatus } from './session-status';
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
