import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family, type FamilyTrip } from '../../../test/parties.ts';
import { createVehicle, giveVehicle } from '../../../test/vehicles.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A booked mother with a child, in a trip of so many vehicles; the mother sits on seat 7 of the last one. */
async function seatedFamily(names: (string | undefined)[] = [undefined]) {
  const trip = await createFamilyTrip(app, { capacity: 10 });
  let vehicleId = '';
  for (const [position, name] of names.entries()) {
    vehicleId = await giveVehicle(app, trip.id, await createVehicle(app, { rows: 3, ...(name && { name }) }), position);
  }
  const family = await createFamily(app, { adult: 1, child: 1 }, { trip });
  await call(app, 'POST', `/api/reservations/${family.id}/payments`, {
    token: staff.token,
    body: { kind: 'deposit', method: 'pix', amountCents: family.reservation.depositCents },
  });
  await sit(trip, family, { vehicleId, seat: '7' });
  return { trip, family, vehicleId };
}
async function sit(trip: FamilyTrip, { adults }: Family, seat: { vehicleId: string; seat: string } | null) {
  const body = { seats: [{ participantId: adults[0]?.id, seat }] };
  expect((await call(app, 'PUT', `/api/trips/${trip.id}/seats`, { token: staff.token, body })).status).toBe(200);
}
const read = async (path: string, { token }: Person = staff) => (await call(app, 'GET', path, { token })).body;
async function take(path: string): Promise<Buffer> {
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${staff.token}` } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const csv = async (path: string): Promise<Record<string, string>[]> =>
  parse(await take(path), { bom: true, delimiter: ';', columns: true });
async function pdf(path: string) {
  const document = await getDocumentProxy(new Uint8Array(await take(path)));
  const { text } = await extractText(document, { mergePages: true });
  const [, , width = 0, height = 0] = (await document.getPage(1)).view;
  return { text: text.replaceAll(/\s+/g, ' '), lies: width > height };
}

describe('a seat is named', () => {
  it('to the payer, on the reservation and the voucher, also where clients do not choose', async () => {
    const { family } = await seatedFamily();
    const seats = (people: { seat: unknown }[]) => people.map(({ seat }) => seat);
    const { participants, trip } = await read(`/api/reservations/${family.id}`, family.payer);
    expect(trip.seatChoice).toBe(false);
    expect(seats(participants)).toEqual([{ vehicle: null, number: '7' }, null]);
    const voucher = `/api/reservations/${family.id}/voucher`;
    expect(seats((await read(voucher, family.payer)).people)).toEqual([{ vehicle: null, number: '7' }, null]);
    expect((await pdf(`${voucher}/export?format=pdf`)).text).toContain('Adulto, poltrona 7');
  });

  it('with its vehicle where the trip has several, and on the page behind the link of a companion', async () => {
    const { trip, family } = await seatedFamily(['Van verde', 'Van azul']);
    const path = `/api/reservations/${family.id}/participants/${family.adults[0]?.id}/link`;
    const { body } = await call(app, 'POST', path, { token: family.payer.token });
    const token = new URL(body.url).hash.slice(1);
    const linked = await call(app, 'POST', '/api/participants/link/read', { body: { token } });
    expect(linked.body.participant.seat).toEqual({ vehicle: 'Van azul', number: '7' });
    expect((await csv(`/api/trips/${trip.id}/passengers/export?format=csv`)).map(({ Poltrona }) => Poltrona)).toContain(
      '7, Van azul',
    );
  });

  it('to guides', async () => {
    const { trip } = await seatedFamily();
    const { people } = await read(`/api/trips/${trip.id}/boarding`);
    expect(people.map(({ seat }: { seat: unknown }) => seat)).toEqual(
      expect.arrayContaining([{ vehicle: null, number: '7' }, null]),
    );
  });

  it('to staff on the passenger list, on the screen and in every file of it', async () => {
    const { trip } = await seatedFamily();
    const list = await read(`/api/trips/${trip.id}/passengers`);
    const people: { takesPlace: boolean; seat: { number: string } | null }[] = list.data;
    expect(people.map(({ seat }) => seat?.number).sort()).toEqual(['7', undefined]);
    const file = `/api/trips/${trip.id}/passengers/export?columns=name,seat&format=`;
    expect((await csv(`${file}csv`)).map(({ Poltrona }) => Poltrona).sort()).toEqual(['', '7']);
    const [sheet] = await readXlsxFile(await take(`${file}xlsx`));
    expect(sheet?.data[0]).toEqual(['Nome', 'Poltrona']);
    expect(sheet?.data.slice(1).map((row) => row[1]?.toString())).toContain('7');
    expect((await pdf(`${file}pdf`)).text).toMatch(/Nome Poltrona .* 7/);
    const printed = await read(`/api/trips/${trip.id}/passengers/sheet?columns=name,seat`);
    expect(printed.columns.map(({ label }: { label: string }) => label)).toEqual(['Nome', 'Poltrona']);
  });

  it('nowhere as a column of a list whose trip only counts places', async () => {
    const trip = await createFamilyTrip(app);
    await createFamily(app, { adult: 1 }, { trip });
    const [row = {}] = await csv(`/api/trips/${trip.id}/passengers/export?columns=name,seat&format=csv`);
    expect(Object.keys(row)).toEqual(['Nome']);
  });
});

describe('the final manifest', () => {
  const details = { origin: 'Varginha/MG', destination: 'Capitólio/MG', plate: '', driver: '', guide: '' };
  async function close(trip: FamilyTrip) {
    const lacking = (await read(`/api/trips/${trip.id}/road-list`)).missing;
    const acceptedMissing = lacking.map(({ participantId }: { participantId: string }) => participantId);
    const body = { ...details, acceptedMissing };
    const closed = await call(app, 'POST', `/api/trips/${trip.id}/road-list/versions`, { token: staff.token, body });
    expect(closed.status).toBe(201);
    return closed.body;
  }
  const file = (trip: FamilyTrip, version: number, format: string) =>
    `/api/trips/${trip.id}/road-list/versions/${version}/export?format=${format}`;

  it('says the seats of when it was closed, on a page that lies', async () => {
    const { trip, family, vehicleId } = await seatedFamily();
    await close(trip);
    await sit(trip, family, { vehicleId, seat: '8' });
    const again = await close(trip);
    // Other seats are another list, but no change of people.
    expect(again).toMatchObject({ versions: [{ version: 2 }, { version: 1, changes: { changed: 0 } }], changes: [] });
    expect((await csv(file(trip, 1, 'csv'))).map(({ Poltrona }) => Poltrona).sort()).toEqual(['', '7']);
    expect((await csv(file(trip, 2, 'csv'))).map(({ Poltrona }) => Poltrona).sort()).toEqual(['', '8']);
    expect(await pdf(file(trip, 1, 'pdf'))).toMatchObject({ text: expect.stringContaining('Poltrona'), lies: true });
  });

  it('reads as ever where nobody had a seat when it was closed', async () => {
    const { trip, family, vehicleId } = await seatedFamily();
    await sit(trip, family, null);
    const closed = await close(trip);
    const { content } = await app.db
      .selectFrom('final_manifests')
      .select(sql<object>`content`.as('content'))
      .where('trip_id', '=', trip.id)
      .executeTakeFirstOrThrow();
    // As lists were written before they said seats, so that their hash is the same.
    expect(JSON.stringify(content)).not.toContain('seat');
    await sit(trip, family, { vehicleId, seat: '7' });
    expect((await read(`/api/trips/${trip.id}/road-list`)).versions[0].hash).toBe(closed.versions[0].hash);
    const before = await pdf(file(trip, 1, 'pdf'));
    expect(before.text).not.toContain('Poltrona');
    expect(before.lies).toBe(false);
    const [row = {}] = await csv(file(trip, 1, 'csv'));
    expect(Object.keys(row).at(-1)).toBe('Ponto de embarque');
  });
});
