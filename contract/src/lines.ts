/**
 * What a line is about. `fare`: a person's; `room`: their bed, whose source is a room of the reservation; `extra`: one
 * that the trip sells; `extra` and `discount`: a part of what staff agreed; `adjustment`: what a discount exceeded and
 * is not given; `penalty`: what is kept for people who left a reservation that goes on; `payment_adjustment`: what a
 * payment changed by its means.
 */
export const lineKinds = ['fare', 'room', 'extra', 'discount', 'adjustment', 'penalty', 'payment_adjustment'] as const;
export type LineKind = (typeof lineKinds)[number];

/** An amount of a reservation, in centavos; the total is the sum of its lines. */
export interface Line {
  /** The participant whose share it is; null: the reservation as a whole. */
  participantId: string | null;
  kind: LineKind;
  label: string;
  quantity: number;
  unitCents: number;
  /** The fare, the room or the trip's extra, the discount or extra of which it is a part, or the payment's ledger entry. */
  sourceId: string;
  /** Whether a cancellation gives it back by the rules, which is usual; otherwise never. */
  isRefundable?: boolean;
}

/** How lines change. Lines are never deleted: what no longer counts has ended. */
export interface LineChange<Known extends Line = Line> {
  ended: readonly Known[];
  added: readonly Line[];
}

/** What a cancellation does not give back, whatever its rules say. */
export function nonRefundableOf(lines: readonly Line[]): number {
  return totalOf(lines.filter(({ isRefundable }) => isRefundable === false));
}

export function totalOf(lines: readonly Pick<Line, 'quantity' | 'unitCents'>[]): number {
  return lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
}

/** What somebody travels for: the sum of their lines, never below zero. */
export function shareOf(lines: readonly Line[], participantId: string): number {
  return Math.max(totalOf(lines.filter((line) => line.participantId === participantId)), 0);
}

/** A fare of a person, or of `quantity` people who have no names yet. */
export function fareLine(
  { id, label, priceCents }: { id: string; label: string; priceCents: number },
  participantId: string | null = null,
  quantity = 1,
): Line {
  return { participantId, kind: 'fare', label, quantity, unitCents: priceCents, sourceId: id };
}

/** A discount (negative), an extra or a penalty of a reservation. */
export interface Adjustment {
  /** The source that its lines name. */
  sourceId: string;
  amountCents: number;
  label: string;
}

/** A line of the reservation as a whole, as what is kept for people who left. */
export function wholeLine(kind: LineKind, { sourceId, amountCents, label }: Adjustment): Line {
  return { participantId: null, kind, label, quantity: 1, unitCents: amountCents, sourceId };
}

/**
 * How lines follow a party. `fares`: one of everybody who stays; lines of others end, and so does a fare that is
 * another one now. A discount beyond the lines of who left stays with the reservation, under `restId`.
 */
export function followParty<Known extends Line>(
  lines: readonly Known[],
  fares: readonly Line[],
  restId: string,
): LineChange<Known> {
  const fareOf = new Map(fares.map((fare) => [fare.participantId, fare]));
  const hasEnded = (line: Known) => {
    if (line.participantId === null) return false;
    const fare = fareOf.get(line.participantId);
    return !fare || (line.kind === 'fare' && !isSame(line, fare));
  };
  const ended = lines.filter(hasEnded);
  const kept = lines.filter((line) => line.kind === 'fare' && !hasEnded(line));
  const begun = fares.filter((fare) => !kept.some(({ participantId }) => participantId === fare.participantId));
  const gone = ended.filter(({ participantId }) => !fareOf.has(participantId));
  const amountCents = [...Map.groupBy(gone, ({ participantId }) => participantId).values()].reduce(
    (sum, theirs) => sum + Math.min(totalOf(theirs), 0),
    0,
  );
  const rest = wholeLine('discount', { sourceId: restId, amountCents, label: 'Desconto que ficou na reserva' });
  return { ended, added: amountCents < 0 ? [...begun, rest] : begun };
}

function isSame(one: Line, other: Line): boolean {
  return one.sourceId === other.sourceId && one.unitCents === other.unitCents && one.quantity === other.quantity;
}

/** The lines after a change. */
export function linesAfter(lines: readonly Line[], { ended, added }: LineChange): Line[] {
  const gone = new Set<Line>(ended);
  return [...lines.filter((line) => !gone.has(line)), ...added];
}

/** A change with what a discount exceeds taken back, so that the total is not below zero. */
export function aboveZero<Known extends Line>(
  lines: readonly Known[],
  change: LineChange<Known>,
  { sourceId, label }: Omit<Adjustment, 'amountCents'>,
): LineChange<Known> {
  const total = totalOf(linesAfter(lines, change));
  if (total >= 0) return change;
  const back = wholeLine('adjustment', { sourceId, amountCents: -total, label });
  return { ended: change.ended, added: [...change.added, back] };
}
