import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteEnrolmentKey, enrolmentKey } from './enrolment-keys';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the key of an enrolment', () => {
  it('is the same while trying again after an answer that never came, for each trip its own', () => {
    const key = enrolmentKey('capitolio');
    expect(enrolmentKey('capitolio')).toBe(key);
    expect(enrolmentKey('paraty')).not.toBe(key);
  });

  it('is another for another choice, and the first one again for the first choice', () => {
    const couple = { party: [{ fareId: 'adulto', count: 2 }], boardingPointId: null };
    const key = enrolmentKey('capitolio', couple);
    expect(enrolmentKey('capitolio')).not.toBe(key);
    expect(enrolmentKey('capitolio', { ...couple, boardingPointId: 'varginha' })).not.toBe(key);
    expect(enrolmentKey('capitolio', structuredClone(couple))).toBe(key);
  });

  it('is another after an answer or a cancellation', () => {
    const key = enrolmentKey('capitolio');
    deleteEnrolmentKey('capitolio');
    expect(enrolmentKey('capitolio')).not.toBe(key);
  });

  it('is another after a minute: the reservation may have been cancelled elsewhere', () => {
    const key = enrolmentKey('capitolio');
    vi.advanceTimersByTime(61_000);
    expect(enrolmentKey('capitolio')).not.toBe(key);
  });
});
