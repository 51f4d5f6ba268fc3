import { ensureTool } from './debian.ts';

const OPERATORS_ZONE = 'America/Sao_Paulo';

/** A clock that runs on from a moment, and the command that runs others by it, to be put before them. */
export interface Clock {
  /** As in "2026-12-31T23:59:30", of the operator's calendar. */
  moment: string;
  command: string;
  env: NodeJS.ProcessEnv;
}

/**
 * The clock by which tests run where TEST_CLOCK names one, as in "21:59:00" or "2026-12-31T23:59:30": servers, PostgreSQL
 * and Chromium share it; Firefox and the times of files keep the machine's. Throws where TEST_CLOCK is no time.
 */
export function testClock({ TEST_CLOCK } = process.env): Clock | undefined {
  if (!TEST_CLOCK) return undefined;
  const moment = TEST_CLOCK.includes('T') ? Temporal.PlainDateTime.from(TEST_CLOCK) : nextTime(TEST_CLOCK);
  const ahead = moment.toZonedDateTime(OPERATORS_ZONE).epochMilliseconds - Date.now();
  const seconds = Math.round(ahead / 1_000);
  return {
    moment: moment.toString(),
    // The library for programs with several threads.
    command: `${ensureTool('faketime')} -m -f ${seconds < 0 ? '' : '+'}${seconds}s`,
    env: {
      // What waits does so by the machine's clock.
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Else Chromium waits for half a minute when it starts.
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
      NO_FAKE_STAT: '1',
    },
  };
}

// Not before now: Firefox, by a later clock, would take its sessions for expired.
function nextTime(time: string): Temporal.PlainDateTime {
  const now = Temporal.Now.plainDateTimeISO(OPERATORS_ZONE);
  const today = now.withPlainTime(time);
  return Temporal.PlainDateTime.compare(today, now) < 0 ? today.add({ days: 1 }) : today;
}
