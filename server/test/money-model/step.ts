import { expect } from 'vitest';
import type { Book } from './book.ts';
import { halfUp } from './proportions.ts';
import type { BankMoney, Code, Reservation, Trip } from './reservation.ts';
import type { Window } from './window.ts';

/** One sequence: what it has moved so far, and how to move more. */
export interface Game {
  window: Window;
  book: Book;
  trips: Trip[];
  /** What paying by each means adds by now, or takes off, in tenths of a percent. */
  permille: Record<Code['means'], number>;
}

/** Choices of a step among what is there by then. */
export type Dice = [number, number, number];
export type Step = (game: Game, dice: Dice) => Promise<unknown>;

/** How many days ago payments were made: a bank may say late what it has, and return what is old. */
export const AGES = [0, 0, 0, 3, 8, 40, 120];

export function pick<One>(list: readonly One[], dice: number): One | undefined {
  return list[dice % Math.max(list.length, 1)];
}

export const all = ({ book }: Game) => book.reservations;
export const going = ({ book }: Game) => book.reservations.filter(({ isGoing }) => isGoing);
export const owed = ({ book }: Game) => book.reservations.filter(({ owedCents }) => owedCents > 0);
export const coming = ({ trips }: Game) => trips.filter(({ isCancelled }) => !isCancelled);

/** A step with one of the reservations, if there is one. */
export type Act = (game: Game, reservation: Reservation, dice: [number, number]) => Promise<unknown>;
export const withOne =
  (act: Act, which: (game: Game) => Reservation[] = all): Step =>
  async (game, [at, ...dice]) => {
    const one = pick(which(game), at);
    if (one) await act(game, one, dice);
  };

/** A step for which another one goes first where nothing is `ready` for it. */
export const after =
  (first: Step, isReady: (game: Game) => boolean, step: Step): Step =>
  async (game, dice) => {
    if (!isReady(game)) {
      await first(game, dice);
      await game.window.settle();
      game.book.settle();
    }
    await step(game, dice);
  };

/** As the payer does it: with an account, or by the link of the reservation. */
export function asPayer(
  { ask }: Window,
  { facts, owner }: Reservation,
  path: string,
  { byLink = path, method = 'POST', ...body }: { byLink?: string; method?: string } & Record<string, unknown>,
) {
  const proof = { token: facts.link, phoneDigits: facts.digits };
  return owner
    ? ask(method, `/reservations/${facts.id}/${path}`, owner, body)
    : ask('POST', `/reservation-links/${byLink}`, {}, { ...proof, ...body });
}

/** That an answer has this status; false: that it is a refusal, of what stands against it or of what is over. */
export function expectStatus({ status, body }: { status: number; body?: unknown }, expected: number | false): void {
  const text = JSON.stringify(body);
  if (expected === false) expect([409, 410], text).toContain(status);
  else expect(status, text).toBe(expected);
}

/** What paying an amount by a means adds to it, or takes off. */
export const adjustmentBy = ({ permille }: Game, means: Code['means'], cents: number) =>
  halfUp(cents * permille[means], 1_000);

/** Remembers the charge that a payer sees, which must ask for `due` by the prices of now. */
export function seeCharge(
  game: Game,
  one: Reservation,
  { txid, amountCents }: { txid: string; amountCents: number },
  { due, means, person }: { due: number; means: Code['means']; person?: string },
): Code {
  const adjustmentCents = adjustmentBy(game, means, due);
  expect(amountCents).toBe(due + adjustmentCents);
  const known = one.codes.find((code) => code.txid === txid);
  if (known) return known;
  const code = { txid, cents: amountCents, adjustmentCents, madeAfter: one.entries.length, means };
  one.codes.push({ ...code, ...(person && { person }) });
  return one.codes.at(-1) as Code;
}

/** Pays the code of a charge at the bank. */
export async function pay(
  { window, book }: Game,
  one: Reservation,
  code: Code,
  { cents = code.cents, daysAgo = 0 }: { cents?: number; daysAgo?: number } = {},
): Promise<void> {
  const id = window.transfer(code.txid, cents, daysAgo);
  const money: BankMoney = { id, method: 'pix', cents, daysAgo, of: one };
  book.money.push(money);
  // The poll finds what was paid just now.
  if (daysAgo > 0) await window.noticePix(money.id);
  book.receive(one, money, code);
}

/** How much of a payment the bank has not returned. */
export function leftOf({ pix }: Window, { id, cents }: BankMoney): number {
  return (pix.get(id)?.refunds ?? []).reduce((rest, { amountCents }) => rest - amountCents, cents);
}

/** An entry of the ledger as staff reads it. */
export interface Shown {
  id: string;
  kind: string;
  direction: string;
  method: string;
  amountCents: number;
  endToEndId: string | null;
  recordedVia: string;
  reversedBy: string | null;
  note: string;
}
