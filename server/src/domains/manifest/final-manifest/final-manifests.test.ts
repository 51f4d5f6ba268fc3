import type { FinalManifest } from '@passeio/contract/boarding/final-manifest';
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';

const point = { id: crypto.randomUUID(), time: '05:00', place: 'Rodoviária' };
const details = {
  origin: 'Varginha/MG',
  destination: 'Capitólio/MG',
  plate: 'abc-1d23',
  driver: 'Osmar Dias',
  guide: '',
};

let app: TestApp;
let staff: { id: string; token: string };
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  await app.db
    .updateTable('operator')
    .set({ name: 'Rota', legal_name: 'Rota das Águas Ltda', cnpj: '11222333000181', city: 'Varginha', state: 'MG' })
    .execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: tripId } = await createTrip(app, {
    title: 'Cânions de Furnas',
    vehicle: 'Ônibus 46 lugares',
    departs_at: new Date('2031-12-06T07:30:00Z'),
    returns_at: new Date('2031-12-06T23:00:00Z'),
    interstate: true,
    boarding_points: JSON.stringify([point]),
  }));
});

/** Adds a passenger; complete, unless a test says otherwise. */
async function add(name: string, more: object = {}) {
  const person = { name, contact: '(35) 98877-6655', rg: `MG-${name.length}`, emitter: 'SSP/MG', ...more };
  const response = await call(app, 'POST', `/api/trips/${tripId}/passengers`, {
    token: staff.token,
    body: { person: { birthdate: '1990-05-17', ...person }, boardingPointId: point.id },
  });
  expect(response.status).toBe(201);
  return response.body as { id: string; participants: { id: string }[] };
}
const path = () => `/api/trips/${tripId}/road-list`;
const freeze = (more: object = {}) =>
  call(app, 'POST', `${path()}/versions`, { token: staff.token, body: { ...details, ...more } });
