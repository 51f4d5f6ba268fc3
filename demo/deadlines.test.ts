import { expect, it } from 'vitest';
import { deadlineIn } from './travellers.ts';

const departsAt = new Date('2027-03-20T09:00:00Z');

it.each([
  ['12:00', 4, '2027-03-10T19:00:00.000Z'],
  ['20:30', 4, '2027-03-11T11:00:00.000Z'],
  ['23:10', 1, '2027-03-11T11:00:00.000Z'],
  ['03:00', 1, '2027-03-10T11:00:00.000Z'],
  ['09:00', 20, '2027-03-11T11:00:00.000Z'],
])('a demonstration that starts at %s has no deadline at night', (time, hours, deadline) => {
  const now = new Date(`2027-03-10T${time}:00-03:00`);
  expect(deadlineIn(hours, departsAt, now).toISOString()).toBe(deadline);
});
