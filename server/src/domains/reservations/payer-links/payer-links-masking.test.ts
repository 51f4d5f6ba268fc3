import { randomUUID } from 'node:crypto';
import { routes } from '@passeio/contract/api/routes';
import { pathByLink } from '@passeio/contract/route';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancellingDepartures } from '../../../../test/cancelled-departures.ts';
import { giveCredit } from '../../../../test/credit.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { activeCard, sellGiftCards } from '../../../../test/gift-cards.ts';
import {
  fiscalDeps,
  fiscalSettings,
  OPERATOR_TAX_ID,
  startTestGovernment,
  type TestGovernment,
} from '../../../../test/government.ts';
import { ana, changeParticipant, createFamily, createFamilyTrip, type Family } from '../../../../test/parties.ts';
import { linkForPayer } from '../../../../test/payer-links.ts';
import { askQuestions } from '../../../../test/questions.ts';
import { pdf } from '../../../../test/receipts.ts';
import { bringHome } from '../../../../test/reminders.ts';
import { createVehicle, giveVehicle } from '../../../../test/vehicles.ts';
import type { FiscalService } from '../../../ports/fiscal/port.ts';
import { notifyCancelled } from '../../departures/index.ts';
import { sendInvoices } from '../../payments/index.ts';

const linkRoutes = Object.values(routes)
  .flatMap((table) => Object.values(table))
  .flatMap(({ byLink }) => (byLink ? [byLink.name] : []));

let app: TestApp;
let staff: Person;
let government: TestGovernment;
let fiscal: FiscalService;
beforeAll(async () => {
  government = await startTestGovernment();
  fiscal = await government.connect();
  app = await buildTestApp({ deps: fiscalDeps(fiscal) });
  staff = await createPerson(app, 'ADMIN');
  await app.db.updateTable('users').set({ name: 'Otília Funcionária' }).where('id', '=', staff.id).execute();
  const company = { cnpj: OPERATOR_TAX_ID, legal_name: 'Rota Turismo Ltda.' };
  await app.db
    .updateTable('operator')
    .set({ pix_key: 'pix@rota.example', ...company })
    .execute();
  expect((await asStaff('PUT', '/api/settings/fiscal', fiscalSettings)).status).toBe(200);
});
afterAll(async () => {
  await app.close();
  await fiscal.close();
  await government.stop();
});

const asStaff = (method: string, path: string, body?: object) =>
  call(app, method, path, { token: staff.token, headers: { 'idempotency-key': randomUUID() }, body });

const beatriz = { ...ana, name: 'Beatriz Nunes Falcão', cpf: '111.444.777-35', documentNumber: '98765432109' };
const child = { name: 'Caio Prado Montes', birthdate: '2016-02-11', documentNumber: 'MG-55443322' };
const KEY = 'maria.secreta@viajantes.example';
const PHONE = '+5535987650123';
const DIGITS = '0123';
/** What only staff or the account may read, as it might be written. */
const secrets = [
  ...[ana.name, beatriz.name, child.name, 'Otília', 'Funcionária', KEY, 'Falcão', 'Montes'],
  ...[ana.cpf, beatriz.cpf, ana.documentNumber, beatriz.documentNumber, child.documentNumber],
  ...[ana.birthdate, child.birthdate, '21/07/1988', '11/02/2016', '35988887777', '988887777', PHONE, DIGITS],
  ...[
    '52998224725',
    '11144477735',
    'nota interna',
    'etiqueta interna',
    'observação interna',
    'amendoim',
    'glúten',
    'lua de mel',
  ],
];

