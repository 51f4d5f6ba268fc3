import type { UserProfile } from '@passeio/contract/users';
import { z } from '@passeio/contract/zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

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
  /** Any text: whoever has a role that this version does not know sees public pages only. */
  role: z.string(),
  isAuthenticated: z.boolean(),
  accessToken: z.string().nullable(),
  /** Last sign of use in any tab, in milliseconds since 1970; only where the screen locks by itself. */
  lastActiveAt: z.number().optional(),
});
export type User = z.infer<typeof user>;

/** A profile as the client takes it: the server may know roles that this version does not. */
export type ClientProfile = Omit<UserProfile, 'role'> & { role: string };

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

/** The person at this browser: the only state that outlives the page. */
export const useUser = create<{ user: User }>()(
  persist(() => ({ user: initialUser }), {
    name: STORAGE_KEY,
    partialize: (state) => ({ user: state.user }),
    // The server has no storage: the session restores it in the browser, once.
    skipHydration: true,
    // Storage can hold anything: what is not a user is treated as nobody.
    merge: (persisted, current) => {
      const stored = z.object({ user }).safeParse(persisted);
      return stored.success ? stored.data : current;
    },
  }),
);

/** First moment after signing in: the token and the e-mail, before the profile is known. */
export function storeIdentity(email: string, accessToken: string): void {
  useUser.setState({ user: { ...initialUser, email, accessToken } });
}

/** Replaces the token of whoever is there; nobody is brought back by a late answer. */
export function storeToken(accessToken: string): void {
  useUser.setState(({ user }) => (user.accessToken === null ? { user } : { user: { ...user, accessToken } }));
}

/** The profile of whoever is there; a late answer brings nobody back and replaces no one. */
export function storeProfile(profile: ClientProfile): void {
  const { id, name, email, cpf, rg, emitter, birthdate, contact, role } = profile;
  useUser.setState(({ user }) => {
    if (user.accessToken === null || (user.id !== '' && user.id !== id)) return { user };
    return { user: { ...user, id, name, email, cpf, rg, emitter, birthdate, contact, role, isAuthenticated: true } };
  });
}

/** Keeps who is there and nothing else about them. */
export function storeLocked({ id, name, email }: User): void {
  useUser.setState({ user: { ...initialUser, id, name, email } });
}

/** Whether somebody is known who must give the password again. */
export function isLocked({ id, accessToken }: User): boolean {
  return accessToken === null && id !== '';
}

/** The id of whoever is signed in; null while nobody is, or nobody may be drawn. */
export function ownerId({ id, accessToken }: User = useUser.getState().user): string | null {
  return accessToken !== null && id !== '' ? id : null;
}

export function recordActivity(now: number): void {
  useUser.setState(({ user }) => (user.accessToken === null ? { user } : { user: { ...user, lastActiveAt: now } }));
}

export function resetUser(): void {
  useUser.setState({ user: initialUser });
}

/** Reads the slice again whenever another tab writes it; `onChange` gets the ids before and after. */
export function followOtherTabs(onChange: (before: string, after: string) => void): void {
  window.addEventListener('storage', async ({ key, newValue }) => {
    if (key !== null && key !== STORAGE_KEY) return;
    const before = useUser.getState().user.id;
    if (newValue === null) resetUser();
    else await useUser.persist.rehydrate();
    onChange(before, useUser.getState().user.id);
  });
}
