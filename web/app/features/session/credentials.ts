import { identity } from './identity';
import { fetchProfile } from './profile';
import { endProviderSession } from './sign-out';
import { renewToken } from './token';
import { resetUser, storeProfile, useUser } from './user-store';

/**
 * Requests a password-reset link. A failure is only logged, so that the page does not reveal whether the address
 * exists.
 */
export async function requestReset(email: string): Promise<void> {
  try {
    await (await identity()).sendReset(email);
  } catch (error) {
    console.warn('Password reset failed', error);
  }
}

/** Sets a new password with the link's code. Ends all sessions, this browser's included. */
export async function resetPassword(code: string, newPassword: string): Promise<void> {
  await (await identity()).confirmReset(code, newPassword);
  if (useUser.getState().user.email === '') return;
  await endProviderSession();
  resetUser();
}

/** Requests a link that confirms the e-mail address. */
export async function requestConfirmation(email: string): Promise<void> {
  await (await identity()).sendConfirmation(email);
}

/** Confirms an address with the link's code and reloads the signed-in person's profile. */
export async function confirmEmail(code: string): Promise<void> {
  await (await identity()).confirmEmail(code);
  if (useUser.getState().user.accessToken === null) return;
  await renewToken({ force: true });
  try {
    const profile = await fetchProfile();
    if (profile) storeProfile(profile);
  } catch (error) {
    // The address is confirmed even if the profile cannot be reloaded.
    console.warn('Profile refresh failed', error);
  }
}

/** Changes the password and ends the person's other sessions; this one gets a new token. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await (await identity()).changePassword(currentPassword, newPassword);
  await renewToken({ force: true });
}

/** Sends a link to the new address; opening it makes the change. */
export async function requestEmailChange(newEmail: string, currentPassword: string): Promise<void> {
  await (await identity()).changeEmail(newEmail, currentPassword);
}

/** Restores the old address and ends all sessions. Returns the password-reset page's path. */
export async function undoEmailChange(code: string): Promise<string> {
  const passwordPage = await (await identity()).undoEmailChange(code);
  if (useUser.getState().user.email !== '') {
    await endProviderSession();
    resetUser();
  }
  return passwordPage;
}
