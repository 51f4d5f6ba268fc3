import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../../test/parties.ts';
import { createSeller } from '../../../../test/sellers.ts';
import { partyOf } from '../../../../test/waiting.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
  await app.db.updateTable('operator').set({ unpaid_places: 100 }).execute();
});
afterAll(() => app.close());

async function publish() {
  const body = tripDraft({ isActive: true, minParticipants: 0, fares: [fareDraft({ priceCents: 10_000 })] });
  const { body: trip } = await call(app, 'POST', '/api/trips', { token: staff.token, body });
  const day = Temporal.Instant.from(trip.date).toZonedDateTimeISO('America/Sao_Paulo').toPlainDate().toString();
  return { id: trip.id as string, adult: trip.fares[0].id as string, day };
}
type Published = Awaited<ReturnType<typeof publish>>;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const touch = (more: object = {}) => ({
  ...{ source: 'instagram', medium: 'ads', campaign: 'verao', referrer: 'social', at: daysAgo(1) },
  ...more,
});
const both = (last: object, first = last) => ({ first, last });

let phones = 0;
function reserveAsGuest(trip: Published, touches: unknown, count = 1) {
  phones += 1;
  const contact = `+55359${String(82_000_000 + phones)}`;
  const body = { party: [{ fareId: trip.adult, count }], guest: { name: 'Maria Clara', contact }, touches };
  return call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, { body });
}
const page = async (id: string) => (await call(app, 'GET', `/api/reservations/${id}/page`, staff)).body;

describe('how somebody came', () => {
  it('is kept first and last with the reservation of a guest and of a client, and read by staff alone', async () => {
    const trip = await publish();
    const first = touch({ source: '', medium: '', campaign: '', referrer: 'search', at: daysAgo(20) });
    const touches = both(touch({ seller: 'ACDEFGH' }), first);
    const { body: ofGuest } = await reserveAsGuest(trip, touches);
    const client = await createPerson(app);
    const { body: ofClient } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
      ...client,
      body: { touches },
    });
    for (const { id } of [ofGuest, ofClient]) expect((await page(id)).touches).toEqual(touches);
    const { body: own } = await call(app, 'GET', `/api/reservations/${ofClient.id}`, client);
    expect(JSON.stringify([ofGuest, ofClient, own])).not.toMatch(/touches|instagram/);
    expect((await call(app, 'GET', `/api/reservations/${ofClient.id}/page`, client)).status).toBe(403);
  });

  it.each([
    ['an e-mail in it', { source: 'ana@exemplo.com.br' }, { source: '', medium: '', campaign: '' }],
    ['a long number', { campaign: '120210987654321' }, { campaign: '' }],
    ['a script', { source: '<script>alert(1)</script>', referrer: 'other' }, { source: '', referrer: 'other' }],
    ['a long word', { source: 'a'.repeat(200) }, { source: 'a'.repeat(60) }],
    ['capitals and accents', { source: 'Família  Ação' }, { source: 'familia acao' }],
  ])('with %s is kept without it', async (_, sent, kept) => {
    const { status, body } = await reserveAsGuest(await publish(), both(touch(sent)));
    expect(status).toBe(201);
    expect((await page(body.id)).touches).toMatchObject({ first: kept, last: kept });
  });

  it.each([
    ['older than 30 days', both(touch({ at: daysAgo(31) }))],
    ['without anything', both(touch({ source: '', referrer: 'direct' }))],
    ['null', null],
  ])('%s makes a direct sale', async (_, touches) => {
    const { status, body } = await reserveAsGuest(await publish(), touches);
    expect(status).toBe(201);
    expect((await page(body.id)).touches).toBeNull();
  });

  it.each([
    ['the number of a click', both(touch({ fbclid: 'abc' }))],
    ['a word without end', both(touch({ source: 'a'.repeat(1_000) }))],
    ['the address of a site', both(touch({ referrer: 'https://l.instagram.com/?u=ana' }))],
    ['no first touch', { last: touch() }],
    ['text', 'instagram'],
  ])('is refused with %s', async (_, touches) => {
    expect((await reserveAsGuest(await publish(), touches)).status).toBe(400);
  });

  it('stays while they wait, and so does the seller by whose link they came', async () => {
    const seller = await createSeller(app, staff);
    const trip = await createFamilyTrip(app, { capacity: 1 });
    const before = await createFamily(app, { adult: 1 }, { trip });
    const client = await createPerson(app);
    const touches = both(touch({ seller: seller.code }));
    const guest = { name: 'Maria Clara', contact: '+5535981999999' };
    const wanted = { ...partyOf(trip, { adult: 1 }), seller: seller.code, touches };
    const joined = await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, { ...client, body: wanted });
    expect(joined.status).toBe(201);
    const waiting = await call(app, 'POST', `/api/trips/${trip.id}/guest-waiting-list`, { body: { ...wanted, guest } });
    expect(waiting.status).toBe(201);
    const sold = () =>
      app.db
        .selectFrom('reservations')
        .select(['id', 'seller_id', 'seller_way', 'channel'])
        .where('trip_id', '=', trip.id)
        .where('id', '<>', before.id)
        .execute();
    const free = (id: string, of: { token: string }) =>
      call(app, 'POST', `/api/reservations/${id}/cancel`, { token: of.token });
    await free(before.id, before.payer);
    const [offered] = await sold();
    expect(offered).toMatchObject({ seller_id: seller.id, seller_way: 'link', channel: 'waiting_list' });
    expect((await page(offered?.id ?? '')).touches).toEqual(touches);
    await free(offered?.id ?? '', client);
    expect(await sold()).toMatchObject([{ seller_id: seller.id }, { seller_id: seller.id }]);
  });

  it('is none of what staff books, and ends with an erasure', async () => {
    const trip = await publish();
    const { body: made } = await reserveAsGuest(trip, both(touch()));
    const booked = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token: staff.token,
      body: { personId: (await createPerson(app)).id },
    });
    expect((await page(booked.body.id)).touches).toBeNull();
    await call(app, 'POST', `/api/reservations/${made.id}/cancellation`, {
      token: staff.token,
      body: { reason: 'Pediu para apagar os dados' },
    });
    const payer = (await page(made.id)).payer.id;
    expect((await call(app, 'POST', `/api/users/${payer}/erasure`, { token: staff.token })).status).toBe(200);
    expect((await page(made.id)).touches).toBeNull();
  });

  it.each([
    ['another key', { fbclid: 'abc' }],
    ['capitals', { source: 'Instagram' }],
    ['an e-mail', { campaign: 'ana@exemplo.com.br' }],
    ['another kind of site', { referrer: 'https://exemplo.com.br' }],
    ['no source', { source: undefined }],
  ])('is refused by the database with %s', async (_, wrong) => {
    const { body } = await reserveAsGuest(await publish(), both(touch()));
    const json = JSON.stringify(touch(wrong));
    await expect(
      app.pool.query('update reservations set first_touch = $1, last_touch = $1 where id = $2', [json, body.id]),
    ).rejects.toMatchObject({ constraint: 'reservations_touches' });
  });
});

