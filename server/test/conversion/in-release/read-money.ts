// Used by releases before and after a conversion: it imports nothing, and asks for what both answer.

/** The answer to GET of a path below /api; undefined where it is refused. */
export type Get = (path: string) => Promise<Answer | undefined>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

const REPORTS = [
  ...['revenue_by_month', 'revenue_by_method', 'occupancy', 'by_channel', 'by_fare', 'by_extra', 'cancellations'],
  ...['refunds', 'cash_flow', 'cash_book', 'results'],
];
const LISTS = [
  ...[
    '/payments/refunds?state=open',
    '/payments/refunds?state=paid',
    '/payments/unmatched?',
    '/payments/door-payments?',
  ],
  ...['/payments/receipts?', '/gift-cards?'],
];
const MOST_PAGES = 50;

/** What staff reads of money, by what was asked, for these reservations and trips and everything else. */
export async function readMoney(get: Get, ids: { reservations: string[]; trips: string[] }): Promise<Answer> {
  const year = new Date().getUTCFullYear();
  const periods = [year - 1, year, year + 1].map((one) => `from=${one}-01-01&to=${one}-12-31`);
  const read: Record<string, Answer> = {};
  const ask = async (path: string) => {
    read[path] = withoutClock((await get(path)) ?? 'refused');
    return read[path];
  };
  for (const list of LISTS) {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { data } = (await ask(`${list}&page=${page}`)) ?? {};
      if (!data?.length) break;
    }
  }
  for (const period of periods) {
    for (const report of REPORTS) await ask(`/reports?report=${report}&${period}`);
    await ask(`/accounting/entries?${period}`);
  }
  for (const path of ['/payments/to-do', '/overview']) await ask(path);
  for (const id of ids.reservations) {
    for (const path of ['', '/payments', '/cancellation']) await ask(`/reservations/${id}${path}`);
  }
  for (const id of ids.trips) {
    for (const path of ['/money', '/closing']) await ask(`/trips/${id}${path}`);
  }
  return read;
}

// What changes by the second, without anybody changing anything.
const CLOCK = /^(now|asOf|serverTime|generatedAt|readAt|.*Url|urls?)$/;

function withoutClock(value: Answer): Answer {
  if (Array.isArray(value)) return value.map(withoutClock);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !CLOCK.test(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutClock(one)]));
}
