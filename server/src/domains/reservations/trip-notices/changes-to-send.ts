import { isOfSame, type TripChange } from '@passeio/contract/trips/trip-notice';

/** A change as one reservation knows it: `old` is what the last e-mail to its payer said. `tell`: the next e-mail says it. */
export type KnownChange = TripChange & { tell: boolean };

/** What the e-mail to a payer said. */
export interface NoticeContent {
  changes: KnownChange[];
  message: string;
}

/** The latest notice of a reservation. `wasSent`: its e-mail went out. */
export type LatestNotice = NoticeContent & { wasSent: boolean };

/**
 * Adds changes to what a reservation knows: changes that no e-mail has said yet are sent with them, from what the payer
 * knew before; reversed changes are left out. `message`: null if staff does not want to send `changes`.
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
