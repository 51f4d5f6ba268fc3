import fc from 'fast-check';
import { recordReportedNow } from '../src/domains/payments/index.ts';
import { updateSentRefunds } from '../src/domains/payments/refunds/send-refund.ts';
import { sweepHolds } from '../src/domains/reservations/holds/expire-holds.ts';
import type { ProviderRefundState } from '../src/ports/payments/port.ts';
import type { TestApp } from './app.ts';
import { onlyProvider } from './banks/only-provider.ts';
import type { ScriptedBank } from './banks/scripted-bank.ts';
import { call, type Person } from './factories.ts';
import type { Family } from './parties.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor } from './pix.ts';
import { pdf, reviewReceipt, sendReceipt } from './receipts.ts';

const HOUR_MS = 3_600_000;

/** What is asked may be refused; only what becomes of the money matters. */
export type Step = (family: Family, world: World) => Promise<unknown>;

/** Where money moves: the application, whose bank does what a step asks, and the staff. */
export interface World {
  app: TestApp;
  admin: Person;
  bank: ScriptedBank;
  /** Another departure, to which reservations are moved. */
  other: { id: string };
}

const get = async ({ app, admin }: World, path: string) =>
  (await call(app, 'GET', `/api/${path}`, { token: admin.token })).body;
const post = ({ app, admin }: World, { id }: Family, path: string, body: object) =>
  call(app, 'POST', `/api/reservations/${id}/${path}`, { token: admin.token, body });
const partsOf = ({ app, bank }: World) => ({
  ...app.app.deps,
  ...onlyProvider(bank),
  publicUrl: 'https://passeio.example',
});

/** Typed by staff. */
export const typedBy =
  (body: { kind: string; method: string; amountCents: number }, daysAgo = 0): Step =>
  (family, world) => {
    const occurredAt = new Date(Date.now() - daysAgo * 24 * HOUR_MS).toISOString();
    return post(world, family, 'payments', { ...body, occurredAt });
  };
/** Notified by the bank, of the amount of a charge or another one. */
export const paidAtBank =
  (purpose: 'deposit' | 'balance' | 'full', other: number | null = null, isDoubled = false): Step =>
  async (family, world) => {
    const charge = await chargeOf(world.app, family, purpose);
    const pix = pixFor(charge.txid ? charge : undefined, other ? { amountCents: other } : {});
    await recordReportedNow(partsOf(world), pix);
    await recordReportedNow(partsOf(world), isDoubled ? { ...pix, reference: newEndToEndId() } : pix);
  };
/** A receipt that waits, or that staff reviews. */
export const receiptSent =
  (amountCents: number, outcome: 'accepted' | 'rejected' | 'none'): Step =>
  async ({ id, payer }, { app, admin }) => {
    const { body } = await sendReceipt(app, id, payer, pdf(), { type: 'application/pdf' });
    if (!body.id || outcome === 'none') return;
    await reviewReceipt(app, body.id, admin, outcome === 'accepted' ? { amountCents } : { reason: 'Ilegível' });
  };
/** What is due goes back: by hand, or through the bank, which pays it, is at it or refuses. */
export const refundedBy =
  (way: 'hand' | ProviderRefundState): Step =>
  async ({ id }, world) => {
    const { app, admin, bank } = world;
    const { refund } = await get(world, `reservations/${id}`);
    if (!refund) return;
    const { amountCents } = refund;
    const body = way === 'hand' ? { via: 'hand', method: 'pix', amountCents } : { via: 'provider', amountCents };
    if (way !== 'hand') bank.refund = async () => ({ state: way });
    await call(app, 'POST', `/api/payments/refunds/${refund.id}/payment`, { token: admin.token, body });
  };
const decidedByBank =
  (state: ProviderRefundState): Step =>
  async (_, world) => {
    world.bank.refundState = async () => state;
    await updateSentRefunds(partsOf(world));
    world.bank.refundState = async () => undefined;
  };
export const moved: Step = (family, world) => post(world, family, 'move', { tripId: world.other.id });

