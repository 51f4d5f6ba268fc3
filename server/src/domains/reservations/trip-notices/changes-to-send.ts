import { isOfSame, type TripChange } from '@passeio/contract/trips/trip-notice';

/** A change as one reservation knows it: `old` is what its payer was last told. `tell`: it is to be told. */
export type KnownChange = TripChange & { tell: boolean };

/** What a reservation was told. */
export interface NoticeContent {
  changes: KnownChange[];
  message: string;
}

/** The latest notice of a reservation. `wasSent`: its e-mail went out. */
export type LatestNotice = NoticeContent & { wasSent: boolean };

/**
 * Adds changes to what a reservation knows: what was not told yet is told with them, from what its payer knew before,
 * and what was taken back is not told. `message`: null if staff does not want to tell `changes`.
 */
export function changesToSend(
  latest: LatestNotice | undefined,
  changes: TripChange[],
  message: string | null,
): NoticeContent {
  const unknown = latest ? latest.changes.filter(({ tell }) => !(tell && latest.wasSent)) : [];
  const before = (change: TripChange) => unknown.find((one) => isOfSame(one, change));
  const others = unknown.filter((one) => !changes.some((change) => isOfSame(one, change)));
  const now = changes.map((change) => {
    const known = before(change);
    return { ...change, old: known?.old ?? change.old, tell: message !== null || (known?.tell ?? false) };
  });
  const isWaiting = others.some(({ tell }) => tell) || (message === null && now.some(({ tell }) => tell));
  const messages = [isWaiting ? latest?.message : undefined, message];
  return {
    changes: [...now, ...others].filter((change) => change.old !== change.new),
    message: messages.filter(Boolean).join('\n'),
  };
}
