import type { ConfirmingParts } from './confirm-pix.ts';
import { asOnlyPoller, polledUntil, savePolledUntil } from './poll-pix.queries.ts';
import { settlePixNow } from './settle-pix.ts';

const DAY_MS = 24 * 3_600_000;
// A bank may list a Pix some minutes after it came.
const OVERLAP_MS = 10 * 60_000;
const LONGEST_MS = 30 * DAY_MS;

/** Asks the provider for what came since the last time, and settles what no notice has told. */
export async function pollPix(parts: ConfirmingParts): Promise<void> {
  await asOnlyPoller(parts.db, () => pollNow(parts));
}

async function pollNow(parts: ConfirmingParts): Promise<void> {
  const now = Date.now();
  const until = (await polledUntil(parts.db))?.getTime() ?? now;
  const from = Math.max(until - OVERLAP_MS, now - LONGEST_MS);
  let failed = 0;
  // What another process's clock wrote may lie ahead of ours.
  for await (const pix of parts.payments.listPix(new Date(Math.min(from, now - OVERLAP_MS)), new Date(now))) {
    try {
      if ((await settlePixNow(parts, pix)) !== 'known') {
        parts.logger.info({ endToEndId: pix.endToEndId }, 'a Pix was found that no notice had told');
      }
    } catch (error) {
      failed += 1;
      const reason = error instanceof Error ? error.message : String(error);
      parts.logger.warn({ endToEndId: pix.endToEndId, reason }, 'a Pix was not settled; tried again soon');
    }
  }
  // What failed is asked for again.
  if (failed === 0) await savePolledUntil(parts.db, new Date(now));
}
