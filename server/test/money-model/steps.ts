import fc from 'fast-check';
import * as door from './door-steps.ts';
import * as ending from './ending-steps.ts';
import * as paying from './paying-steps.ts';
import * as reserving from './reserving-steps.ts';
import * as returning from './returning-steps.ts';
import * as statements from './statement-steps.ts';
import type { Dice, Game, Step } from './step.ts';
import * as stored from './stored-value-steps.ts';

const { reserve, adopt, adjust, changeExtras, swap, move, split, changePrices } = reserving;
const { payByPix, payLate, payByCard, payShare, typed, receipt, payAtDoor } = paying;
const { refundByHand, refundByBank, returnPix, changeCardPayment, reverse, decide } = returning;
const { buyCard, useCard, revokeCard, reissueCard, takeCredit, useCredit } = stored;
const { cancelAll, cancelOne, expire, confirm, cancelDeparture, choose } = ending;
const { takeCash, decideCash } = door;
const { statement, statementOfWaiting, statementOfCounted } = statements;

const steps = {
  ...{ reserve, adopt, adjust, changeExtras, swap, move, split, changePrices },
  ...{ payByPix, payLate, payByCard, payShare, typed, receipt, payAtDoor },
  ...{ refundByHand, refundByBank, returnPix, changeCardPayment, reverse, decide },
  ...{ buyCard, useCard, revokeCard, reissueCard, takeCredit, useCredit },
  ...{ cancelAll, cancelOne, expire, confirm, cancelDeparture, choose },
  ...{ takeCash, decideCash, statement, statementOfWaiting, statementOfCounted },
} satisfies Record<string, Step>;
type StepName = keyof typeof steps;

const usual: StepName[] = ['payByPix', 'payByPix', 'payByPix', 'payLate', 'returnPix', 'refundByHand', 'useCard'];
const often: StepName[] = ['cancelAll', 'takeCash', 'decideCash', 'payShare', 'choose', 'expire', 'takeCredit'];
const first: Played = [
  ['reserve', [1, 0, 1]],
  ['reserve', [0, 1, 0]],
  ['reserve', [2, 2, 8]],
  ['payByPix', [0, 0, 2]],
];
const name = fc.constantFrom<StepName>(...(Object.keys(steps) as StepName[]), ...usual, ...often);
const dice = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));
/** What happens, in order. */
export const sequences = fc
  .array(fc.tuple(name, dice), { minLength: 10, maxLength: 22, size: 'max' })
  .map((steps): Played => [...first, ...steps]);

/** One sequence. */
export type Played = [StepName, Dice][];

export async function take(game: Game, [step, choices]: Played[number]): Promise<void> {
  await steps[step](game, choices);
  await game.window.settle();
  game.book.settle();
}
