import type { Permission } from '@passeio/contract/permissions';
import type { OwnProfile, UserProfile } from '@passeio/contract/users/own-profile';
import { z } from '@passeio/contract/zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { canOpen } from './access';

/** Key of the persisted slice in localStorage; the name is the customer's. */
const STORAGE_KEY = 'nextjs';

const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  cpf: z.string(),
  rg: z.string(),
  emitter: z.string(),
  birthdate: z.string(),
  contact: z.string(),
  /** A role unknown to this version sees public pages only. */
  role: z.string(),
  hasTwoFactor: z.boolean().nullish(),
  mustAddTwoFactor: z.boolean().optional(),
  isSeller: z.boolean().optional(),
  permissions: z.array(z.string()).optional(),
  refundLimitCents: z.number().nullish(),
  isAuthenticated: z.boolean(),
  accessToken: z.string().nullable(),
  /** Last activity in any tab, in epoch milliseconds; only where the screen locks when idle. */
  lastActiveAt: z.number().optional(),
});
export type User = z.infer<typeof user>;

const initialUser: User = {
  id: '',
  name: '',
  email: '',
  cpf: '',
  rg: '',
  emitter: '',
  birthdate: '',
  contact: '',
  role: 'CLIENT',
  isAuthenticated: false,
  accessToken: null,
};

/** The signed-in user, persisted in localStorage. */
export const useUser = create<{ user: User }>()(
  persist(() => ({ user: initialUser }), {
    name: STORAGE_KEY,
    partialize: (state) => ({ user: state.user }),
    // The session hydrates it in the browser; the server has no storage.
    skipHydration: true,
    // Invalid stored data counts as signed out.
    merge: (persisted, current) => {
      const stored = z.object({ user }).safeParse(persisted);
      return stored.success ? stored.data : current;
    },
  }),
);

/** Stores token and e-mail right after signing in, before the profile is known. */
export function storeIdentity(email: string, accessToken: string): void {
  useUser.setState({ user: { ...initialUser, email, accessToken } });
}

/** Replaces the current user's token; a late answer signs nobody in. */
export function storeToken(accessToken: string): void {
  useUser.setState(({ user }) => (user.accessToken === null ? { user } : { user: { ...user, accessToken } }));
}

/** Stores the current user's profile; a late answer neither signs in nor replaces anybody. */
export function storeProfile(profile: UserProfile & Partial<OwnProfile>): void {
  const { emailConfirmed: _, createdAt: __, ...shown } = profile;
  const { id } = shown;
  useUser.setState(({ user }) => {
    if (user.accessToken === null || (user.id !== '' && user.id !== id)) return { user };
    return { user: { ...user, ...shown, isAuthenticated: true } };
  });
}

/** Whether the signed-in user may open the page at `path`. */
export function mayOpen(path: string): boolean {
  const { role, permissions } = useUser.getState().user;
  return canOpen(path, role, permissions);
}

/** Whether the signed-in user may do or see something that staff needs a permission for. */
export function may(permission: Permission): boolean {
  const { permissions } = useUser.getState().user;
  return permissions?.includes(permission) ?? true;
}

/** Reduces the stored user to what the lock screen shows. */
export function storeLocked({ id, name, email }: User): void {
  useUser.setState({ user: { ...initialUser, id, name, email } });
}

/** Whether the screen is locked. */
export function isLocked({ id, accessToken }: User): boolean {
  return accessToken === null && id !== '';
}

/** The signed-in user's id; null if nobody is signed in or the screen is locked. */
export function ownerId({ id, accessToken }: User = useUser.getState().user): string | null {
  return accessToken !== null && id !== '' ? id : null;
}

export function recordActivity(now: number): void {
  useUser.setState(({ user }) => (user.accessToken === null ? { user } : { user: { ...user, lastActiveAt: now } }));
}

export function resetUser(): void {
  useUser.setState({ user: initialUser });
}

/** Rehydrates the slice when another tab writes it; `onChange` gets the user ids before and after. */
export function followOtherTabs(onChange: (before: string, after: string) => void): void {
  window.addEventListener('storage', async ({ key, newValue }) => {
    if (key !== null && key !== STORAGE_KEY) return;
    const before = useUser.getState().user.id;
    if (newValue === null) resetUser();
    else await useUser.persist.rehydrate();
    onChange(before, useUser.getState().user.id);
  });
}
