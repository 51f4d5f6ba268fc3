import {
  accountOf,
  headingOf,
  isBalance,
  type RawLine,
  type RawStatement,
  type StatementLine,
} from './statement-line.ts';

/** Balances of all accounts of a file; null where it does not say that of each. */
export interface StatementBalance {
  openingCents: number | null;
  closingCents: number | null;
  /** What the lines lack, or have above the difference of both balances. */
  missingCents: number;
}

/** `isDoubled`: with the bank's id and the facts of a line before. */
interface Line extends Pick<StatementLine, 'account' | 'day' | 'amountCents'> {
  isRepeated: boolean;
  isDoubled: boolean;
}

const OPENING = /\b(anterior|inicial|initial)\b/;
// What is invested, blocked or lent is in these, or in these alone.
const OTHER_MONEY = /\b(bloqueado|bloq|aplicado|aplic|apl|aut|invest|facil|plus|contamax|limite|disponivel|parcial)\b/;

/**
 * The balances of a file, by its own lines of balances, by the column beside its lines, or by what it says below them,
 * and whether its lines lead from one to the other.
 */
export function balanceOf(raw: RawStatement, lines: Line[], today: string): StatementBalance {
  // A hostile file may have thousands of accounts.
  const moved = Map.groupBy(lines, accountOf);
  const rows = Map.groupBy(raw.lines, accountOf);
  const written = Map.groupBy(raw.balances, accountOf);
  const accounts = new Set([...moved.keys(), ...rows.keys(), ...written.keys()]);
  const found = [...accounts].map((account) => {
    const ofAccount = moved.get(account) ?? [];
    const known = balancesKnown(
      { ...raw, lines: rows.get(account) ?? [], balances: written.get(account) ?? [] },
      today,
    );
    const once = between(
      ofAccount.filter(({ isRepeated }) => !isRepeated),
      known,
    );
    // Some banks use the id of a line again for other money.
    const all = between(ofAccount, known);
    return all.missingCents === 0 ? all : once;
  });
  const sum = (of: (one: StatementBalance) => number | null) =>
    found.length === 0 ? null : found.reduce<number | null>((cents, one) => plus(cents, of(one)), 0);
  return {
    openingCents: sum(({ openingCents }) => openingCents),
    closingCents: sum(({ closingCents }) => closingCents),
    missingCents: sum(({ missingCents }) => missingCents) ?? 0,
  };
}

/**
 * What doubled lines are: written twice where the balances say so, other money where they say that, else in doubt,
 * because some banks use an id again for all lines of a day.
 */
export function decideDoubled<Doubled extends Line & Pick<StatementLine, 'doubt'>>(
  raw: RawStatement,
  lines: Doubled[],
  today: string,
): Doubled[] {
  const rows = Map.groupBy(raw.lines, accountOf);
  const written = Map.groupBy(raw.balances, accountOf);
  const fates = new Map(
    [...Map.groupBy(lines, accountOf)].flatMap(([account, ofAccount]) => {
      if (!ofAccount.some(({ isDoubled }) => isDoubled)) return [];
      const ofBank = { lines: rows.get(account) ?? [], balances: written.get(account) ?? [] };
      return [[account, fateOfDoubled(ofAccount, balancesKnown({ ...raw, ...ofBank }, today))]];
    }),
  );
  return lines.map((line): Doubled => {
    const fate = line.isDoubled ? fates.get(line.account) : undefined;
    if (!fate) return line;
    return { ...line, isRepeated: fate === 'repeated', doubt: fate === 'unknown' ? 'repeated' : line.doubt };
  });
}

function fateOfDoubled(lines: Line[], known: KnownBalances): 'repeated' | 'other' | 'unknown' {
  if (!isSpanned(known)) return 'unknown';
  const others = lines.filter(({ isRepeated }) => !isRepeated);
  if (between(others, known).missingCents === 0) return 'other';
  const once = between(
    others.filter(({ isDoubled }) => !isDoubled),
    known,
  );
  return once.missingCents === 0 ? 'repeated' : 'unknown';
}

/** Whether there are balances before and after the lines; from one alone the other would be computed. */
const isSpanned = ({ opening, ends }: KnownBalances) => (opening === undefined ? ends.length > 1 : ends.length > 0);

const plus = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);

interface KnownBalances {
  opening: number | undefined;
  /** At the end of days, the earliest first. */
  ends: { day: string; cents: number }[];
}

function between(lines: Line[], { opening: written, ends }: KnownBalances): StatementBalance {
  const moved = (isOf: (day: string) => boolean) =>
    lines.reduce((cents, { day, amountCents }) => cents + (isOf(day) ? amountCents : 0), 0);
  const [first] = ends;
  const last = ends.at(-1);
  const openingCents = written ?? (first ? first.cents - moved((day) => day <= first.day) : null);
  const closingCents = last ? last.cents + moved((day) => day > last.day) : null;
  const isKnown = openingCents !== null && closingCents !== null;
  return { openingCents, closingCents, missingCents: isKnown ? closingCents - openingCents - moved(() => true) : 0 };
}

/** What one account's rows say of its balance, in whichever order the bank writes days. */
function balancesKnown({ lines, balances, to }: RawStatement, today: string): KnownBalances {
  const rows = isNewestFirst(lines) ? lines.toReversed() : lines;
  const ends = new Map<string, number>();
  let opening: number | undefined;
  for (const row of rows) {
    const { day, cents, balanceCents } = row;
    const heading = headingOf(row);
    const isOfBalance = isBalance(row);
    const value = isOfBalance ? (balanceCents ?? cents) : balanceCents;
    if (isOfBalance && OTHER_MONEY.test(heading)) continue;
    if (isOfBalance && OPENING.test(heading)) opening ??= value;
    else if (day && day <= today && value !== undefined) ends.set(day, value);
    else if (day && cents && !isOfBalance && ends.has(day)) ends.set(day, (ends.get(day) ?? 0) + cents);
  }
  // Banks that write the balance of now say nothing of the end of an earlier period.
  for (const { day, cents } of balances) if (day && cents !== undefined && (!to || day <= to)) ends.set(day, cents);
  const sorted = [...ends].map(([day, cents]) => ({ day, cents })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return { opening, ends: sorted };
}

function isNewestFirst(lines: RawLine[]): boolean {
  const dated = lines.filter(({ day, cents }) => day && cents);
  const [first, second] = dated;
  const last = dated.at(-1);
  if (first?.day !== last?.day) return (first?.day ?? '') > (last?.day ?? '');
  // Where all lines are of one day, the column of balances says it.
  return first?.balanceCents !== undefined && first.balanceCents - (first.cents ?? 0) === second?.balanceCents;
}
