import { z } from '@passeio/contract/zod';

/** Beside the session's slice: a confirmation link opens in another tab, which must find it too. */
const STORAGE_KEY = 'passeio:desejo';
const MAX_AGE_MS = 24 * 3_600_000;

const wantedTrip = z.object({ id: z.string(), slug: z.string(), title: z.string() });
export type WantedTrip = z.infer<typeof wantedTrip>;

const wish = z.object({ trip: wantedTrip, expiresAt: z.number() });

/** Remembers, for 24 hours, the trip that a visitor wanted to reserve before signing in. */
export function rememberWish({ id, slug, title }: WantedTrip): void {
  const remembered: z.infer<typeof wish> = { trip: { id, slug, title }, expiresAt: Date.now() + MAX_AGE_MS };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(remembered));
  } catch (error) {
    // Without storage the visitor chooses the trip once more.
    console.warn('The wished trip could not be remembered', error);
  }
}

/** The trip that was wanted in this browser; undefined if there is none, or it was too long ago. */
export function readWish(): WantedTrip | undefined {
  try {
    const { data } = wish.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
    return data && data.expiresAt > Date.now() ? data.trip : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the wish; with an id only a wish for that trip. */
export function dropWish(tripId?: string): void {
  if (tripId !== undefined && readWish()?.id !== tripId) return;
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there was nothing to forget.
  }
}
