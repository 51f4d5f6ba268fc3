import { randomUUIDv7 } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { call } from './factories.ts';
import type { Family } from './parties.ts';

export interface OfferedExtras {
  lunch: string;
  cooler: string;
}

/** Offers lunches at R$ 45,00 for each participant, and a cooler at R$ 20,00 for a reservation. */
export async function offerExtras({ db }: TestApp, tripId: string): Promise<OfferedExtras> {
  const [lunch, cooler] = [randomUUIDv7(), randomUUIDv7()];
  await db
    .insertInto('trip_extras')
    .values(
      [
        { id: lunch, position: 0, label: 'Almoço', price_cents: 4_500, per: 'participant' as const, max_quantity: 5 },
        { id: cooler, position: 1, label: 'Cooler', price_cents: 2_000, per: 'reservation' as const, max_quantity: 1 },
      ].map((one) => ({ ...one, trip_id: tripId })),
    )
    .execute();
  return { lunch, cooler };
}

/** The first adult of a family takes a lunch, the second one two, and the reservation a cooler: R$ 155,00. */
export async function takeExtras(app: TestApp, { id, payer, adults }: Family, { lunch, cooler }: OfferedExtras) {
  for (const body of [
    { extraId: lunch, count: 1, participantId: adults[0]?.id },
    { extraId: lunch, count: 2, participantId: adults[1]?.id },
    { extraId: cooler, count: 1 },
  ]) {
    const { status } = await call(app, 'POST', `/api/reservations/${id}/extras`, { token: payer.token, body });
    expect(status).toBeLessThan(300);
  }
}
