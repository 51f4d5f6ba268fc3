import type {
  CancellationPreview,
  CancellationProgress,
  CancelledReservation,
  DepartureChoice,
} from '@passeio/contract/departures/departure-cancellations';
import { newChat } from './chats';

const trip = { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' };

/** A choice of a party of two that paid R$ 264,60, with one other departure. */
export function newChoice(more: Partial<DepartureChoice> = {}): DepartureChoice {
  return {
    trip: { title: trip.title, date: trip.date },
    ...{ firstName: 'Ana', reason: 'Previsão de chuva forte na serra.', chooseUntil: '2099-12-04', people: 2 },
    ...{ amountCents: 26_460, parts: [], promisedFor: '2099-12-14', outcome: null, movedTo: null },
    departures: [
      {
        ...{ id: crypto.randomUUID(), slug: 'gruta-do-anjo', title: 'Gruta do Anjo', date: '2099-12-19T08:00:00.000Z' },
        ...{ totalCents: 40_000, dueCents: 13_540, refundCents: 0, extras: [], begun: [] },
      },
    ],
    ...more,
  };
}

/** Three reservations, of which one without money. */
export function newCancellationPreview(more: Partial<CancellationPreview> = {}): CancellationPreview {
  return {
    ...{ trip, isGuaranteed: false, reservations: 3, people: 7, unpaid: 1, waiting: 1 },
    money: { reservations: 2, cents: 78_000 },
    unreachable: [{ id: crypto.randomUUID(), code: 'B2B2B2', name: 'Bento Reis', contact: '' }],
    days: { earliest: '2099-11-24', proposed: '2099-11-30', latest: '2100-01-22' },
    ...more,
  };
}

export function newCancelled(more: Partial<CancelledReservation> = {}): CancelledReservation {
  const chat = newChat({ state: 'booked', status: 'departure_cancelled', until: '2099-12-05T03:00:00.000Z' });
  return {
    ...{ id: crypto.randomUUID(), code: 'K7M2QX', people: 2, receivedCents: 26_460, outcome: null, isDefault: false },
    payer: { name: 'Ana Prado', contact: '+5535988887777', hasAccount: true },
    ...{ settledAt: null, movedTo: null, refund: null, chatAt: null },
    ...{ email: { state: 'sent', reason: null }, chat },
    ...more,
  };
}

export function newProgress(more: Partial<CancellationProgress> = {}): CancellationProgress {
  return {
    ...{ trip, reason: 'Previsão de chuva forte na serra.', chooseUntil: '2099-12-04' },
    ...{ cancelledAt: '2026-11-23T12:00:00.000Z', cancelledBy: 'Rita', undoUntil: null, isDone: true, toTell: 0 },
    reservations: [newCancelled()],
    ...more,
  };
}
