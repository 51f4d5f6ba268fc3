import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import type { importKinds } from '@passeio/contract/imports/import-fields';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import { type Content, csv, importAll } from '../../../test/imports.ts';

const RUNS = 3;

const apps: TestApp[] = [];
const tokens = new Map<TestApp, string>();
beforeAll(async () => {
  for (let count = 0; count < RUNS * 2; count += 1) {
    const app = await buildTestApp();
    apps.push(app);
    tokens.set(app, (await createPerson(app, 'ADMIN')).token);
  }
}, 120_000);
afterAll(() => Promise.all(apps.map((app) => app.close())));

const kinds = ['clients', 'trips', 'reservations'] as const satisfies (keyof typeof importKinds)[];
const names = fc.constantFrom(
  'Ana Lima',
  'Zé da Silva',
  "João D'Ávila",
  'Bia e Sá',
  'Íris Côrtes',
  'Maria-Clara Nuñez',
);
const person = fc.record({ name: names, hasCpf: fc.boolean(), birthYear: fc.integer({ min: 1930, max: 2005 }) });
const trip = fc.record({
  capacity: fc.integer({ min: 20, max: 60 }),
  cents: fc.integer({ min: 1, max: 500_000 }),
  isActive: fc.boolean(),
});
const reservation = fc.record({
  people: fc.integer({ min: 1, max: 3 }),
  totalCents: fc.integer({ min: 10_000, max: 90_000 }),
  payments: fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 3 }),
  method: fc.constantFrom('Pix', 'Dinheiro', 'Cartão', 'Transferência'),
});
const office = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 5 }),
  trips: fc.array(trip, { minLength: 1, maxLength: 3 }),
  reservations: fc.array(reservation, { minLength: 1, maxLength: 4 }),
});
const reais = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

type Office = typeof office extends fc.Arbitrary<infer Value> ? Value : never;

function filesOf({ people, trips, reservations }: Office): Record<(typeof kinds)[number], string> {
  const phone = (index: number) => `359888800${String(index).padStart(2, '0')}`;
  return {
    clients: csv(
      ['Nome', 'Telefone', 'CPF', 'Nascimento'],
      ...people.map((one, index) => [
        one.name,
        phone(index),
        one.hasCpf ? generateCpf() : '',
        `01/02/${one.birthYear}`,
      ]),
    ),
    trips: csv(
      ['Passeio', 'Data da saída', 'Vagas', 'Preço', 'Publicado'],
      ...trips.map((one, index) => [
        `Passeio ${index}`,
        '05/03/2031',
        String(one.capacity),
        reais(one.cents),
        one.isActive ? 'sim' : 'não',
      ]),
    ),
    reservations: csv(
      [
        'Reserva',
        'Passeio',
        'Data da saída',
        'Quem paga',
        'Telefone de quem paga',
        'Passageiro',
        'Valor da reserva',
        'Valor pago',
        'Forma de pagamento',
        'Data do pagamento',
      ],
      ...reservations.flatMap((one, index) => {
        const rows = Math.max(one.people, one.payments.length);
        const payer = `Pagante ${'ABCD'[index]}na`;
        return Array.from({ length: rows }, (_, row) => {
          const paid = one.payments[row];
          const money = paid === undefined ? ['', '', ''] : [reais(paid), one.method, `0${row + 1}/10/2026`];
          const name = row === 0 ? payer : row < one.people ? `Pessoa ${'ABC'[row]}lva` : '';
          const trip = `Passeio ${index % trips.length}`;
          return [
            `R${index}`,
            trip,
            '05/03/2031',
            payer,
            `3597777000${index}`,
            name,
            row === 0 ? reais(one.totalCents) : '',
            ...money,
          ];
        });
      }),
    ),
  };
}

async function exported(app: TestApp, kind: string, format = 'csv'): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { authorization: `Bearer ${tokens.get(app)}` };
  const response = await fetch(`${app.url}/api/import-sheets/${kind}?format=${format}`, { headers });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const bring = async (app: TestApp, kind: string, content: Content) => {
  const done = await importAll(app, tokens.get(app) ?? '', kind, content);
  expect(done).toMatchObject({ state: 'applied', counts: { leftOut: 0 } });
};

it('what is exported, imported into an empty installation and exported again is the same', async () => {
  await fc.assert(
    fc.asyncProperty(office, async (given) => {
      const [one, other] = [apps.pop(), apps.pop()] as [TestApp, TestApp];
      try {
        const files = filesOf(given);
        for (const kind of kinds) await bring(one, kind, files[kind]);
        for (const kind of kinds) {
          // Payers of reservations are clients: those are all there by then.
          await bring(other, kind, await exported(one, kind, kind === 'trips' ? 'xlsx' : 'csv'));
        }
        const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
        for (const kind of kinds) expect(text(await exported(other, kind))).toBe(text(await exported(one, kind)));
      } finally {
        await one.close();
        await other.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 240_000);
