import type { OverviewReservation } from '@passeio/contract/staff/overview';
import { newChat } from './chats';

/** The API's search for reservations. */
export const FIND_RESERVATIONS = 'GET /api/overview/reservations';
/** The tags in use. */
export const TAGS = 'GET /api/reservations/tags';

/** A reservation as the search finds it: Ana Prado's, who owes R$ 86,70 of R$ 289,00. */
export function newFoundReservation(more: Partial<OverviewReservation> = {}): OverviewReservation {
  return {
    ...{ id: crypto.randomUUID(), code: 'K7M2QX', state: 'held', people: 1, createdAt: '2026-11-20T12:00:00.000Z' },
    holdExpiresAt: null,
    ...{ totalCents: 28_900, depositCents: 8_670, receivedCents: 20_230, amountCents: 8_670 },
    status: { key: 'balance_due', label: 'Confirmada (sinal pago)', tone: 'good', nextStep: '', until: null },
    person: { id: crypto.randomUUID(), name: 'Ana Prado' },
    trip: { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' },
    tags: [],
    chat: newChat(),
    ...more,
  };
}

export const foundReservations = (...data: OverviewReservation[]) => ({
  json: { data, page: { number: 1, size: 8, total: data.length }, sumCents: null },
});