describe('the report of where sales come from', () => {
  const costs = { vehicleCents: 0, guideCents: 0, otherCents: 0, ticketCents: 0, mealCents: 0, version: 0 };
  const save = (trip: Published, ads: unknown, person = staff) =>
    call(app, 'PUT', `/api/trips/${trip.id}/costs`, { token: person.token, body: { ...costs, ads } });
  const read = (trip: Published, report = 'by_source') =>
    call(app, 'GET', `/api/reports?report=${report}&from=${trip.day}&to=${trip.day}&tripId=${trip.id}`, staff);

  it('says what each place cost that an ad brought, and has every reservation once', async () => {
    const trip = await publish();
    await reserveAsGuest(trip, both(touch()), 2);
    await reserveAsGuest(trip, both(touch({ referrer: 'direct' })));
    await reserveAsGuest(trip, both(touch({ source: '', medium: '', campaign: '', referrer: 'search' }), touch()));
    await reserveAsGuest(trip, undefined);
    const ads = [
      { source: ' Instagram ', cents: 10_001 },
      { source: 'panfleto', cents: 5_000 },
    ];
    expect((await save(trip, ads)).body.ads).toEqual([{ source: 'instagram', cents: 10_001 }, ads[1]]);
    const { body } = await read(trip);
    expect(body.rows).toEqual([
      { label: 'instagram', values: [2, 3, 30_000, 0, 10_001, 3_334] },
      { label: 'panfleto', values: [0, 0, 0, 0, 5_000, null] },
      { label: 'Busca', values: [1, 1, 10_000, 0, 0, 0] },
      { label: 'Direto', values: [1, 1, 10_000, 0, 0, 0] },
    ]);
    expect(body.totals).toEqual([4, 5, 50_000, 0, 15_001, 3_000]);
    const { body: bySeller } = await read(trip, 'by_seller');
    expect(bySeller.rows).toEqual([{ label: 'Sem vendedor', values: [4, 5, 50_000, 0, 0, 0] }]);
    const client = await createPerson(app);
    const path = `/api/reports?report=by_source&from=${trip.day}&to=${trip.day}`;
    expect((await call(app, 'GET', path, client)).status).toBe(403);
  });

  it.each([
    [
      'a source twice',
      [
        { source: 'instagram', cents: 1 },
        { source: 'Instagram', cents: 1 },
      ],
    ],
    ['no source', [{ source: '', cents: 1 }]],
    ['an e-mail as source', [{ source: 'ana@exemplo.com.br', cents: 1 }]],
    ['nothing that it cost', [{ source: 'instagram', cents: 0 }]],
    ['more than ten', Array.from({ length: 11 }, (_, index) => ({ source: `s${index}`, cents: 1 }))],
  ])('ads with %s are refused', async (_, ads) => {
    expect((await save(await publish(), ads)).status).toBe(400);
  });

  it('ads stay where costs are saved without them, and go with no copy of the trip', async () => {
    const trip = await publish();
    const ads = [{ source: 'instagram', cents: 500 }];
    await save(trip, ads);
    const again = await call(app, 'PUT', `/api/trips/${trip.id}/costs`, {
      token: staff.token,
      body: { ...costs, vehicleCents: 1, version: 1 },
    });
    expect(again.body).toMatchObject({ vehicleCents: 1, ads });
    const copied = await call(app, 'POST', `/api/trips/${trip.id}/copies`, {
      ...staff,
      body: { dates: ['2029-08-14'] },
    });
    const { body } = await call(app, 'GET', `/api/trips/${copied.body.data[0].id}/money`, staff);
    expect(body.costs).toMatchObject({ vehicleCents: 1, ads: [] });
  });
});
