import { userRoutes } from '@passeio/contract/users/user-routes';
import type { OwnProfile, ProfileChange, SignUpPayload, UserProfile } from '@passeio/contract/users/users';
import { answered, api } from '../session/api';
import { storeProfile } from '../session/user-store';

export async function loadMyProfile(signal: AbortSignal): Promise<OwnProfile> {
  const profile = await answered(api.call(userRoutes.readMe, { signal }));
  storeProfile(profile);
  return profile;
}

/** The changed fields of the profile, without the e-mail, which belongs to the identity provider. */
export function changesOf(profile: UserProfile, { email: _email, ...typed }: SignUpPayload): ProfileChange {
  const changed = Object.entries(typed).filter(([name, value]) => profile[name as keyof ProfileChange] !== value);
  return Object.fromEntries(changed);
}

export async function saveMyProfile(change: ProfileChange): Promise<UserProfile> {
  const profile = await answered(api.call(userRoutes.changeMe, { body: change }));
  storeProfile(profile);
  return profile;
}
