import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { samplePassenger } from '~/features/reservations/passengers/passenger.sample';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { newItem, timelineOf } from '~/test/timelines';
import { TimelineDialog } from './history-dialogs';

const passenger = samplePassenger({ name: 'Cleusa Maria Prado' });
const TIMELINE = `GET /api/reservations/${passenger.reservation.id}/timeline`;
const dialog = page.getByRole('dialog', { name: 'Histórico da reserva' });

async function open(responses: FakeResponse | FakeResponse[]) {
  signIn('OPERATOR');
  answerCalls({ [TIMELINE]: responses });
  const onClose = vi.fn();
  await renderPage(<TimelineDialog passenger={passenger} onClose={onClose} />);
  return onClose;
}

test('has who did what, with every change in words', async () => {
  const recorded = newItem({
    ...{ who: 'operator', name: 'Rita Lopes', sentence: 'Registrou pagamento da reserva' },
    changes: { note: [null, 'no balcão'], amountCents: [null, 8_670], state: ['held', 'booked'] },
  });
  const onClose = await open(
    timelineOf([newItem({ name: 'Cleusa Maria Prado', sentence: 'Fez a reserva' }), recorded]),
  );
  await expect.element(dialog.getByText('Rita Lopes')).toBeVisible();
  const lines = dialog.getByRole('list').nth(1).getByRole('listitem').elements();
  expect(lines.map((line) => line.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Situação: de Vaga guardada para Confirmada',
    'Valor: R$ 86,70',
    'Observação: no balcão',
  ]);
  await expect.element(dialog.getByRole('button', { name: /^Ver/ })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a long one is scrolled with the keyboard', async () => {
  await page.viewport(360, 740);
  await open(timelineOf(Array.from({ length: 40 }, () => newItem())));
  const story = dialog.getByRole('region', { name: 'O que aconteceu' });
  await expect.element(story).toBeVisible();
  const first = story.getByRole('listitem').first();
  const top = () => first.element().getBoundingClientRect().top;
  const before = top();
  await userEvent.tab();
  await expect.element(story).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.poll(top).toBeLessThan(before - 500);
});

test('says that nothing is there, and what did not come', async () => {
  const down = refusal(503, { message: 'Fora do ar.' });
  await open([down, down, timelineOf([])]);
  await expect.element(dialog.getByText(/^Não foi possível carregar o histórico\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(dialog.getByText('Nada registrado até agora.')).toBeVisible();
});
