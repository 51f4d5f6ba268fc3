import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { call, createPerson, type Person } from './factories.ts';

/** A seller with the account that accepted the invitation. */
export interface Seller {
  id: string;
  code: string;
  person: Person;
}

/** Invites a seller, and accepts as a client, or as `person`. */
export async function createSeller(
  app: TestApp,
  staff: Person,
  { person, ...draft }: { person?: Person } & Record<string, unknown> = {},
): Promise<Seller> {
  const invited = { kind: 'person', name: 'Vende Muito', ...draft };
  const { status, body } = await call(app, 'POST', '/api/sellers', { token: staff.token, body: invited });
  expect(status).toBe(201);
  const account = person ?? (await createPerson(app));
  const token = new URL(body.link).hash.slice(1);
  const accepted = await call(app, 'POST', '/api/seller-invitations/accept', { token: account.token, body: { token } });
  expect(accepted.status).toBe(200);
  return { id: body.id, code: body.code, person: account };
}

/** A seller earns a part of what is received, in hundredths of a percent. */
export async function setRule(app: TestApp, staff: Person, seller: Pick<Seller, 'id'>, value = 1_000): Promise<void> {
  const rule = { sellerId: seller.id, tripId: null, seriesId: null, kind: 'percent_of_received', value };
  expect((await call(app, 'POST', '/api/commission-rules', { token: staff.token, body: rule })).status).toBe(201);
}