/** A reservation of which staff, companions and payer have said all that there is to know. */
async function known(): Promise<{ family: Family; token: string; vehicleId: string }> {
  const trip = await createFamilyTrip(app, { seat_choice: true });
  const vehicleId = await giveVehicle(app, trip.id, await createVehicle(app, { rows: 6 }));
  const family = await createFamily(app, { adult: 2, child: 1 }, { trip });
  await app.db.updateTable('users').set({ contact: PHONE }).where('id', '=', family.payer.id).execute();
  const path = `/api/reservations/${family.id}`;
  const [, companion] = family.adults;
  const own = (answer: { status: number }) => expect(answer.status).toBeLessThan(300);
  own(await changeParticipant(app, family, companion, { ...ana, notes: 'Alergia a amendoim' }));
  own(await changeParticipant(app, family, companion, { replaces: true, ...beatriz }, staff.token));
  const { body: link } = await asStaff('POST', `${path}/participants/${family.children[0]?.id}/link`);
  const fields = { ...child, notes: 'Alergia a amendoim' };
  own(await call(app, 'PUT', '/api/participants/link', { body: { token: link.url.split('#')[1], fields } }));
  const [diet, occasion] = await askQuestions(app, trip.id, [
    {},
    { label: 'É uma ocasião especial?', per: 'reservation' },
  ]);
  const answers = [{ questionId: diet, value: 'Sem glúten' }];
  own(await changeParticipant(app, family, family.children[0], { answers }, staff.token));
  const once = { answers: [{ questionId: occasion, value: 'É a nossa lua de mel' }] };
  own(await asStaff('PUT', `${path}/answers`, once));
  own(await asStaff('POST', `${path}/notes`, { text: 'nota interna' }));
  own(await asStaff('POST', `${path}/tags`, { label: 'etiqueta interna' }));
  return { family, token: await linkForPayer(app, family), vehicleId };
}
const pay = async ({ id }: Family, amountCents: number) => {
  const body = { kind: 'deposit', method: 'cash', amountCents, note: 'observação interna' };
  expect((await asStaff('POST', `/api/reservations/${id}/payments`, body)).status).toBe(201);
};

async function issueNote({ id }: Family): Promise<void> {
  const body = { amountCents: 30_000, description: 'Passeio de um dia' };
  expect((await asStaff('POST', `/api/reservations/${id}/invoices/issue`, body)).status).toBe(202);
  await sendInvoices({ db: app.db, fiscal, logger: app.app.deps.logger, jobs: app.app.deps.jobs });
}

