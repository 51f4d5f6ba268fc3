import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetKey, keyForEnrolment } from './unanswered-keys';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the key of an enrolment', () => {
  it('is the same while trying again after an answer that never came, for each trip its own', () => {
    const key = keyForEnrolment('capitolio');
    expect(keyForEnrolment('capitolio')).toBe(key);
    expect(keyForEnrolment('paraty')).not.toBe(key);
  });

  it('is another after an answer or a cancellation', () => {
    const key = keyForEnrolment('capitolio');
    forgetKey('capitolio');
    expect(keyForEnrolment('capitolio')).not.toBe(key);
  });

  it('is another after a minute: the reservation may have been cancelled elsewhere', () => {
    const key = keyForEnrolment('capitolio');
    vi.advanceTimersByTime(61_000);
    expect(keyForEnrolment('capitolio')).not.toBe(key);
  });
});
