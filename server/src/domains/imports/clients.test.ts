import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { confirmImport, csv, importAll, undoImport, uploadSheet } from '../../../test/imports.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'ADMIN'));
});
afterAll(() => app.close());

const header = ['NOME COMPLETO', 'CELULAR/WHATS', 'E-mail', 'C.P.F.', 'Dt. Nasc.'];
const personOf = (cpf: string) => app.db.selectFrom('users').selectAll().where('cpf', '=', cpf).executeTakeFirst();
const rowsOf = async (id: string, outcome = '') =>
  (await call(app, 'GET', `/api/imports/${id}/rows?size=100${outcome && `&outcome=${outcome}`}`, { token })).body.data;
/** A CPF that a spreadsheet, as a number, writes without its first zero. */
function cpfWithZero(): string {
  for (;;) {
    const cpf = generateCpf();
    if (cpf.startsWith('0') && !cpf.startsWith('00')) return cpf;
  }
}

describe('a list of clients', () => {
  it('as an operator has it becomes people, whatever is above its headers and however values are written', async () => {
    const [zero, other] = [cpfWithZero(), generateCpf()];
    const file = [
      'VIAGENS DA ANA - CLIENTES 2026;;;;',
      ';;;;',
      header.join(';'),
      `MARIA DA SILVA E SOUZA;35 9999-0001;MARIA@EXEMPLO.COM;${Number(zero)};12/3/65`,
      ';;;;',
      `João D'ávila;+55 (35) 99999-0002;;${other.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')};05/11/1990`,
    ].join('\n');
    // As Excel saves it: Windows-1252.
    const bytes = Uint8Array.from(Buffer.from(file, 'latin1'));
    const { body } = await uploadSheet(app, token, 'clients', bytes);
    expect(body).toMatchObject({ headerLine: 3, missing: [], counts: { create: 2, leftOut: 0 } });
    expect(body.columns.map(({ field }: { field: string }) => field)).toEqual([
      'name',
      'contact',
      'email',
      'cpf',
      'birthdate',
    ]);
    expect(await confirmImport(app, token, body.id)).toMatchObject({ state: 'applied', counts: { create: 2 } });
    expect(await personOf(zero)).toMatchObject({
      name: 'Maria da Silva e Souza',
      contact: '+5535999990001',
      email: 'maria@exemplo.com',
      birthdate: '1965-03-12',
    });
    expect(await personOf(other)).toMatchObject({
      name: "João D'ávila",
      contact: '+5535999990002',
      birthdate: '1990-11-05',
    });
  });

  it('updates who is known by CPF, and leaves who has not changed', async () => {
    const [ana, bia] = [generateCpf(), generateCpf()];
    const rows = (phone: string) =>
      csv(header, ['Ana Lima', phone, '', ana, ''], ['Bia Reis', '35988880000', '', bia, '']);
    await importAll(app, token, 'clients', rows('35977770000'));
    expect(await importAll(app, token, 'clients', rows('35966660000'))).toMatchObject({
      counts: { create: 0, update: 1, skip: 1 },
    });
    expect(await personOf(ana)).toMatchObject({ contact: '+5535966660000' });
  });

  it('says of each row what is wrong, writes the others, and gives the bad ones back', async () => {
    const [twice, good] = [generateCpf(), generateCpf()];
    const { body } = await uploadSheet(
      app,
      token,
      'clients',
      csv(
        header,
        ['Ana Alves', '35977770001', '', twice, ''],
        ['Rui Prado', '35977770002', '', twice, ''],
        ['Caio Melo', '123', 'caio', '11111111111', '31/02/1990'],
        ['=HYPERLINK("x")', '35977770003', '', '', ''],
        ['Lia Nunes', '35977770004', '', good, ''],
      ),
    );
    expect(body.counts).toEqual({ create: 1, update: 0, skip: 0, leftOut: 4, ignored: 0 });
    const problems = (await rowsOf(body.id, 'left_out')).map(({ problems }: { problems: { text: string }[] }) =>
      problems.map(({ text }) => text),
    );
    expect(problems[0]).toEqual(['Este CPF também está na linha 3, com o nome Rui Prado.']);
    expect(problems[2]).toHaveLength(4);
    const file = await fetch(`${app.url}/api/imports/${body.id}/bad-rows?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await file.text();
    expect(text.split('\r\n')[1]).toContain('Ana Alves;35977770001');
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain('O que corrigir');
    await confirmImport(app, token, body.id);
    expect(await personOf(twice)).toBeUndefined();
    expect(await personOf(good)).toMatchObject({ name: 'Lia Nunes' });
  });

  it('is corrected in its cells and columns, which are remembered for the next file', async () => {
    const cpf = generateCpf();
    const file = csv(['Quem', 'Nome', 'Fone', 'CPF'], ['Zé Costa', 'x', '35999', cpf]);
    const { body } = await uploadSheet(app, token, 'clients', file);
    const columns = ['name', null, 'contact', 'cpf'];
    const path = `/api/imports/${body.id}`;
    const changed = await call(app, 'PUT', `${path}/columns`, { token, body: { headerLine: 1, columns } });
    expect(changed.body.counts).toMatchObject({ create: 0, leftOut: 1 });
    const mended = await call(app, 'PUT', `${path}/rows/2`, { token, body: { column: 2, text: '35 99999-1234' } });
    expect(mended.body.counts).toMatchObject({ create: 1, leftOut: 0 });
    const again = await uploadSheet(app, token, 'clients', file);
    expect(again.body.columns.map(({ field }: { field: string }) => field)).toEqual(columns);
  });

  it('is undone as a whole, but for who has a reservation or was changed since', async () => {
    const [free, used, edited, known] = [generateCpf(), generateCpf(), generateCpf(), generateCpf()];
    await importAll(app, token, 'clients', csv(header, ['Nina Rosa', '35955550000', '', known, '']));
    const made = await importAll(
      app,
      token,
      'clients',
      csv(
        header,
        ['Livre Lima', '35955550001', '', free, ''],
        ['Usada Lima', '35955550002', '', used, ''],
        ['Mudada Lima', '35955550003', '', edited, ''],
        ['Nina Rosa', '35955550009', '', known, ''],
      ),
    );
    const { id: tripId } = await createTrip(app, {});
    const personId = (await personOf(used))?.id;
    await call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body: { personId } });
    await app.db.updateTable('users').set({ name: 'Mudada Costa' }).where('cpf', '=', edited).execute();
    const undone = await undoImport(app, token, made.id);
    expect(undone).toMatchObject({ state: 'undone' });
    expect(undone.kept.toSorted()).toEqual([
      'Mudada Costa: foi alterada depois da importação.',
      'Usada Lima: já tem reserva ou outro registro.',
    ]);
    expect(await personOf(free)).toBeUndefined();
    expect(await personOf(known)).toMatchObject({ contact: '+5535955550000' });
    expect((await call(app, 'POST', `/api/imports/${made.id}/undo`, { token })).status).toBe(409);
  });
});