it('no route by link answers what only staff or the account may read, nor lets a browser keep it', async () => {
  const answered = new Set<string>();
  const ask = async (name: string, token: string, body: object = {}) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ token, ...body })) form.set(field, String(value));
    form.set('file', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }));
    const isUpload = ['receipts', 'authorization-file'].includes(name);
    const response = await fetch(`${app.url}/api${pathByLink({ name })}`, {
      method: 'POST',
      ...(isUpload ? {} : { headers: { 'content-type': 'application/json' } }),
      body: isUpload ? form : JSON.stringify({ token, ...body }),
    });
    const text = await response.text();
    expect([name, response.headers.get('cache-control')]).toEqual([name, expect.stringContaining('no-store')]);
    // A token is in no address: not even a referrer with a path could name it.
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    // The calendar's event leads back by the link.
    const hidden = name === 'voucher-file' ? secrets : [...secrets, token];
    // Four digits may stand among the offsets of a PDF.
    const isPdf = text.startsWith('%PDF');
    for (const secret of hidden.filter((one) => one !== DIGITS || !isPdf))
      expect([name, text.includes(secret) && secret]).toEqual([name, false]);
    if (response.ok) answered.add(name);
    return text.startsWith('{') ? JSON.parse(text) : text;
  };

  const { family, token, vehicleId } = await known();
  secrets.push(family.payer.email, family.payer.cpf);
  const [, companion] = family.adults;
  const haveContract = (text: string) => app.db.updateTable('operator').set({ contract_text: text }).execute();
  await haveContract('{cliente}, de CPF {cpf}, vai a {passeio}.');
  await ask('contract-file', token);
  const { contract } = await ask('contract', token);
  await ask('contract-acceptance', token, { shown: contract.shown });
  await ask('contract-file', token);
  await haveContract('');
  await ask('charges', token, { purpose: 'deposit' });
  await ask('receipts', token);
  await ask('seats', token);
  await ask('choose-seats', token, { seats: [{ participantId: companion?.id, seat: { vehicleId, seat: '3' } }] });
  await ask('boarding', token, { boardingPointId: family.trip.boardingPointId });
  await ask('answers', token, { answers: [] });
  await ask('rooms', token, { rooms: [] });
  await ask('minor-statement', token, { name: 'Rosa Prado Lima', version: '1' });
  await ask('participants', token, { participantId: companion?.id, documentIssuer: 'SSP/SP' });
  const { participants } = await ask('add-participant', token, { fareId: family.trip.fares.adult, name: 'Rui Prado' });
  await ask('remove-participant', token, { participantId: participants.at(-1).id });
  const minor = { participantId: family.children[0]?.id };
  await ask('authorization', token, { ...minor, withoutParents: true });
  await ask('authorization-form', token, { ...minor, phoneDigits: DIGITS });
  await ask('authorization-file', token, minor);
  await ask('split', token, { isSplit: true });
  await ask('participant-link', token, { participantId: companion?.id, phoneDigits: DIGITS });
  const extra = { id: randomUUID(), trip_id: family.trip.id, position: 0, label: 'Almoço', price_cents: 100 };
  await app.db
    .insertInto('trip_extras')
    .values({ ...extra, per: 'participant', max_quantity: 1, stock: null })
    .execute();
  const { lines } = await ask('extras', token, { extraId: extra.id, count: 1, participantId: companion?.id });
  await ask('remove-extra', token, { lineId: lines.find(({ kind }: { kind: string }) => kind === 'extra').id });
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  await ask('push-key', token, { endpoint });
  await ask('push-device', token, { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } });
  await ask('push-device-removal', token, { endpoint });
  await ask('voucher', token);
  await pay(family, 30_000);
  await ask('payment-slips', token);
  await issueNote(family);
  const [note] = (await ask('issued-invoices', token)).data;
  await ask('invoice-file', token, { invoiceId: note.id, phoneDigits: DIGITS });
  const page = await ask('read', token);
  expect(page.participants.map(({ name }: { name: string }) => name)).toEqual([
    page.payer.name,
    'Beatriz F.',
    'Caio M.',
  ]);
  await ask('voucher', token);
  await ask('voucher-file', token, { format: 'ics' });
  const leaving = companion?.id;
  const { refundCents } = await ask('cancellation', token, { participants: leaving });
  await ask('cancel', token, { refundCents, participants: [leaving], phoneDigits: DIGITS });
  await ask('cancel', token, {
    ...{ refundCents: (await ask('cancellation', token)).refundCents, phoneDigits: DIGITS },
  });
  await ask('refund-key', token, { pixKey: KEY, phoneDigits: DIGITS });
  expect((await ask('timeline', token)).data.length).toBeGreaterThan(10);
  await ask('read', token);

  const stopped = await known();
  secrets.push(stopped.family.payer.email, stopped.family.payer.cpf);
  await pay(stopped.family, 30_000);
  expect((await cancellingDepartures(app, () => staff).cancel(stopped.family.trip.id)).status).toBeLessThan(300);
  const notifying = { ...app.app.deps, publicUrl: 'https://passeio.example' };
  await notifyCancelled(notifying, { now: new Date(Date.now() + 3 * 60_000) });
  const choice = await ask('departure-choice', stopped.token);
  const elsewhere = await createFamilyTrip(app);
  await app.db
    .updateTable('trip_fares')
    .set({ label: 'Só de outros', min_age: 90, max_age: null })
    .where('id', '=', elsewhere.fares.child)
    .execute();
  const moved = { kind: 'moved', tripId: elsewhere.id, totalCents: 0, phoneDigits: DIGITS };
  expect(await ask('choose-departure', stopped.token, moved)).toMatchObject({ code: 'CHOICE_CHANGED' });
  await ask('choose-departure', stopped.token, {
    ...{ kind: 'refund', amountCents: choice.amountCents, phoneDigits: DIGITS },
  });
  await ask('timeline', stopped.token);

  const back = await known();
  await sellGiftCards(app);
  const { code } = await activeCard(app, staff, 2_000);
  await ask('gift-cards/quote', back.token, { code });
  await ask('gift-cards', back.token, { code });
  await pay(back.family, 30_000);
  await bringHome(app, back.family);
  await ask('review', back.token);
  await ask('write-review', back.token, { stars: 5, sentence: 'Volto!', mayPublish: true });
  await ask('timeline', back.token);

  // Only a link of somebody without an account uses their credit.
  const guest = await known();
  const { payer } = guest.family;
  secrets.push(payer.email, payer.cpf);
  await app.db.updateTable('users').set({ issuer: null, subject: null }).where('id', '=', payer.id).execute();
  await giveCredit(app, payer.id, 500);
  await ask('credit', guest.token, { amountCents: 500, phoneDigits: DIGITS });
  const quote = await ask('cancellation', guest.token);
  await ask('cancel', guest.token, { refundCents: quote.refundCents, phoneDigits: DIGITS });
  await ask('refund-as-credit', guest.token, { amountCents: quote.refundCents, phoneDigits: DIGITS });

  expect([...answered].toSorted()).toEqual(linkRoutes.toSorted());
});
