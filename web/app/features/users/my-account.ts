import { apiPaths } from '@passeio/contract/paths';
import {
  type OwnProfile,
  ownProfile,
  type ProfileChange,
  type SignUpPayload,
  type UserProfile,
  userProfile,
} from '@passeio/contract/users/users';
import { answered, api } from '../session/api';
import { storeProfile } from '../session/user-store';

export async function loadMyProfile(signal: AbortSignal): Promise<OwnProfile> {
  const profile = await answered(api.get(apiPaths.me, ownProfile, { signal }));
  storeProfile(profile);
  return profile;
}

/** The changed fields of the profile, without the e-mail, which belongs to the identity provider. */
export function changesOf(profile: UserProfile, { email: _email, ...typed }: SignUpPayload): ProfileChange {
  const changed = Object.entries(typed).filter(([name, value]) => profile[name as keyof ProfileChange] !== value);
  return Object.fromEntries(changed);
}

export async function saveMyProfile(change: ProfileChange): Promise<UserProfile> {
  const profile = await answered(api.put(apiPaths.me, userProfile, { body: change }));
  storeProfile(profile);
  return profile;
}
