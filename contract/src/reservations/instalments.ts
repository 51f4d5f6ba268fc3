import { calendarDayAt } from '../format-moments.ts';

/** How the balance of a trip may be paid: in monthly instalments, the last so many days before the departure. */
export interface PaymentPlan {
  instalments: number;
  lastDueDaysBefore: number;
}

/** An instalment as it was agreed. `dueOn`: a calendar day, overdue from its last minute on, `dueAt`. */
export interface AgreedInstalment {
  dueOn: string;
  dueAt: string;
  cents: number;
}

/** An instalment as it stands: `paidCents` of its `amountCents` are paid. */
export interface Instalment {
  id: string;
  dueDate: string;
  dueAt: string;
  amountCents: number;
  paidCents: number;
  state: InstalmentState;
}

export const instalmentStates = ['open', 'overdue', 'paid'] as const;
export type InstalmentState = (typeof instalmentStates)[number];

const MIN_CENTS = 100;

interface Planned {
  totalCents: number;
  depositCents: number;
  reservedAt: string | Date;
  departsAt: string | Date;
  timeZone: string;
}

/** The calendar days on which what is reserved now is paid by a plan; none where it is paid at once. */
export function daysOfPlan(
  plan: PaymentPlan | null,
  { reservedAt, departsAt, timeZone }: Pick<Planned, 'reservedAt' | 'departsAt' | 'timeZone'>,
): string[] {
  if (!plan) return [];
  const from = calendarDayAt(reservedAt, timeZone);
  const { year, month, day } = calendarDayAt(departsAt, timeZone);
  const last = isoDay(year, month, day - plan.lastDueDaysBefore);
  return Array.from({ length: plan.instalments }, (_, index) => monthsAfter(from, index + 1)).filter(
    (one) => one <= last,
  );
}

/**
 * The balance in equal instalments, each a month after the one before, the first a month after reserving; as many of
 * the plan as are due in time, so that a late reservation has fewer, or none. The first ones get the centavos that are
 * left.
 */
export function planInstalments(
  plan: PaymentPlan | null,
  { totalCents, depositCents, reservedAt, departsAt, timeZone }: Planned,
): Pick<AgreedInstalment, 'dueOn' | 'cents'>[] {
  const rest = totalCents - depositCents;
  if (rest <= 0) return [];
  const days = daysOfPlan(plan, { reservedAt, departsAt, timeZone });
  const count = Math.min(days.length, Math.max(1, Math.floor(rest / MIN_CENTS)));
  return days.slice(0, count).map((dueOn, index) => ({
    dueOn,
    cents: Math.floor(rest / count) + (index < rest % count ? 1 : 0),
  }));
}

interface Money {
  totalCents: number;
  depositCents: number;
  receivedCents: number;
}

/**
 * The agreed instalments as they stand: what was received covers the deposit, then the oldest. What the total has grown
 * by since is the last one's, what it has shrunk by is taken from the last ones; one of which nothing is left is left
 * out.
 */
export function instalmentsOf(
  agreed: readonly AgreedInstalment[],
  { totalCents, depositCents, receivedCents }: Money,
  now: Date,
): Instalment[] {
  let covered = Math.min(depositCents, totalCents);
  let asked = depositCents;
  return agreed.flatMap(({ dueOn, dueAt, cents }, index): Instalment[] => {
    asked += cents;
    const from = covered;
    covered = index === agreed.length - 1 ? totalCents : Math.min(asked, totalCents);
    const amountCents = covered - from;
    const paidCents = Math.min(Math.max(receivedCents - from, 0), amountCents);
    const state = paidCents >= amountCents ? 'paid' : new Date(dueAt) <= now ? 'overdue' : 'open';
    return amountCents > 0 ? [{ id: String(index + 1), dueDate: dueOn, dueAt, amountCents, paidCents, state }] : [];
  });
}

/**
 * What is to be paid by the next day on which something is due: all of the instalments until then, and of the deposit.
 */
export function nextInstalment(
  agreed: readonly AgreedInstalment[],
  money: Money,
  now: Date,
): { dueOn: string; dueAt: Date; amountCents: number; isOverdue: boolean } | undefined {
  const all = instalmentsOf(agreed, money, now);
  const overdue = all.filter(({ state }) => state === 'overdue');
  const next = overdue[0] ?? all.find(({ state }) => state !== 'paid');
  if (!next) return undefined;
  const until = overdue.at(-1) ?? next;
  const asked = all.slice(0, all.indexOf(until) + 1).reduce((sum, one) => sum + one.amountCents, 0);
  return {
    dueOn: next.dueDate,
    dueAt: new Date(next.dueAt),
    amountCents: Math.min(money.depositCents, money.totalCents) + asked - money.receivedCents,
    isOverdue: overdue.length > 0,
  };
}

// A shorter month counts with its last day.
function monthsAfter({ year, month, day }: ReturnType<typeof calendarDayAt>, months: number): string {
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDay(year, month + months, Math.min(day, lastDay));
}

const isoDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
