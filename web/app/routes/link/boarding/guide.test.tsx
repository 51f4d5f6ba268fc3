import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { boarder, boardingOf } from '~/test/boarding';
import { answerCalls, refusal } from '~/test/network';
import { renderRoute } from '~/test/render';
import { expectToFit } from '~/test/screen';
import * as guide from './guide';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const SESSION = 'POST /api/guide/session';
const LIST = 'POST /api/guide/boarding';
const TAPS = 'POST /api/guide/boarding/taps';
const opened = { session: TOKEN.replace('q', 'Q'), name: 'Júlia' };

afterEach(async () => {
  window.location.hash = '';
  for (const { name = '' } of await indexedDB.databases()) {
    if (name.startsWith('guide-') || name === 'boarding-outbox') indexedDB.deleteDatabase(name);
  }
});

function open() {
  window.location.hash = TOKEN;
  return renderRoute(guide, { at: '/embarque' });
}

const later = () => new Date(Date.now() + 3_600_000).toISOString();
const enter = async (pin: string) => {
  await page.getByRole('textbox', { name: 'PIN de 6 números' }).fill(pin);
  await page.getByRole('button', { name: 'Abrir o embarque' }).click();
};

test('the PIN opens the boarding, which is there again without a signal', async () => {
  const { bodies } = answerCalls({
    [SESSION]: { json: { ...opened, expiresAt: later() } },
    [LIST]: { json: boardingOf([boarder({ name: 'Ana Lima' })]) },
  });
  const first = await open();
  await enter('12');
  await expect.element(page.getByText('O PIN tem 6 números.')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await enter('048213');
  await expect.element(page.getByText('Você está como Júlia.')).toBeVisible();
  await expect.element(page.getByText('Ana Lima')).toBeVisible();
  expect(bodies[SESSION]).toEqual({ token: TOKEN, pin: '048213' });
  expect(bodies[LIST]).toEqual({ session: opened.session });
  await expect.element(page.getByText(/^Tudo enviado/)).toBeVisible();
  await expectNothingFound();
  await first.unmount();

  answerCalls({ [LIST]: 'lost', [TAPS]: 'lost' });
  await open();
  await page.getByRole('button', { name: 'Embarcou: Ana Lima' }).click();
  await expect.element(page.getByText('Sem sinal. 1 toque por enviar.')).toBeVisible();
});

test('a wrong PIN says so, and a link that is over ends the page', async () => {
  answerCalls({
    [SESSION]: [
      refusal(400, { code: 'GUIDE_PIN_WRONG', message: 'PIN errado. Confira os 6 números com a equipe do passeio.' }),
      refusal(404, { code: 'GUIDE_LINK_OVER' }),
    ],
  });
  await open();
  await enter('000000');
  await expect.element(page.getByText('PIN errado. Confira os 6 números com a equipe do passeio.')).toBeVisible();
  await enter('111111');
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
});

test('a session that is over asks for the PIN again and shows nobody', async () => {
  answerCalls({
    [SESSION]: { json: { ...opened, expiresAt: later() } },
    [LIST]: [{ json: boardingOf([boarder({ name: 'Ana Lima' })]) }, refusal(404, { code: 'GUIDE_SESSION_OVER' })],
  });
  await open();
  await enter('048213');
  await expect.element(page.getByText('Ana Lima')).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('textbox', { name: 'PIN de 6 números' })).toBeVisible();
  await expect.element(page.getByText('Ana Lima')).not.toBeInTheDocument();
});

test('leaving takes the list from the phone', async () => {
  answerCalls({
    [SESSION]: { json: { ...opened, expiresAt: later() } },
    [LIST]: { json: boardingOf([boarder({ name: 'Ana Lima' })]) },
  });
  await open();
  await enter('048213');
  await expect.element(page.getByText(/^Tudo enviado/)).toBeVisible();
  await page.getByRole('button', { name: 'Sair deste aparelho' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).last().click();
  await expect.element(page.getByRole('textbox', { name: 'PIN de 6 números' })).toBeVisible();
  const names = async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('guide-'));
  await expect.poll(names).toEqual([]);
});

