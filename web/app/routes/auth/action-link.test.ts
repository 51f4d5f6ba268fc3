import { describe, expect, it } from 'vitest';
import { readActionLink } from './action-link';

describe('the link of a mail', () => {
  it.each([
    ['token=abc', { purpose: 'reset', code: 'abc' }],
    ['oobCode=abc', { purpose: 'reset', code: 'abc' }],
    ['mode=resetPassword&oobCode=abc', { purpose: 'reset', code: 'abc' }],
    ['mode=verifyEmail&oobCode=abc', { purpose: 'confirm', code: 'abc' }],
    ['mode=verifyAndChangeEmail&oobCode=abc', { purpose: 'confirm', code: 'abc' }],
    ['mode=constructor&oobCode=abc', { purpose: 'reset', code: 'abc' }],
    ['token=', null],
    ['', null],
  ])('%j opened on the page of a new password', (query, link) => {
    expect(readActionLink(new URLSearchParams(query), 'reset')).toEqual(link);
  });
});
