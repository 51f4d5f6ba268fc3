import { renewToken } from './bearer';
import { identity } from './identity/current';
import { endProviderSession } from './lock';
import { fetchProfile } from './profile';
import { resetUser, storeProfile, useUser } from './user-store';

/** Asks for a link that sets a new password. A failure is only logged: the answer must tell nothing about the address. */
export async function requestReset(email: string): Promise<void> {
  try {
    await (await identity()).sendReset(email);
  } catch (error) {
    console.warn('Password reset failed', error);
  }
}

/** Sets a new password by the code of such a link. Everybody signs in anew then, in this browser too. */
export async function resetPassword(code: string, newPassword: string): Promise<void> {
  await (await identity()).confirmReset(code, newPassword);
  if (useUser.getState().user.email === '') return;
  await endProviderSession();
  resetUser();
}

/** Asks for a link that confirms an address. */
export async function requestConfirmation(email: string): Promise<void> {
  await (await identity()).sendConfirmation(email);
}

/** Confirms an address by the code of its link; whoever is signed in here goes on with what that changed. */
export async function confirmEmail(code: string): Promise<void> {
  await (await identity()).confirmEmail(code);
  if (useUser.getState().user.accessToken === null) return;
  await renewToken({ force: true });
  try {
    const profile = await fetchProfile();
    if (profile) storeProfile(profile);
  } catch (error) {
    // The address is confirmed all the same.
    console.warn('Profile refresh failed', error);
  }
}

/** Changes the password and ends the person's other sessions; this one goes on with a token of its own. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await (await identity()).changePassword(currentPassword, newPassword);
  await renewToken({ force: true });
}

/** Asks for a link at the new address; the change counts once it is opened. */
export async function requestEmailChange(newEmail: string, currentPassword: string): Promise<void> {
  await (await identity()).changeEmail(newEmail, currentPassword);
}

/** Brings an old address back; nobody is signed in afterwards, here neither. Answers the page for another password. */
export async function undoEmailChange(code: string): Promise<string> {
  const passwordPage = await (await identity()).undoEmailChange(code);
  if (useUser.getState().user.email !== '') {
    await endProviderSession();
    resetUser();
  }
  return passwordPage;
}