test('cash that the guide takes is named after them until staff confirms it', async () => {
  const CASH = 'POST /api/guide/door-payments';
  const owing = { name: 'Ana Lima', payer: 'Ana Lima', code: 'AB12CD', dueCents: 18_900 };
  const { bodies } = answerCalls({
    [SESSION]: { json: { ...opened, expiresAt: later() } },
    [LIST]: [
      { json: boardingOf([boarder(owing)]) },
      { json: boardingOf([boarder({ ...owing, guideCents: 18_900, guides: 'Júlia' })]) },
    ],
    [CASH]: { json: { dueCents: 18_900, guideCents: 18_900, guides: 'Júlia' } },
  });
  await open();
  await enter('048213');
  await page.getByRole('button', { name: /receber de Ana Lima$/ }).click();
  await expect.element(page.getByText('A equipe confirma quando receber de você.')).toBeVisible();
  await page.getByRole('button', { name: 'Recebi em dinheiro' }).click();
  await expect.element(page.getByText(/^R\$.189,00 recebido por Júlia, a confirmar$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /receber de Ana Lima$/ })).not.toBeInTheDocument();
  expect(bodies[CASH]).toMatchObject({ session: opened.session, code: 'AB12CD', amountCents: 18_900 });
});

const CASH = 'POST /api/guide/door-payments';
const owing = { name: 'Ana Lima', payer: 'Ana Lima', code: 'AB12CD', dueCents: 18_900 };
const sessionOver = refusal(404, { code: 'GUIDE_SESSION_OVER', message: 'O acesso terminou. Digite o PIN de novo.' });

/** A guide takes cash where there is no signal; `isOpen`: on a phone that has the session already. */
async function takeWithoutSignal({ isOpen = false } = {}) {
  answerCalls({
    [SESSION]: { json: { ...opened, expiresAt: later() } },
    [LIST]: { json: boardingOf([boarder(owing)]) },
    [CASH]: 'lost',
  });
  const shown = await open();
  if (!isOpen) await enter('048213');
  await page.getByRole('button', { name: /receber de Ana Lima$/ }).click();
  await page.getByRole('button', { name: 'Recebi em dinheiro' }).click();
  await expect.element(page.getByText('Sem sinal. 1 toque por enviar.')).toBeVisible();
  return shown;
}

const kept = page.getByText(/^Reserva AB12CD: R\$.189,00 em dinheiro enviados\.$/);
const waiting = page.getByText(/^Reserva AB12CD: R\$.189,00 em dinheiro, por enviar$/);

test('a guide whose link was revoked without a signal: the cash goes out first, and the page says so', async () => {
  await takeWithoutSignal();
  const { bodies, calls } = answerCalls({ [CASH]: { json: {} }, [LIST]: sessionOver });
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('textbox', { name: 'PIN de 6 números' })).toBeVisible();
  await expect.element(kept).toBeVisible();
  expect(bodies[CASH]).toMatchObject({ session: opened.session, code: 'AB12CD', amountCents: 18_900 });
  expect(calls.filter((call) => call === CASH)).toHaveLength(1);
});

test('a guide opens the link again after its end: unsent cash is shown, and sent with the session of before', async () => {
  const first = await takeWithoutSignal();
  await page.getByRole('button', { name: 'Sair deste aparelho' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).last().click();
  await expect.element(waiting).toBeVisible();
  await expect.element(page.getByText(/^Sem sinal: este aparelho envia quando/)).toBeVisible();
  await expect.element(page.getByText('Ana Lima')).not.toBeInTheDocument();
  await expectNothingFound();
  await expectToFit();
  await first.unmount();

  const { bodies } = answerCalls({
    [CASH]: [sessionOver, { json: {} }],
    [SESSION]: refusal(404, { code: 'GUIDE_LINK_OVER' }),
  });
  await open();
  await expect.element(page.getByText('Digite o PIN para enviar.')).toBeVisible();
  await enter('048213');
  await expect.element(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  await expect.element(kept).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
  await expectNothingFound();
  await expectToFit();
  expect(bodies[CASH]).toMatchObject({ session: opened.session, code: 'AB12CD', amountCents: 18_900 });
});

test('a guide reads that cash which they took after the link ended is refused, and that a phone cannot send any more', async () => {
  const first = await takeWithoutSignal();
  await first.unmount();
  const message = 'Este dinheiro foi anotado depois que o seu acesso terminou.';
  answerCalls({ [CASH]: refusal(409, { code: 'DOOR_PAYMENT_AFTER_END', message }), [LIST]: sessionOver });
  const second = await open();
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await page.getByRole('button', { name: 'Entendi' }).click();
  await expect.element(page.getByText(message)).not.toBeInTheDocument();
  await second.unmount();

  const third = await takeWithoutSignal({ isOpen: true });
  await third.unmount();
  answerCalls({ [CASH]: sessionOver, [LIST]: sessionOver, [SESSION]: refusal(404, { code: 'GUIDE_LINK_OVER' }) });
  await open();
  await enter('048213');
  await expect.element(page.getByText(/^Este aparelho não consegue mais enviar\./)).toBeVisible();
  await expect.element(waiting).toBeVisible();
});
