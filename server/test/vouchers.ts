import { expect } from 'vitest';
import { recordReportedNow } from '../src/domains/payments/index.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { createFamily, createFamilyTrip } from './parties.ts';
import { chargeOf, pixFor } from './pix.ts';

export const points = [
  { id: crypto.randomUUID(), time: '05:00', place: 'Varginha – Terminal Rodoviário' },
  { id: crypto.randomUUID(), time: '04:30', place: 'Três Corações, posto do trevo; ao lado da "Casa"' },
];

/** The application with an operator who has every contact. */
export async function buildVoucherApp(): Promise<TestApp> {
  const app = await buildTestApp({ config: { publicUrl: 'https://passeio.example' } });
  const contacts = { phone: '+553532210000', whatsapp: '+5535999990000', email: 'oi@rotadasaguas.example' };
  const registered = { cnpj: '11222333000181', cadastur: '26.012345.10.0001-8', legal_name: 'Rota das Águas Ltda.' };
  await app.db
    .updateTable('operator')
    .set({ name: 'Rota das Águas', state: 'MG', ...contacts, ...registered })
    .execute();
  return app;
}

/** A family with its deposit paid, on a trip that departs on Saturday, 6 December 2031 at 5 o'clock in São Paulo. */
export async function bookedFamily(
  app: TestApp,
  counts: Parameters<typeof createFamily>[1] = { adult: 2, lapChild: 1 },
  more: Parameters<typeof createFamilyTrip>[1] = {},
) {
  const trip = await createFamilyTrip(app, {
    departs_at: new Date('2031-12-06T08:00:00Z'),
    returns_at: new Date('2031-12-06T23:00:00Z'),
    boarding_points: JSON.stringify(points),
    bring: ['Protetor solar', 'Toalha'],
    capacity: 40,
    balance_due_hours: 48,
    ...more,
  });
  const family = await createFamily(app, counts, { trip });
  await recordReportedNow({ ...app.app.deps, publicUrl: '' }, pixFor(await chargeOf(app, family, 'deposit')));
  return family;
}

/** Chooses where somebody boards. */
export function board({ db }: TestApp, participantId: string | undefined, pointId: string | undefined) {
  return db
    .updateTable('participants')
    .set({ boarding_point_id: pointId ?? null, updated_at: new Date() })
    .where('id', '=', participantId ?? '')
    .execute();
}

export const voucherPath = (idOrCode: string) => `/api/reservations/${idOrCode}/voucher`;

/** The voucher as a file. */
export async function fileOf(app: TestApp, idOrCode: string, format: string, token: string) {
  const response = await fetch(`${app.url}${voucherPath(idOrCode)}/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return { headers: response.headers, content: new Uint8Array(await response.arrayBuffer()) };
}

/** The properties of an iCalendar file's event and its alarm, unfolded and unescaped. */
export async function eventOf(app: TestApp, idOrCode: string, token: string) {
  const text = new TextDecoder().decode((await fileOf(app, idOrCode, 'ics', token)).content);
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const of = (name: string) =>
    lines
      .find((line) => new RegExp(`^${name}[:;]`).test(line))
      ?.replace(/^[^:]*:/, '')
      .replaceAll('\\n', '\n')
      .replace(/\\([,;\\])/g, '$1');
  return { text, of };
}
