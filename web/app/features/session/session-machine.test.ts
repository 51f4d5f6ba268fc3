import { describe, expect, it } from 'vitest';
import { nextStatus, type SessionEvent, type SessionStatus } from './session-machine';

const events: SessionEvent[] = ['emptied', 'identified', 'profiled', 'locked', 'refused'];

/** One row per status: where each event leads, in the order above. */
const table: Record<SessionStatus, SessionStatus[]> = {
  restoring: ['anonymous', 'unfinished', 'signedIn', 'locked', 'restoring'],
  anonymous: ['anonymous', 'unfinished', 'signedIn', 'locked', 'anonymous'],
  unfinished: ['anonymous', 'unfinished', 'signedIn', 'locked', 'expired'],
  signedIn: ['anonymous', 'unfinished', 'signedIn', 'locked', 'expired'],
  locked: ['anonymous', 'unfinished', 'signedIn', 'locked', 'locked'],
  expired: ['anonymous', 'expired', 'expired', 'locked', 'expired'],
};

describe.each(Object.entries(table) as [SessionStatus, SessionStatus[]][])('a session that is %s', (status, row) => {
  it.each(events.map((event, column) => ({ event, next: row[column] })))('is $next when $event', ({ event, next }) => {
    expect(nextStatus(status, event)).toBe(next);
  });
});

function story(...told: SessionEvent[]): SessionStatus {
  return told.reduce<SessionStatus>(nextStatus, 'restoring');
}

describe('the story of a session', () => {
  it('signs up, locks, unlocks and leaves', () => {
    expect(story('emptied', 'identified', 'profiled')).toBe('signedIn');
    expect(story('profiled', 'locked')).toBe('locked');
    expect(story('profiled', 'locked', 'identified', 'profiled')).toBe('signedIn');
    expect(story('profiled', 'locked', 'emptied')).toBe('anonymous');
  });

  it('goes back to the lock when unlocking stops half-way', () => {
    expect(story('locked', 'identified', 'locked')).toBe('locked');
  });

  it('is not restored by an answer that arrives after it expired', () => {
    expect(story('profiled', 'refused', 'profiled')).toBe('expired');
    expect(story('profiled', 'refused', 'profiled', 'emptied')).toBe('anonymous');
  });
});
