import fc from 'fast-check';
import * as commission from './commission-steps.ts';
import * as door from './door-steps.ts';
import * as ending from './ending-steps.ts';
import * as paying from './paying-steps.ts';
import type { Reservation } from './reservation.ts';
import * as reserving from './reserving-steps.ts';
import * as returning from './returning-steps.ts';
import * as statements from './statement-steps.ts';
import { after, type Dice, type Game, type Step } from './step.ts';
import * as stored from './stored-value-steps.ts';

const { reserve, adopt, adjust, changeExtras, swap, move, split, changePrices } = reserving;
const { payByPix, payLate, payByCard, payShare, typed, receipt, payAtDoor } = paying;
const { refundByHand, refundByBank, returnPix, changeCardPayment, reverse, release, decide } = returning;
const { buyCard, useCard, revokeCard, reissueCard, takeCredit, useCredit } = stored;
const { cancelAll, cancelPaid, cancelOne, expire, confirm, cancelDeparture, choose } = ending;
const { takeCash, decideCash } = door;
const { closeStatement, payStatement, correctSeller } = commission;
const { statement, statementOfWaiting, statementOfCounted } = statements;

const hasOne = (is: (one: Reservation) => boolean) => (game: Game) => game.book.reservations.some(is);
const isOwed = hasOne(({ owedCents }) => owedCents > 0);
const isWaiting = ({ book }: Game) => book.waiting.length > 0;
const hasCard = ({ book }: Game) => book.cards.some(({ balanceCents }) => balanceCents > 0);
const boards = hasOne(({ isGoing, trip }) => isGoing && trip.isBoarding);
const reserveThere: Step = (game, [who, , people]) => reserve(game, [who, 2, people]);
const atDoor = (step: Step) => after(reserveThere, boards, step);
const refund = (step: Step) => after(cancelPaid, isOwed, step);
const ofWaiting = (step: Step) => after(release, isWaiting, step);
const withCard = (step: Step) => after(buyCard, hasCard, step);
const keepCredit = refund(takeCredit);
const isPayable = ({ book }: Game) => book.sellers.some(({ statements }) => statements.some(({ isPaid }) => !isPaid));

const steps = {
  ...{ reserve, adopt, adjust, changeExtras, swap, move, split, changePrices },
  ...{ payByPix, payLate, payByCard, typed, receipt, payAtDoor: atDoor(payAtDoor) },
  payShare: after(
    split,
    hasOne(({ isGoing, isSplit }) => isGoing && isSplit),
    payShare,
  ),
  ...{ refundByHand: refund(refundByHand), refundByBank: refund(refundByBank), returnPix },
  changeCardPayment: after(
    payByCard,
    ({ book }) => book.money.some(({ method }) => method === 'card'),
    changeCardPayment,
  ),
  ...{ reverse, decide: ofWaiting(decide) },
  ...{ buyCard, useCard: withCard(useCard), revokeCard: withCard(revokeCard) },
  reissueCard: after(buyCard, ({ book }) => book.cards.length > 0, reissueCard),
  takeCredit: keepCredit,
  useCredit: after(keepCredit, ({ book }) => book.accounts.some(({ creditCents }) => creditCents > 0), useCredit),
  ...{ cancelAll, cancelOne, expire, cancelDeparture },
  confirm: after(
    expire,
    hasOne(({ state }) => state === 'expired'),
    confirm,
  ),
  choose: after(
    cancelDeparture,
    hasOne(({ isChoosing }) => isChoosing),
    choose,
  ),
  takeCash: atDoor(takeCash),
  decideCash: after(atDoor(takeCash), ({ book }) => book.door.length > 0, decideCash),
  ...{ closeStatement, payStatement: after(closeStatement, isPayable, payStatement), correctSeller },
  ...{ statement, statementOfWaiting: ofWaiting(statementOfWaiting), statementOfCounted },
} satisfies Record<string, Step>;
type StepName = keyof typeof steps;

const usual: StepName[] = [
  'closeStatement',
  'closeStatement',
  'payStatement',
  'correctSeller',
  'payByPix',
  'payByPix',
  'payByPix',
  'payLate',
  'returnPix',
  'refundByHand',
  'useCard',
];
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
