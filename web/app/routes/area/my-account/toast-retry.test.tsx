import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { showAlert } from '~/ui/feedback/alert';
import { endSessions } from './open-sessions';

const id = crypto.randomUUID();
const path = `DELETE /api/users/me/sessions/${id}`;

test('a call that got no answer is made again from its toast, as often as it fails', async () => {
  signIn();
  const { calls } = answerCalls({ [path]: ['lost', { status: 503 }, refusal(409, { message: 'Já foi encerrada.' })] });
  await renderPage(<p />);
  const outcome = endSessions([{ id }]);
  await expectToast('error', 'Houve falha nesta ação');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.poll(() => calls.length).toBe(2);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  // What was refused is not asked again.
  await expectToast('error', 'Já foi encerrada.');
  await expect.element(page.getByRole('button', { name: 'Tentar de novo' })).not.toBeInTheDocument();
  expect(await outcome).toBe(false);
  expect(calls).toHaveLength(3);
});

test('a toast that is closed ends the waiting for another try', async () => {
  signIn();
  const { calls } = answerCalls({ [path]: 'lost' });
  await renderPage(<p />);
  const outcome = endSessions([{ id }]);
  await expectToast('error', 'Houve falha nesta ação');
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  expect(await outcome).toBe(false);
  expect(calls).toHaveLength(1);
});

test('the title of a page stays in sight beside a toast on a phone', async () => {
  await page.viewport(360, 740);
  await renderPage(
    <main style={{ paddingTop: '5rem' }}>
      <h1>Olá, Marina!</h1>
    </main>,
  );
  showAlert('error', 'Não foi possível falar com o servidor agora. O que você digitou continua aqui.');
  const title = page.getByRole('heading', { name: 'Olá, Marina!' });
  const edges = () =>
    [document.querySelector('[data-tipo]'), title.element()].map((one) => one?.getBoundingClientRect());
  await expect.poll(() => edges()[0]).toBeDefined();
  await expect.poll(() => (edges()[1]?.top ?? 0) - (edges()[0]?.bottom ?? 0)).toBeGreaterThanOrEqual(0);
  await page.viewport(1280, 800);
});
