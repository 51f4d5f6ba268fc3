import type { Overview, OverviewToday, OverviewTrip } from '@passeio/contract/staff/overview';

const DAY_MS = 86_400_000;
/** The operator's day in the samples. */
const TODAY = '2026-11-23';

function newOverviewTrip(more: Partial<OverviewTrip> = {}): OverviewTrip {
  return {
    ...{ id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z', capacity: 46 },
    ...{ placesTaken: 12, minParticipants: 20, decisionDate: '2026-11-24' },
    ...more,
  };
}

/** A day on which a departure lacks people, and another one its passengers' data. */
export function newToday(more: Partial<OverviewToday> = {}): OverviewToday {
  const lacking = newOverviewTrip();
  const certain = newOverviewTrip({ title: 'Serra da Canastra', minParticipants: 10, decisionDate: null });
  const readiness = { ...certain, people: 7, passengers: 12, dueAt: '2099-12-03T08:00:00.000Z' };
  return {
    today: TODAY,
    departures: { total: 9, data: [lacking, certain] },
    belowMinimum: { total: 1, data: [lacking] },
    toDecide: 1,
    overdueDeposits: { cents: 26_010, reservations: 3 },
    requests: { cents: 0, reservations: 0 },
    waitingChats: 0,
    payments: {
      receipts: 0,
      refunds: { refunds: 0, late: 0, cents: 0 },
      unmatched: { payments: 0, cents: 0 },
      withGuides: { payments: 0, cents: 0 },
      excessNotes: 0,
      bankChecks: 0,
    },
    cancelledDepartures: [],
    missingData: { people: 7, total: 1, trips: [readiness] },
    ...more,
  };
}

/** The same with the company's numbers: one reservation more on each of thirty days. */
export function newOverview(more: Partial<Overview> = {}): Overview {
  const days = Array.from({ length: 30 }, (_, day) => dayBefore(29 - day));
  return {
    ...newToday(),
    reservationsPerDay: days.map((date, reservations) => ({ date, reservations })),
    money: {
      receivedCents: 50_000,
      creditUsedCents: 0,
      creditGrantedCents: 0,
      methods: [{ method: 'pix', inCents: 50_000, outCents: 0 }],
      refundedCents: 500,
      days: days.slice(-7).map((date) => ({ date, receivedCents: date === TODAY ? 50_000 : 0, refundedCents: 0 })),
    },
    due: {
      cents: 1_234_567,
      reservations: 1_012,
      months: [
        { month: '2026-12', cents: 1_200_000, reservations: 1_000 },
        { month: '2027-01', cents: 34_567, reservations: 12 },
      ],
    },
    ...more,
  };
}

function dayBefore(days: number): string {
  return new Date(Date.parse(TODAY) - days * DAY_MS).toISOString().slice(0, 10);
}