async function read(): Promise<FinalManifest> {
  const { status, body } = await call(app, 'GET', path(), { token: staff.token });
  expect(status).toBe(200);
  return body;
}
async function take(version: number, format: string, layout = 'full'): Promise<Buffer> {
  const response = await fetch(`${app.url}${path()}/versions/${version}/export?format=${format}&layout=${layout}`, {
    headers: { authorization: `Bearer ${staff.token}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const cancel = (id: string) =>
  call(app, 'POST', `/api/reservations/${id}/cancellation`, { token: staff.token, body: { reason: 'Desistiu' } });

describe('freezing the final manifest', () => {
  it('freezes who is going with author, time and hash; the form begins with what the settings say', async () => {
    await add('Ana Prado');
    expect(await read()).toMatchObject({
      details: { origin: 'Varginha/MG', destination: 'Cânions de Furnas', plate: '', driver: '', guide: '' },
      people: 1,
      missing: [],
      versions: [],
      changes: [],
    });
    const { status, body } = await freeze();
    expect(status).toBe(201);
    expect(body.versions).toEqual([
      {
        version: 1,
        people: 1,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        createdAt: expect.any(String),
        author: expect.stringMatching(/^Pessoa Número/),
        changes: { changed: 0, people: 1, percent: 0, isOverLimit: false },
        erasedAt: null,
        interstate: true,
        anttMissing: 0,
      },
    ]);
    expect(body.details).toEqual({ ...details, plate: 'ABC1D23' });
  });

  it('names passengers who lack data, and goes on only with those that staff has seen', async () => {
    await add('Ana Prado');
    const bento = await add('Bento Reis', { rg: undefined });
    const id = bento.participants[0]?.id;
    expect((await read()).missing).toEqual([{ participantId: id, name: 'Bento Reis', fields: ['documentNumber'] }]);
    expect(await freeze()).toMatchObject({ status: 409, body: { code: 'ROAD_LIST_INCOMPLETE' } });
    const cora = await add('Cora Lima', { birthdate: undefined });
    expect(await freeze({ acceptedMissing: [id] })).toMatchObject({ body: { code: 'ROAD_LIST_INCOMPLETE' } });
    expect((await freeze({ acceptedMissing: [id, cora.participants[0]?.id] })).status).toBe(201);
  });

  it('refuses a list of nobody, a wrong plate and a trip that is not there', async () => {
    expect(await freeze()).toMatchObject({ status: 409, body: { code: 'ROAD_LIST_EMPTY' } });
    await add('Ana Prado');
    const wrong = await freeze({ plate: '123' });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { plate: 'Confira a placa, como em ABC1D23.' } } });
    tripId = crypto.randomUUID();
    expect(await freeze()).toMatchObject({ status: 404, body: { code: 'TRIP_NOT_FOUND' } });
  });

  it('makes no second version of the same list, also when it is closed twice at once', async () => {
    await add('Ana Prado');
    await Promise.all([freeze(), freeze(), freeze()]);
    expect((await read()).versions).toHaveLength(1);
    // Control: something else to say of the journey is another version.
    await freeze({ driver: 'Rui Paz' });
    expect((await read()).versions.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('is audited, and so is every file', async () => {
    await add('Ana Prado');
    const { body } = await freeze();
    await take(1, 'csv');
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'changes'])
      .where('subject_id', '=', tripId)
      .where('action', 'in', ['trip.road_list_frozen', 'trip.road_list_exported'])
      .orderBy('at')
      .execute();
    expect(entries).toEqual([
      {
        action: 'trip.road_list_frozen',
        actor_id: staff.id,
        changes: { version: [null, 1], people: [null, 1], hash: [null, body.versions[0].hash] },
      },
      {
        action: 'trip.road_list_exported',
        actor_id: staff.id,
        changes: { format: [null, 'csv'], version: [null, 1], people: [null, 1] },
      },
    ]);
  });
});

describe('later changes', () => {
  it('are counted against every version and named since the newest', async () => {
    const people = [];
    for (const name of ['Ana Prado', 'Bento Reis', 'Cora Lima', 'Davi Melo']) people.push(await add(name));
    await freeze();
    await cancel(people[0]?.id ?? '');
    const cora = people[2];
    await call(app, 'PUT', `/api/reservations/${cora?.id}/participants/${cora?.participants[0]?.id}`, {
      token: staff.token,
      body: { documentIssuer: 'PC/MG' },
    });
    const changed = await read();
    expect(changed.changes).toEqual([
      { kind: 'removed', name: 'Ana Prado', before: null },
      { kind: 'corrected', name: 'Cora Lima', before: null },
    ]);
    expect(changed.versions[0]?.changes).toEqual({ changed: 2, people: 4, percent: 50, isOverLimit: true });

    await freeze();
    await add('Elis Nunes');
    const again = await read();
    expect(again.changes).toEqual([{ kind: 'added', name: 'Elis Nunes', before: null }]);
    expect(again.versions.map(({ version, people, changes }) => [version, people, changes?.changed])).toEqual([
      [2, 3, 1],
      [1, 4, 2],
    ]);
  });

  it('of the trip are named', async () => {
    await add('Ana Prado');
    await freeze();
    expect((await read()).tripChanged).toBe(false);
    await app.db.updateTable('trips').set({ vehicle: 'Van' }).where('id', '=', tripId).execute();
    expect((await read()).tripChanged).toBe(true);
  });

  it('leave the files of a version as they were', async () => {
    const { id } = await add('Ana Prado');
    await add('Bento Reis');
    await freeze();
    await cancel(id);
    const rows: Record<string, string>[] = parse(await take(1, 'csv'), { bom: true, delimiter: ';', columns: true });
    expect(rows).toEqual([
      {
        Nº: '1',
        'Nome completo': 'Ana Prado',
        Documento: 'RG MG-9',
        'Órgão emissor': 'SSP/MG',
        Nascimento: '17/05/1990',
        'Menor de idade': '',
        'Ponto de embarque': '05:00 – Rodoviária',
      },
      expect.objectContaining({ 'Nome completo': 'Bento Reis' }),
    ]);
  });

  it('of what was frozen are refused by the database', async () => {
    await add('Ana Prado');
    await freeze();
    const final = { constraint: 'final_manifests_are_final' };
    const list = app.db.updateTable('final_manifests').where('trip_id', '=', tripId);
    await expect(list.set({ version: 7 }).execute()).rejects.toMatchObject(final);
    await expect(app.db.deleteFrom('final_manifests').execute()).rejects.toMatchObject(final);
    await expect(app.pool.query('truncate final_manifests')).rejects.toMatchObject(final);
  });

  it('cannot give a list the hash of another', async () => {
    await add('Ana Prado');
    const { body } = await freeze();
    const { rows } = await app.pool.query(
      `insert into final_manifests (id, trip_id, version, content, content_hash, created_by)
       select gen_random_uuid(), trip_id, 2, jsonb_set(content, '{passengers,0,name}', '"Outra"'), content_hash, created_by
       from final_manifests where trip_id = $1 returning content_hash`,
      [tripId],
    );
    expect(rows[0].content_hash).not.toBe(body.versions[0].hash);
  });
});

describe('the files', () => {
  beforeEach(async () => {
    const parents = { contact: '(35) 98877-6655' };
    const response = await call(app, 'POST', `/api/trips/${tripId}/passengers`, {
      token: staff.token,
      body: {
        person: { name: 'Iara Campos', ...parents, rg: 'MG-1', emitter: 'SSP/MG', birthdate: '1988-01-02' },
        boardingPointId: point.id,
      },
    });
    const { id, participants } = response.body;
    const { fareId } = participants[0];
    const son = {
      name: 'Téo Campos',
      birthdate: '2022-03-04',
      documentType: 'birth_certificate',
      documentNumber: '5501',
    };
    const added = await call(app, 'POST', `/api/reservations/${id}/participants`, {
      token: staff.token,
      body: { fareId, ...son, companionId: participants[0].id, boardingPointId: point.id },
    });
    expect(added.status).toBe(201);
    expect((await freeze()).status).toBe(201);
  });

  it('say as PDF everything that the authorities ask for, and which version it is', async () => {
    const content = await take(1, 'pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
    const { hash } = (await read()).versions[0] ?? {};
    for (const part of [
      'Rota das Águas Ltda – CNPJ 11.222.333/0001-81',
      'Fretamento turístico interestadual',
      'Varginha/MG',
      'Capitólio/MG',
      '06/12/2031, 04:30',
      '06/12/2031, 20:00',
      'Ônibus 46 lugares, placa ABC1D23',
      'Osmar Dias',
      'Certidão de nascimento 5501',
      'Menor, com Iara Campos',
      '2 pessoas, 1 menor de idade',
      'Versão 1, fechada em',
      `Conferência: ${hash?.slice(0, 12)}`,
    ]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
    }
    expect(text).not.toContain('Guia');
  });

  it('say the same as XLSX, above the table', async () => {
    const [{ data } = { data: [] }] = await readXlsxFile(await take(1, 'xlsx'));
    const cells = data.map((row) => row[0]);
    expect(cells).toContain('Destino: Capitólio/MG');
    expect(data.at(-1)).toEqual(
      expect.arrayContaining([2, 'Téo Campos', 'Certidão de nascimento 5501', 'Menor, com Iara Campos']),
    );
  });

  it('are only of versions that there are', async () => {
    const get = (query: string) => call(app, 'GET', `${path()}/versions/${query}`, { token: staff.token });
    expect(await get('2/export?format=csv')).toMatchObject({ status: 404, body: { code: 'ROAD_LIST_NOT_FOUND' } });
    expect((await get('1/export?format=doc')).status).toBe(400);
  });
});
