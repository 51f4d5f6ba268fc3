import { cents, id, instant, line, placedSeat } from '../fields.ts';
import { answerText } from '../reservations/answers.ts';
import { travelAuthorization } from '../reservations/travel-authorization.ts';
import { soldExtra } from '../trips/extras.ts';
import { z } from '../zod.ts';

/** Hours before departure from which people may board: the evening before an early departure. */
export const BOARDING_OPENS_HOURS = 18;
/** Hours after the return at which attendance closes; until then phones send what they hold. */
export const ATTENDANCE_CLOSES_HOURS = 24;
/** Taps of one request; a phone that was long without a signal sends several. */
export const MAX_TAPS = 500;
/** A phone's clock may be wrong, but not by more than ten years. */
const MAX_OFFSET_MS = 10 * 366 * 24 * 3_600_000;

/** What is said about a person at the boarding point. */
export const boardingDecisions = ['boarded', 'missed', 'undone'] as const;
export type BoardingDecision = (typeof boardingDecisions)[number];

/**
 * A tap on a phone. `id` is made by the phone, so that a tap counts once however often it is sent. `tappedAt` is by the
 * phone's clock; `clockOffsetMs` is what the phone last measured the server's clock to be ahead of its own; `seenAt`:
 * when the server answered the list that the phone showed.
 */
export const boardingTap = z.strictObject({
  id,
  participantId: id,
  decision: z.enum(boardingDecisions),
  tappedAt: instant,
  clockOffsetMs: z.int().min(-MAX_OFFSET_MS).max(MAX_OFFSET_MS),
  seenAt: instant.optional(),
});
export type BoardingTap = z.infer<typeof boardingTap>;

/** Body of POST trips/{id}/boarding/taps. */
export const boardingTaps = z.strictObject({ deviceId: id, taps: z.array(boardingTap).min(1).max(MAX_TAPS) });
export type BoardingTaps = z.infer<typeof boardingTaps>;

/** Why a tap is not recorded, as people read it. */
export const tapRefusals = {
  not_going: 'Esta pessoa não está mais na lista desta saída.',
  too_early: 'O embarque desta saída ainda não abriu.',
  closed: 'A lista de presença desta saída já fechou. Corrija no fechamento, com o motivo.',
  id_taken: 'Este toque já foi usado para outra pessoa.',
} as const;
export type TapRefusal = keyof typeof tapRefusals;

/** `known`: it had been recorded before. `reason`: why it is refused. */
export const tapResult = z.object({
  id,
  outcome: z.enum(['recorded', 'known', 'refused']),
  reason: z.string().nullable(),
});
export type TapResult = z.infer<typeof tapResult>;

/**
 * Body of PUT trips/{id}/boarding/people/{participantId}: what is said about somebody after attendance has closed, and
 * why.
 */
export const attendanceCorrection = z.strictObject({
  decision: z.enum(boardingDecisions, 'Escolha se a pessoa viajou.'),
  reason: line('Motivo', { min: 3, max: 200 }),
});
export type AttendanceCorrection = z.output<typeof attendanceCorrection>;

/** `now`: the server's clock, by which a phone measures its own. */
export const tapResults = z.object({ now: instant, results: z.array(tapResult) });
export type TapResults = z.infer<typeof tapResults>;

/** The last decision about a person, by the server's clock. */
export const attendance = z.object({ tapId: id, decision: z.string(), decidedAt: instant });
export type Attendance = z.infer<typeof attendance>;

/** What a phone says about a person; `by`: who tapped. */
export const attendanceClaim = z.object({ decision: z.string(), decidedAt: instant, by: z.string(), deviceId: id });
export type AttendanceClaim = z.infer<typeof attendanceClaim>;

/**
 * A person at the boarding point, with no more data than boarding needs. `payer` of the reservation; phones may have
 * stored a list without it. `documentEnd`: the last characters of the document, to distinguish namesakes. `phone`:
 * their own or else the payer's, whose name is `phoneOf`. `companion`: who accompanies a minor, or on whose lap a child
 * travels. `dueCents`: what is still to be paid of the whole reservation. `hasReceipt`: the payer sent a receipt that
 * staff has not reviewed. `guideCents`: what guides took in cash and staff has not confirmed, which may be more than is
 * due; `guides`: their names. `claims`: two phones that disagree without having known of each other, the one that
 * counts first; else none. `extras`, `answers`: their own, and with the first person of a reservation those of the
 * whole.
 */
export const boardingPerson = z.object({
  id,
  code: z.string(),
  payer: z.string().default(''),
  name: z.string(),
  fareLabel: z.string(),
  isLapChild: z.boolean(),
  companion: z.string().nullable(),
  documentEnd: z.string().nullable(),
  boardingPointId: id.nullable(),
  phone: z.string().nullable(),
  phoneOf: z.string().nullable(),
  notes: z.string().nullable(),
  authorization: travelAuthorization.nullable().default(null),
  dueCents: cents,
  hasReceipt: z.boolean().default(false),
  guideCents: cents.default(0),
  guides: z.string().default(''),
  seat: placedSeat.nullable(),
  attendance: attendance.nullable(),
  claims: z.array(attendanceClaim).default([]),
  extras: z.array(soldExtra).default([]),
  answers: z.array(answerText).default([]),
});
export type BoardingPerson = z.infer<typeof boardingPerson>;

/**
 * Response of GET trips/{id}/boarding. `opensAt`: from when taps count, until {@link attendanceClosesAt}.
 * `boardingPoints` in the order of boarding, `at` the moment of each; people in the order of names.
 */
export const boardingList = z.object({
  now: instant,
  trip: z.object({
    id,
    title: z.string(),
    date: instant,
    returnDate: instant,
    opensAt: instant,
    boardingPoints: z.array(z.object({ id, time: z.string(), place: z.string(), at: instant })),
  }),
  people: z.array(boardingPerson),
});
export type BoardingList = z.infer<typeof boardingList>;

/** When the attendance of a trip closes that returns then. */
export function attendanceClosesAt(returnsAt: string | Date): Date {
  return new Date(new Date(returnsAt).getTime() + ATTENDANCE_CLOSES_HOURS * 3_600_000);
}

/** When a tap was made by the server's clock; nothing is decided after it was received. */
export function decidedAt({ tappedAt, clockOffsetMs }: Pick<BoardingTap, 'tappedAt' | 'clockOffsetMs'>, now: Date) {
  return new Date(Math.min(Date.parse(tappedAt) + clockOffsetMs, now.getTime()));
}

/** Which of two decisions counts: the later one, and of two at once the one with the greater id. */
export function laterOf<Decision extends Attendance>(one: Decision, other: Decision): Decision {
  const difference = Date.parse(one.decidedAt) - Date.parse(other.decidedAt);
  if (difference !== 0) return difference > 0 ? one : other;
  return one.tapId > other.tapId ? one : other;
}
