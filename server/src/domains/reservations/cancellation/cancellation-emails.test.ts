import { moneyText } from '@passeio/contract/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestApp } from '../../../../test/app.ts';
import { cancelling, ruleOn } from '../../../../test/cancellations.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';

const ADULT = 18_900;

let app: TestApp;
let staff: Person;
let mailbox: Mailbox;
let steps: ReturnType<typeof cancelling>;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'OPERATOR');
  steps = cancelling(app, () => staff);
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const byStaff = (id: string, body: object) =>
  call(app, 'POST', `/api/reservations/${id}/cancellation`, { token: staff.token, body });
/** Paid, with the e-mails about the payment out of the way. */
async function paid(cents: number) {
  const family = await steps.family(cents);
  await mailbox.deliver();
  return family;
}

it('the payer reads what was kept, why, and until when the rest goes back; once', async () => {
  const { id, payer, reservation } = await paid(20_000);
  const { body } = await steps.quote(id, payer);
  await steps.cancel(id, payer, { refundCents: 1 });
  await steps.cancel(id, payer, { refundCents: body.refundCents });
  await steps.cancel(id, payer, { refundCents: body.refundCents });
  const [mail, ...more] = await mailbox.deliver();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: payer.email });
  expect(mail?.subject).toContain(`A reserva ${reservation.code} foi cancelada`);
  const text = plain(mail?.text ?? '');
  const day = body.promisedFor.split('-').reverse().join('/');
  expect(text).toContain(plain(ruleOn(2 * ADULT)));
  expect(text).toContain(plain(`Você recebe ${moneyText(body.refundCents)} até ${day}, por Pix.`));
  const [kept, returned] = [20_000 - body.refundCents, body.refundCents].map(moneyText);
  expect(text).toContain(plain(`Multa: ${kept} Você recebe: ${returned}`));
  expect(text).toContain('como você pediu');
  expect(mail?.text).toContain(`/minhasreservas/${reservation.code}`);
});

it('does not promise what was given back before it was sent, nor anything where nothing was paid', async () => {
  const { id, payer } = await paid(20_000);
  await steps.cancel(id, payer, { refundCents: 12_440 });
  const refund = { kind: 'refund', method: 'pix', amountCents: 12_440 };
  await call(app, 'POST', `/api/reservations/${id}/payments`, { token: staff.token, body: refund });
  expect((await mailbox.deliver()).map(({ subject }) => subject.slice(0, 9))).toEqual(['Devolvemo']);

  const unpaid = await steps.family(0);
  await steps.cancel(unpaid.id, unpaid.payer);
  const [mail] = await mailbox.deliver();
  expect(plain(mail?.text ?? '')).toContain('Nada tinha sido pago: não há o que devolver, e nada é cobrado.');
  expect(mail?.text).not.toContain('multa');
});

it("the payer reads of staff's cancellation, and of one person who left", async () => {
  const operators = await paid(20_000);
  await byStaff(operators.id, { reason: 'Segredo da equipe' });
  const [first] = await mailbox.deliver();
  expect(plain(first?.text ?? '')).toContain('devolução integral');
  expect(first?.text).not.toMatch(/Segredo|como você pediu/);

  const { id, payer, adults, reservation } = await paid(2 * ADULT);
  await steps.cancel(id, payer, { refundCents: 15_120, participants: [adults[1]?.id] });
  const [mail] = await mailbox.deliver();
  expect(mail?.subject).toContain(`Desistência na reserva ${reservation.code}`);
  expect(plain(mail?.text ?? '')).toContain('A reserva das outras pessoas continua valendo.');
  expect(plain(mail?.text ?? '')).toContain(plain(`Você recebe ${moneyText(15_120)}`));
});
