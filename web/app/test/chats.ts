import type { ChatFacts } from '@passeio/contract/chat-facts';

/** Facts of Ana Prado's reservation, whose deposit of R$ 86,70 is missing. */
export function newChat(more: Partial<ChatFacts> = {}): ChatFacts {
  return {
    ...{ id: crypto.randomUUID(), code: 'K7M2QX', state: 'held', status: 'deposit_due' },
    payer: { name: 'Ana Prado', contact: '+5535988887777', hasAccount: true },
    trip: { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' },
    ...{ boarding: [], missing: [], depositCents: 8_670, dueCents: 28_900 },
    ...{ until: '2099-12-01T12:00:00.000Z', refund: null },
    ...more,
  };
}
