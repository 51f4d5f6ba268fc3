import {
  type Attendance,
  type BoardingTap,
  boardingList,
  boardingPerson,
  decidedAt,
  laterOf,
} from '@passeio/contract/boarding';
import { z } from '@passeio/contract/zod';

/** The list as this version reads it, also if a newer server says more. */
export const clientBoardingList = z.object({
  ...boardingList.shape,
  trip: z.object(boardingList.shape.trip.shape),
  people: z.array(z.object(boardingPerson.shape)),
});
export type ClientBoardingList = z.infer<typeof clientBoardingList>;
export type ClientBoardingPerson = ClientBoardingList['people'][number];

/** What a phone stores of a trip; `savedAt`: when the server answered, by its clock. */
export const savedBoarding = z.object({ savedAt: z.string(), clockOffsetMs: z.number(), list: clientBoardingList });
export type SavedBoarding = z.infer<typeof savedBoarding>;

/** How far the server's clock is ahead: its answer is from half-way between asking and being answered. */
export function measureOffset(serverNow: string, askedAt: number, answeredAt: number): number {
  return Math.round(Date.parse(serverNow) - (askedAt + answeredAt) / 2);
}

/** A tap as the decision that the server will make of it. */
function decisionOf(tap: BoardingTap): Attendance {
  const now = new Date(Date.now() + tap.clockOffsetMs);
  return { tapId: tap.id, decision: tap.decision, decidedAt: decidedAt(tap, now).toISOString() };
}

/** The last decision about a person of those that this phone knows. */
export function attendanceOf(
  person: Pick<ClientBoardingPerson, 'attendance'>,
  taps: readonly BoardingTap[],
): Attendance | null {
  const decisions = [...(person.attendance ? [person.attendance] : []), ...taps.map(decisionOf)];
  return decisions.length === 0 ? null : decisions.reduce(laterOf);
}