const amount = fc.constantFrom(1, 2_500, 5_670, 13_230, 18_900, 40_000);
const body = fc.record({
  kind: fc.constantFrom('deposit', 'balance', 'refund'),
  method: fc.constantFrom('pix', 'cash', 'card', 'transfer'),
  amountCents: amount,
});
const typed = fc.tuple(body, fc.nat(3)).map(([draft, daysAgo]) => typedBy(draft, daysAgo));
const byPix = fc
  .tuple(fc.constantFrom('deposit' as const, 'balance' as const, 'full' as const), fc.option(amount), fc.boolean())
  .map(([purpose, other, isDoubled]) => paidAtBank(purpose, other, isDoubled));
const byReceipt = fc
  .tuple(amount, fc.constantFrom('accepted' as const, 'rejected' as const, 'none' as const))
  .map(([amountCents, outcome]) => receiptSent(amountCents, outcome));
const refunded = fc.constantFrom('hand' as const, 'sent' as const, 'paid' as const, 'refused' as const).map(refundedBy);
const decided = fc.constantFrom('paid' as const, 'refused' as const).map(decidedByBank);
const reversed = fc.nat(5).map(
  (nth): Step =>
    async (family, world) => {
      const entry = (await ledgerOf(world.app, family.id)).at(nth);
      if (entry) await post(world, family, `payments/${entry.id}/reversal`, { reason: 'Engano' });
    },
);
const discounted = fc.constantFrom(-4_000, 3_000).map(
  (amountCents): Step =>
    (family, world) =>
      post(world, family, 'adjustments', { amountCents, reason: 'Combinado' }),
);
// Cancels with a penalty of 20% or 50%, unless the operator does; the right of withdrawal is over in some.
const cancelled = fc.tuple(fc.constantFrom('client', 'operator'), fc.constantFrom(1, 12)).map(
  ([by, days]): Step =>
    async (family, world) => {
      await contractedBefore(world, family, days);
      await post(world, family, 'cancellation', { reason: 'Desistiu', by });
    },
);
const cancelledByPayer = fc.tuple(fc.nat(2), fc.constantFrom(1, 12)).map(
  ([who, days]): Step =>
    async (family, world) => {
      const { app } = world;
      await contractedBefore(world, family, days);
      const { token } = family.payer;
      const person = family.reservation.participants[who];
      const of = person && who > 0 ? { participants: [person.id] } : {};
      const path = `/api/reservations/${family.id}/cancellation?${of.participants ? `participants=${person?.id}` : ''}`;
      const { body: quote } = await call(app, 'GET', path, { token });
      const body = { refundCents: quote.refundCents, ...of };
      if (quote.rule) await call(app, 'POST', `/api/reservations/${family.id}/cancel`, { token, body });
    },
);
async function contractedBefore({ app }: World, { id }: Family, days: number): Promise<void> {
  const created_at = new Date(Date.now() - days * 24 * HOUR_MS);
  const tiers = [
    { minHoursBefore: 240, penaltyPercent: 20 },
    { minHoursBefore: 0, penaltyPercent: 50 },
  ];
  const policy = JSON.stringify({ tiers, withdrawalDays: 7, textHash: '' });
  await app.db.updateTable('reservations').set({ created_at, policy }).where('id', '=', id).execute();
}
const expired = fc.constant<Step>(async ({ id }, { app }) => {
  const past = { hold_expires_at: new Date(Date.now() - HOUR_MS) };
  await app.db.updateTable('reservations').set(past).where('id', '=', id).where('state', '=', 'held').execute();
  const jobs = { enqueueAll: async () => undefined };
  await sweepHolds({ ...app.app.deps, jobs, publicUrl: 'https://passeio.example' });
});
const anything = fc.oneof(
  typed,
  byPix,
  byPix,
  byReceipt,
  byReceipt,
  refunded,
  refunded,
  decided,
  fc.constant(moved),
  reversed,
  discounted,
  cancelled,
  cancelledByPayer,
  expired,
);
/** What happens, and to which of three families. */
export const histories = fc.array(fc.tuple(fc.nat(2), anything), { minLength: 4, maxLength: 14 });
