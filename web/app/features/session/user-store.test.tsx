import { expect, test } from 'vitest';
import { newProfile, newToken, signIn } from '~/test/person';
import { resetUser, storeIdentity, storeProfile, useUser } from './user-store';

test('the storage holds the user alone, who is read back from there', async () => {
  const { profile, token } = signIn();
  expect(Object.keys(localStorage)).toEqual(['nextjs']);
  const stored = localStorage.getItem('nextjs') ?? '';
  expect(Object.keys(JSON.parse(stored).state)).toEqual(['user']);

  resetUser();
  localStorage.setItem('nextjs', stored);
  await useUser.persist.rehydrate();
  const { createdAt: _, emailConfirmed: _confirmed, ...user } = profile;
  expect(useUser.getState().user).toEqual({ ...user, isAuthenticated: true, accessToken: token });
});

test.each(['{"state":{"user"', 'null', '[]', '{"state":{"user":{"id":7}},"version":0}', '{"version":"x"}'])(
  'a stored %s is nobody',
  async (value) => {
    localStorage.setItem('nextjs', value);
    await useUser.persist.rehydrate();
    expect(useUser.getState().user).toMatchObject({ id: '', accessToken: null, isAuthenticated: false });
  },
);

test('a profile that arrives after the sign-out brings nobody back, and one of somebody else replaces no one', () => {
  const { profile } = signIn();
  storeProfile({ ...newProfile(), name: 'Outra Pessoa' });
  expect(useUser.getState().user.name).toBe(profile.name);
  resetUser();
  storeProfile(profile);
  expect(useUser.getState().user).toMatchObject({ id: '', isAuthenticated: false });
  storeIdentity(profile.email, newToken());
  storeProfile(profile);
  expect(useUser.getState().user.isAuthenticated).toBe(true);
});
