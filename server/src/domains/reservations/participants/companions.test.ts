import type { Companion } from '@passeio/contract/reservations/participants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { ana, changeParticipant, createFamily } from '../../../../test/parties.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const companionsOf = async ({ token }: Person): Promise<Companion[]> =>
  (await call(app, 'GET', '/api/reservations/me/companions', { token })).body.data;

it('companions are the people of earlier reservations with their data, the latest first, without oneself', async () => {
  const payer = await createPerson(app);
  const first = await createFamily(app, { adult: 3 }, { payer });
  await changeParticipant(app, first, first.adults[1], ana);
  const second = await createFamily(app, { adult: 2 }, { payer });
  await changeParticipant(app, second, second.adults[1], { name: 'Bento Alves' });

  expect(await companionsOf(payer)).toEqual([
    {
      name: 'Bento Alves',
      birthdate: null,
      documentType: 'rg',
      documentNumber: null,
      documentIssuer: null,
      cpf: null,
      contact: null,
    },
    { ...ana, cpf: '52998224725', contact: '+5535988887777' },
  ]);
  expect(await companionsOf(await createPerson(app))).toEqual([]);
});

it('companions are each listed once, with the data that was entered last', async () => {
  const payer = await createPerson(app);
  for (const [index, name] of ['Ana Lima', 'Ana Lima de Souza'].entries()) {
    const family = await createFamily(app, { adult: 3 }, { payer });
    await changeParticipant(app, family, family.adults[1], { ...ana, name });
    const documentNumber = `MG-${index}23`;
    await changeParticipant(app, family, family.adults[2], { name: 'CAIO  Lima', birthdate: '1999-01-02' });
    await changeParticipant(app, family, family.adults[2], { name: 'Caio Lima', documentNumber });
  }

  const found = await companionsOf(payer);

  expect(found.map(({ name, documentNumber }) => [name, documentNumber])).toEqual([
    ['Caio Lima', 'MG-123'],
    ['Ana Lima de Souza', ana.documentNumber],
  ]);
});

it('companions are not people who were removed, nor the payer under their CPF, nor those of a reservation of somebody else', async () => {
  const payer = await createPerson(app);
  const family = await createFamily(app, { adult: 3 }, { payer });
  const [own, removed] = family.adults;
  await changeParticipant(app, family, removed, { name: 'Quem Saiu' });
  await call(app, 'DELETE', `/api/reservations/${family.id}/participants/${removed?.id}`, { token: payer.token });
  await changeParticipant(app, family, own, { replaces: true, name: 'Eu Mesmo Outra Vez', cpf: payer.cpf });
  const elsewhere = await createFamily(app, { adult: 2 });
  await changeParticipant(app, elsewhere, elsewhere.adults[1], { name: 'De Outra Pessoa' });

  expect(await companionsOf(payer)).toEqual([]);
});

it('companions are at most 30', async () => {
  const payer = await createPerson(app);
  for (const half of [0, 1]) {
    const family = await createFamily(app, { adult: 20 }, { payer });
    for (const [index, who] of family.adults.entries()) {
      await app.db
        .updateTable('participants')
        .set({ name: `Pessoa ${half}-${index}` })
        .where('id', '=', who.id)
        .execute();
    }
  }
  expect(await companionsOf(payer)).toHaveLength(30);
});
