import type { GiftCardDraft } from '@passeio/contract/payments/gift-cards';
import type { TestApp } from './app.ts';
import { call, type Person } from './factories.ts';

/** The operator sells gift cards, paid to a key of their own. */
export async function sellGiftCards({ db }: TestApp): Promise<void> {
  await db.updateTable('operator').set({ sells_gift_cards: true, pix_key: 'pix@rotadasaguas.example' }).execute();
}

export const cardDraft = (overrides: Partial<GiftCardDraft> = {}) => ({
  valueCents: 10_000,
  buyer: { name: 'Ana Prado', email: 'ana@exemplo.com.br' },
  ...overrides,
});

/** Buys a gift card, which waits for its payment. */
export async function buyCard(app: TestApp, overrides?: Partial<GiftCardDraft>) {
  const { body } = await call(app, 'POST', '/api/gift-cards', { body: cardDraft(overrides) });
  const { id } = await app.db
    .selectFrom('gift_cards')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { id, token: body.token as string, charge: body.charge };
}

export const readCard = async (app: TestApp, token: string) =>
  (await call(app, 'POST', '/api/gift-cards/link/read', { body: { token } })).body;

/** A gift card that staff saw paid, with its code. */
export async function activeCard(app: TestApp, staff: Person, valueCents = 10_000) {
  const { id, token } = await buyCard(app, { valueCents });
  await call(app, 'POST', `/api/gift-cards/${id}/payment`, { token: staff.token, body: {} });
  const { code } = await readCard(app, token);
  return { id, token, code: code as string };
}

export const balanceOf = async ({ db }: TestApp, id: string) =>
  (await db.selectFrom('accounts').select('balance_cents').where('id', '=', id).executeTakeFirst())?.balance_cents ?? 0;
