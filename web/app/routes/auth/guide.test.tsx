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
