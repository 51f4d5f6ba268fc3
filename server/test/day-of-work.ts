import { randomUUIDv7 } from 'node:crypto';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { signUpData } from './factories.ts';
import { signInAt, signUpAndIn } from './ledger.ts';
import { pdf } from './receipts.ts';
import { ofx } from './statements.ts';

const DAY_MS = 24 * 3_600_000;
const DEMO_PASSWORD = 'passeio-demo';
const BOARDING_TRIP = 'monte-verde-pousada';

/** The answer to each call, as in "POST /api/trips 201", in order. */
export type Answers = string[];

/**
 * A day at a server of the last release, with its demonstration: what clients and staff call, from signing up to a
 * cancelled departure, and each route that only reads. In the words of the release's contract: change them with it.
 */
export async function spendDay(url: string, readRoutes: string[]): Promise<Answers> {
  const answers: Answers = [];
  const admin = await signInAt(url, 'admin@rotadasaguas.example', DEMO_PASSWORD);
  const client = await signUpAndIn(url);
  const other = await signUpAndIn(url);
  const ask = async (method: string, path: string, token?: string, body?: unknown, route = path) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(method === 'POST' && { 'idempotency-key': randomUUIDv7() }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    const answer: any = isJson && text !== '' ? JSON.parse(text) : {};
    const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
    answers.push(
      [method, route.replaceAll(ids, ':id'), response.status, ...(response.ok ? [] : [answer.code])].join(' '),
    );
    return answer;
  };
  const asStaff = (method: string, path: string, body?: unknown) => ask(method, `/api${path}`, admin, body);
  const asClient = (method: string, path: string, body?: unknown) => ask(method, `/api${path}`, client, body);

  // Trips.
  const [trip, next, full] = [
    await asStaff('POST', '/trips', draft('Cânions', 20)),
    await asStaff('POST', '/trips', draft('Serra', 20)),
    await asStaff('POST', '/trips', draft('Lotada', 1)),
  ];
  const { id, version } = trip;
  const { fares, boardingPoints } = await asStaff('PUT', '/trips', { ...draft('Cânions de dia', 21), id, version });
  await asStaff('PUT', `/trips/${full.id}/publication`, { isActive: true });
  await asStaff('POST', `/trips/${next.id}/copies`, { dates: [day(90)] });
  await asStaff('PUT', `/trips/${trip.id}/costs`, {
    ...{ vehicleCents: 90_000, guideCents: 20_000, otherCents: 0, ticketCents: 1_500, mealCents: 0, version: 0 },
  });
  const fare = defaultFare(fares)?.id;

  // A reservation, its people and its money.
  const reservation = await asClient('POST', `/trips/enrrol/${trip.id}`, { party: [{ fareId: fare, count: 2 }] });
  const own = `/reservations/${reservation.id}`;
  const [, companion] = reservation.participants;
  const { name, cpf } = signUpData();
  const person = { name, birthdate: '1988-07-21', cpf, contact: '35 98888-7777' };
  await asClient('PUT', `${own}/participants/${companion?.id}`, person);
  const { url: link = '' } = await asClient('POST', `${own}/participants/${companion?.id}/link`);
  await ask('POST', '/api/participants/link/read', undefined, { token: link.split('#')[1] });
  await asClient('POST', `${own}/charges`, { purpose: 'deposit' });
  await ask('POST', `/api${own}/receipts`, client, file(pdf(), 'comprovante.pdf', 'application/pdf'));
  const { data: receipts = [] } = await asStaff('GET', '/payments/receipts?size=100');
  const sent = receipts.find((one: { reservation: { id: string } }) => one.reservation.id === reservation.id);
  await asStaff('POST', `/payments/receipts/${sent?.id}/approval`, { amountCents: 17_340 });
  await asClient('POST', `${own}/participants`, { fareId: fare });
  await asStaff('POST', `${own}/payments`, { kind: 'balance', method: 'cash', amountCents: 5_000 });
  const { data: entries = [] } = await asStaff('GET', `${own}/payments`);
  const cash = entries.find((one: { method: string }) => one.method === 'cash');
  await asStaff('POST', `${own}/payments/${cash?.id}/reversal`, { reason: 'Digitado duas vezes' });
  await asStaff('POST', `${own}/adjustments`, { amountCents: -1_000, reason: 'Combinado' });
  const statement = await ask('POST', '/api/payments/statements', admin, bankFile(reservation.code));
  const { lines = [] } = statement;
  await asStaff('POST', `/payments/statements/${statement.id}/confirmation`, {
    lines: lines.map((line: { id: string }) => ({ id: line.id, code: reservation.code })),
  });

  // Staff's own reservations, and the waiting list.
  const guest = { person: { name: 'Dona Nair Prado', contact: '35 3212-4455' } };
  const booked = await asStaff('POST', `/trips/${trip.id}/passengers`, { ...guest, confirmWithoutDeposit: true });
  await asStaff('PUT', `/trips/${trip.id}/passengers/boarding`, {
    ...{ participantIds: [booked.participants?.[0]?.id], boardingPointId: boardingPoints?.[0]?.id },
  });
  await asStaff('POST', `/reservations/${booked.id}/move`, { tripId: next.id });
  const held = await asStaff('POST', `/trips/${full.id}/passengers`, guest);
  await asStaff('PUT', `/reservations/${held.id}/hold`, { holdExpiresAt: null });
  await ask('POST', `/api/trips/${full.id}/waiting-list`, other, {
    party: [{ fareId: defaultFare(full.fares)?.id, count: 1 }],
  });
  await asStaff('POST', `/reservations/${held.id}/cancellation`, { reason: 'Desistiu por telefone' });
  await ask('GET', `/api/trips/${full.id}/waiting-list`, other);

  // The boarding of a trip that leaves today.
  const leaving = await asStaff('GET', `/trips/${BOARDING_TRIP}`);
  const { people = [] } = await asStaff('GET', `/trips/${leaving.id}/boarding`);
  const tap = { id: randomUUIDv7(), decision: 'boarded', tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
  await asStaff('POST', `/trips/${leaving.id}/boarding/taps`, {
    ...{ deviceId: randomUUIDv7(), taps: [{ ...tap, participantId: people[0]?.id }] },
  });
  await asStaff('POST', `/trips/${leaving.id}/guide-links`, { name: 'Luana Reis' });
  await asStaff('POST', `/trips/${next.id}/road-list/versions`, {
    ...{ origin: 'Varginha', destination: 'Serra', plate: 'ABC1D23', driver: '', guide: '' },
    acceptedMissing: booked.participants?.map((one: { id: string }) => one.id),
  });

  // What a season brings, and what goes to everybody of a trip.
  const coupon = await asStaff('POST', '/coupons', { code: `DIA-${Date.now()}`, effect: 'percent', value: 10 });
  const sheet = file('Passeio,Data,Vagas,Preço\nAngra,31/02/2027,40,"150,00"', 'passeios.csv', 'text/csv');
  const imported = await ask('POST', '/api/imports/trips', admin, sheet);
  const everybody = {
    ...{ audience: 'payers', unpaid: false, missingData: false, boardingPointId: null },
    ...{ subject: 'Até amanhã', text: 'Leve água.' },
  };
  const { people: payers } = await asStaff('POST', `/trips/${trip.id}/announcements/preview`, everybody);
  const { data: announcements = [] } = await asStaff('POST', `/trips/${trip.id}/announcements`, {
    ...{ ...everybody, sendAt: null, people: payers },
  });

  // Settings.
  await asStaff('PUT', '/settings/reservations', await asStaff('GET', '/settings/reservations'));
  const { logo: __, ...operator } = await asStaff('GET', '/settings/operator');
  await asStaff('PUT', '/settings/operator', operator);
  const { access } = await asStaff('GET', '/settings');
  await asStaff('PUT', '/settings/access', access);
  const { data: vehicles = [] } = await asStaff('GET', '/vehicles');
  const { id: vehicleId, name: vehicleName, plate, map, version: vehicleVersion } = vehicles[0] ?? {};
  await asStaff('PUT', `/vehicles/${vehicleId}`, { name: vehicleName, plate, map, version: vehicleVersion });

  // What only reads, as staff and as the payer.
  const { data: persons = [] } = await asStaff('GET', '/users');
  const ids: Record<string, string> = {
    ...{ tripId: id, reservationId: reservation.id, userId: persons[0]?.id, receiptId: sent?.id },
    ...{ statementId: statement.id, version: '1', couponId: coupon.id, importId: imported.id, kind: 'trips' },
    ...{ announcementId: announcements[0]?.id, participantId: companion?.id },
  };
  const month = `from=${day(0)}&to=${day(30)}`;
  const queries: Record<string, string> = {
    '/api/accounting/entries/export': 'format=csv',
    '/api/coupons/:couponId/uses/export': 'format=csv',
    '/api/departures/calendar': month,
    '/api/import-sheets/:kind': 'format=csv',
    '/api/imports/:importId/bad-rows': 'format=csv',
    '/api/overview/reservations': 'list=due',
    '/api/reports': 'report=revenue_by_month',
    '/api/reports/export': 'report=revenue_by_month&format=csv',
    '/api/reservations/:reservationId/move': `tripId=${next.id}`,
    '/api/reservations/:reservationId/voucher/export': 'format=pdf',
    '/api/search': 'q=Nair',
    '/api/trips/:tripId/candidates': 'q=Nair',
    '/api/trips/:tripId/money/export': 'format=csv',
    '/api/trips/:tripId/passengers/export': 'format=xlsx',
    '/api/trips/:tripId/road-list/versions/:version/export': 'format=pdf',
    '/api/trips/:tripId/vehicle-swap': `vehicleIds=${vehicleId}`,
    '/api/trips/:tripId/waiting-list/preview': 'capacity=30',
    '/api/vehicles/departures': `from=${draft('', 1).date}&to=${draft('', 1).returnDate}`,
  };
  for (const route of readRoutes) {
    const values: Record<string, string> = { ...ids, id: route.startsWith('/api/vehicles') ? vehicleId : id };
    if (route.includes('/road-list/versions')) values.tripId = next.id;
    const path = route.replaceAll(/:(\w+)/g, (name, key) => values[key] ?? name);
    for (const token of [admin, client]) await ask('GET', `${path}?${queries[route] ?? ''}`, token, undefined, route);
  }

  // The end of a reservation, and of a departure.
  const { refundCents } = await asClient('GET', `${own}/cancellation`);
  await asClient('POST', `${own}/cancel`, { refundCents });
  await asClient('PUT', `${own}/refund/pix-key`, { pixKey: 'cliente@exemplo.com.br' });
  const { data: refunds = [] } = await asStaff('GET', '/payments/refunds?size=100');
  const due = refunds.find((one: { reservation: { id: string } }) => one.reservation.id === reservation.id);
  await asStaff('POST', `/payments/refunds/${due?.id}/payment`, {
    via: 'hand',
    method: 'pix',
    amountCents: due?.amountCents,
  });
  const second = await asClient('POST', `/trips/enrrol/${next.id}`);
  await asStaff('PUT', `/trips/${next.id}/guarantee`, {});
  await asStaff('DELETE', `/trips/${next.id}/guarantee`);
  await asStaff('POST', `/trips/${next.id}/cancellation`, { reason: 'Estrada fechada', chooseUntil: day(10) });
  await asStaff('GET', `/trips/${next.id}/cancellation`);
  await asClient('GET', `/reservations/${second.id}`);
  return answers;
}

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

function file(content: Uint8Array | string, name: string, type: string): FormData {
  const form = new FormData();
  form.set('file', new File([content as BlobPart], name, { type }));
  return form;
}

const bankFile = (code: string) =>
  file(ofx([{ amount: '20.00', text: `PIX RECEBIDO ${code}`, id: randomUUIDv7() }]), 'extrato.ofx', 'text/plain');

function draft(title: string, capacity: number) {
  const any = { minAge: null, maxAge: null, takesPlace: true, audience: 'public' };
  return {
    ...{ title, summary: '', description: '', showDescription: true, isActive: true, onRequest: false, capacity },
    date: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    returnDate: new Date(Date.now() + 31 * DAY_MS).toISOString(),
    fares: [{ label: 'Adulto', priceCents: 28_900, ...any }],
    ...{ depositPercent: 30, balanceDueHours: null, minParticipants: 1, decisionDate: null, vehicle: '' },
    ...{ interstate: false, boardingPoints: [{ time: '05:00', place: 'Rodoviária' }], itinerary: [] },
    ...{ included: [], excluded: [], bring: [], risks: '', cancellationTiers: [] },
  };
}
