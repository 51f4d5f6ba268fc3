import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily, createFamilyTrip, type Family } from '../../../../test/parties.ts';

let app: TestAppWithJobs;
let mailbox: Mailbox;
let admin: Person;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  mailbox = await openMailbox(app);
  admin = await createPerson(app, 'ADMIN');
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

/** A reservation that was made before its trip had a contract. */
async function familyWithout(state: 'booked' | 'held'): Promise<Family> {
  const trip = await createFamilyTrip(app);
  const family = await createFamily(app, { adult: 2 }, { trip });
  if (state === 'booked') await pay(family);
  await mailbox.deliver();
  const body = { kind: 'own', text: '{cliente}, CPF {cpf}, paga {valor}.' };
  expect((await call(app, 'PUT', `/api/trips/${trip.id}/contract`, { token: admin.token, body })).status).toBe(200);
  return family;
}

async function pay({ id }: Family): Promise<void> {
  const body = { kind: 'deposit', method: 'pix', amountCents: 11_340 };
  expect((await call(app, 'POST', `/api/reservations/${id}/payments`, { token: admin.token, body })).status).toBe(201);
}

async function accept(id: string, { token }: Person): Promise<void> {
  const path = `/api/reservations/${id}/contract`;
  const { shown } = (await call(app, 'GET', path, { token })).body.contract;
  expect((await call(app, 'POST', path, { token, body: { shown } })).status).toBe(200);
}

/** The mails to a payer: subject and files. */
async function mailsTo({ payer }: Family) {
  const mails = (await mailbox.deliver()).filter(({ to }) => to === payer.email);
  return mails.map(({ subject, files = [] }) => ({ subject, files }));
}

async function textOf(content: unknown): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content as Buffer)), { mergePages: true });
  return text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ');
}

it.each(['client', 'staff'] as const)(
  'a contract that the %s accepts after the voucher went is sent alone',
  async (by) => {
    const family = await familyWithout('booked');
    await accept(family.id, by === 'client' ? family.payer : admin);
    const [mail, ...others] = await mailsTo(family);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^O contrato da sua reserva \w+ – /);
    expect(mail?.files.map(({ filename }) => filename)).toEqual([expect.stringMatching(/^contrato-\w+\.pdf$/)]);
    const text = await textOf(mail?.files[0]?.content);
    expect(text).toMatch(/CPF \d{3}\.\d{3}\.\d{3}-\d{2}, paga R\$ 378,00\./);
    expect(text).toContain(by === 'client' ? 'pela conta' : 'por telefone, registrado por');
  },
);

it('a contract that is accepted before goes with the voucher', async () => {
  const family = await familyWithout('held');
  await accept(family.id, family.payer);
  expect(await mailsTo(family)).toEqual([]);
  await pay(family);
  const [mail, ...others] = await mailsTo(family);
  expect(others).toEqual([]);
  expect(mail?.files.map(({ filename }) => filename.split('-')[0])).toEqual(['voucher', 'voucher', 'contrato']);
});
