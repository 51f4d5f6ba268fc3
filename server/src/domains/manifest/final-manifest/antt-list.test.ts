import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';

const details = { origin: 'Varginha/MG', destination: 'Paraty/RJ', plate: 'ABC1D23', driver: '', guide: '' };

let app: TestApp;
let token: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
});
afterAll(() => app.close());
beforeEach(() => openTrip(true));

async function openTrip(interstate: boolean) {
  ({ id: tripId } = await createTrip(app, {
    departs_at: new Date('2031-12-06T07:30:00Z'),
    returns_at: new Date('2031-12-06T23:00:00Z'),
    interstate,
    boarding_points: '[]',
  }));
}

const staff = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => call(app, method, path, { token, body });
const list = () => `/api/trips/${tripId}/road-list`;

/** Iara, complete, and with her Téo, who has a birth certificate. */
async function addFamily(son: { birthdate: string }) {
  const iara = {
    name: 'Iara Campos',
    contact: '(35) 98877-6655',
    rg: 'MG-1',
    emitter: 'SSP/MG',
    birthdate: '1988-01-02',
  };
  const { body, status } = await staff('POST', `/api/trips/${tripId}/passengers`, { person: iara });
  expect({ status, body }).toMatchObject({ status: 201 });
  const { fareId, id: companionId } = body.participants[0];
  const people = `/api/reservations/${body.id}/participants`;
  const certificate = { documentType: 'birth_certificate', documentNumber: '005501' };
  const added = await staff('POST', people, { fareId, companionId, name: 'Téo Campos', ...certificate, ...son });
  expect(added.status).toBe(201);
  const [mother, child] = added.body.participants;
  return { mother: `${people}/${mother.id}`, child: `${people}/${child.id}`, ids: [mother.id, child.id] as string[] };
}

async function take(format: string) {
  const response = await fetch(`${app.url}${list()}/versions/1/export?format=${format}&layout=antt`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
}

describe("ANTT's list", () => {
  it('has a column for each thing that ANTT asks for, and birth date and companion of minors only', async () => {
    const { mother } = await addFamily({ birthdate: '2022-03-04' });
    await staff('PUT', mother, { documentNumber: '=1+1' });
    await staff('POST', `${list()}/versions`, details);
    const { response, content } = await take('csv');
    expect(response.headers.get('content-disposition')).toContain('lista-antt-');
    const rows: Record<string, string>[] = parse(content, { bom: true, delimiter: ';', columns: true });
    expect(rows).toEqual([
      {
        Nº: '1',
        'Nome completo': 'Iara Campos',
        'Tipo de documento': 'RG',
        // No formula.
        'Número do documento': "'=1+1",
        'Órgão emissor': 'SSP/MG',
        'Nascimento (menor)': '',
        'Acompanhante (menor)': '',
      },
      {
        Nº: '2',
        'Nome completo': 'Téo Campos',
        'Tipo de documento': 'Certidão de nascimento',
        'Número do documento': '005501',
        'Órgão emissor': '',
        'Nascimento (menor)': '04/03/2022',
        'Acompanhante (menor)': 'Iara Campos',
      },
    ]);
    const [{ data } = { data: [] }] = await readXlsxFile((await take('xlsx')).content);
    expect(data.at(-2)).toEqual(expect.arrayContaining(['RG', '=1+1', 'SSP/MG']));
    expect(data.at(-1)).toEqual(expect.arrayContaining(['Téo Campos', 'Certidão de nascimento', '005501']));
    const pdf = await getDocumentProxy(new Uint8Array((await take('pdf')).content));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain('Lista de passageiros para a ANTT');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Fretamento turístico interestadual');
  });

  it('is refused of a trip within the state, and is audited as what it is', async () => {
    await addFamily({ birthdate: '2022-03-04' });
    await staff('POST', `${list()}/versions`, details);
    await take('csv');
    const audited = app.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'trip.road_list_exported');
    const { changes } = await audited.where('subject_id', '=', tripId).executeTakeFirstOrThrow();
    expect(changes).toMatchObject({ layout: [null, 'antt'] });
    await openTrip(false);
    await addFamily({ birthdate: '2022-03-04' });
    await staff('POST', `${list()}/versions`, details);
    expect((await take('csv')).response.status).toBe(409);
    expect((await staff('GET', `${list()}/versions/1/export?format=csv&layout=mine`)).status).toBe(400);
  });

  it('counts on the passenger list who lacks data for it, and on a version who did when it was closed', async () => {
    const { mother, ids } = await addFamily({ birthdate: '2022-03-04' });
    const totals = async () => (await staff('GET', `/api/trips/${tripId}/passengers`)).body.totals;
    expect(await totals()).toMatchObject({ anttMissing: 0 });
    await staff('PUT', mother, { documentNumber: null });
    expect(await totals()).toMatchObject({ anttMissing: 1 });
    const { body } = await staff('POST', `${list()}/versions`, { ...details, acceptedMissing: ids });
    expect(body.versions[0]).toMatchObject({ interstate: true, anttMissing: 1 });
    await staff('PUT', mother, { documentNumber: 'MG-1' });
    expect(await totals()).toMatchObject({ anttMissing: 0 });
    const later = (await staff('GET', list())).body;
    expect(later).toMatchObject({ trip: { interstate: true }, missing: [], versions: [{ anttMissing: 1 }] });
    await app.db.updateTable('trips').set({ interstate: false }).where('id', '=', tripId).execute();
    expect(await totals()).toMatchObject({ anttMissing: null });
  });
});
