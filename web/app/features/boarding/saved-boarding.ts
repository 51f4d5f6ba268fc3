import {
  type Attendance,
  type BoardingPerson,
  type BoardingTap,
  boardingList,
  boardingPerson,
  decidedAt,
  laterOf,
} from '@passeio/contract/boarding/boarding';
import { z } from '@passeio/contract/zod';

/** What a phone stores of a trip; `savedAt`: when the server answered, by its clock. */
const savedBoarding = z.object({ savedAt: z.string(), clockOffsetMs: z.number(), list: boardingList });
export type SavedBoarding = z.infer<typeof savedBoarding>;
/** The same without the people, whose validation takes longer on a phone than drawing them. */
const savedOutline = savedBoarding.extend({ list: boardingList.extend({ people: z.array(z.unknown()) }) });

/**
 * What a phone stored, possibly by an earlier version; undefined if this one cannot read it. People were validated
 * before they were stored, all by one version: if the first one is as this version writes them, all of them are.
 */
export function readSaved(stored: unknown): SavedBoarding | undefined {
  const outline = savedOutline.safeParse(stored).data;
  const [first] = outline?.list.people ?? [];
  const known = boardingPerson.safeParse(first).data;
  const isCurrent = known !== undefined && Object.keys(known).length === Object.keys(first as object).length;
  return isCurrent ? (outline as SavedBoarding) : savedBoarding.safeParse(stored).data;
}

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
  person: Pick<BoardingPerson, 'attendance'>,
  taps: readonly BoardingTap[],
): Attendance | null {
  const decisions = [...(person.attendance ? [person.attendance] : []), ...taps.map(decisionOf)];
  return decisions.length === 0 ? null : decisions.reduce(laterOf);
}
