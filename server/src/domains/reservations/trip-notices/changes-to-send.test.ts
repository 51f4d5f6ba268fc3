import type { TripChange } from '@passeio/contract/trips/trip-notice';
import { describe, expect, it } from 'vitest';
import type { LatestNotice } from './notices.queries.ts';
import { changesToSend } from './reservations-of-trips.ts';

const change = (field: TripChange['field'], old: string, now: string): TripChange => ({
  ...{ field, boardingPointId: null, label: field, old, new: now },
});

/**
 * The e-mails of a series of changes, each of one field. `wording`: staff's words; `sent`: its e-mail went out in time.
 */
function emailsOf(
  steps: { of?: TripChange['field']; from: string; to: string; wording: string | null; sent: boolean }[],
): string[] {
  let latest: LatestNotice | undefined;
  const emails: string[] = [];
  for (const { of = 'date', from, to, wording, sent } of steps) {
    const { changes, message } = changesToSend(latest, [change(of, from, to)], wording);
    const lines = changes.filter(({ tell }) => tell).map((one) => `${one.field} ${one.old}→${one.new}`);
    if (sent && lines.length > 0) emails.push([...lines, message].join('; '));
    latest = { changes, message, wasSent: sent && lines.length > 0 };
  }
  return emails;
}

describe('the e-mails about several changes', () => {
  const quick = { wording: 'Chuva', sent: false };
  const slow = { wording: 'Ponte', sent: true };
  const silent = { wording: null, sent: true };
  it.each<[string, Parameters<typeof emailsOf>[0], string[]]>([
    [
      'each, where each e-mail went out',
      [
        { from: 'A', to: 'B', ...slow },
        { from: 'B', to: 'C', ...slow },
      ],
      ['date A→B; Ponte', 'date B→C; Ponte'],
    ],
    [
      'only the last, from what they knew',
      [
        { from: 'A', to: 'B', ...quick },
        { from: 'B', to: 'C', ...slow },
      ],
      ['date A→C; Ponte'],
    ],
    [
      'nothing of what was taken back',
      [
        { from: 'A', to: 'B', ...quick },
        { from: 'B', to: 'A', ...slow },
      ],
      [],
    ],
    [
      'also what another change would have hidden, with its words',
      [
        { from: 'A', to: 'B', ...quick },
        { of: 'vehicle', from: 'Van', to: 'Escuna', ...slow },
      ],
      ['vehicle Van→Escuna; date A→B; Chuva\nPonte'],
    ],
    ['nothing that staff keeps to itself', [{ from: 'A', to: 'B', ...silent }], []],
    [
      'what they last knew, though it changed silently since',
      [
        { from: 'A', to: 'B', ...silent },
        { from: 'B', to: 'C', ...slow },
      ],
      ['date A→C; Ponte'],
    ],
    [
      'not a silent change of something else',
      [
        { of: 'vehicle', from: 'Vam', to: 'Van', ...silent },
        { from: 'A', to: 'B', ...slow },
      ],
      ['date A→B; Ponte'],
    ],
    [
      'what waits, as it is after a silent change',
      [
        { from: 'A', to: 'B', ...quick },
        { from: 'B', to: 'C', ...silent },
      ],
      ['date A→C; Chuva'],
    ],
  ])('is %s', (_, steps, expected) => {
    expect(emailsOf(steps)).toEqual(expected);
  });
});
