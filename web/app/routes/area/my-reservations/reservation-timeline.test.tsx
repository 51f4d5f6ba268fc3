import type { Reservation } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { newReservation } from '~/test/reservations';
import { newItem, timelineOf } from '~/test/timelines';
import { ReservationTimeline } from './reservation-timeline';

const reservation = newReservation();
const TIMELINE = `GET /api/reservations/${reservation.id}/timeline`;
const section = page.getByRole('region', { name: 'O que aconteceu' });
const items = () => section.getByRole('listitem').elements();
const words = (element: Element) => element.textContent?.replaceAll('\u00a0', ' ');
const button = (name: string) => section.getByRole('button', { name });

const reserved = newItem({ details: ['Valor total: R$\u00a0378,00', 'Prazo para pagar: 12/12/2026 às 15:30'] });
const paid = newItem({ who: 'bank', name: 'Banco (Pix)', sentence: 'Recebemos o seu Pix de R$\u00a086,70' });
const changed = newItem({ who: 'operator', name: 'Rota das Águas', sentence: 'Atualizamos os dados de Ana Lima' });
const link = newItem({ sentence: 'Você criou o link para Ana Lima preencher os dados' });

async function open(responses: FakeResponse | FakeResponse[], isCopy = false) {
  signIn();
  const network = answerCalls({ [TIMELINE]: responses });
  await renderPage(<Page isCopy={isCopy} />);
  return network;
}

/** A page on which the reservation changes. */
function Page({ isCopy }: { isCopy: boolean }) {
  const [shown, setShown] = useState<Reservation>(reservation);
  return (
    <>
      <button type="button" onClick={() => setShown({ ...reservation, receivedCents: 8_670 })}>
        Pix chegou
      </button>
      <button type="button" onClick={() => setShown({ ...shown })}>
        Nada mudou
      </button>
      <ReservationTimeline reservation={shown} isCopy={isCopy} />
    </>
  );
}

test('reads like a conversation: own words on the right, the operator’s on the left, the bank between', async () => {
  await page.viewport(1280, 800);
  await open(timelineOf([reserved, paid, changed]));
  await expect.element(section.getByText('Recebemos o seu Pix de R$ 86,70')).toBeVisible();
  const [own, middle, other] = section.getByRole('list').first().element().children;
  expect(words(own as Element)).toBe(
    'Você 12/11/2026, 15:05Você reservou para 3 pessoasValor total: R$ 378,00Prazo para pagar: 12/12/2026 às 15:30',
  );
  const box = (element?: Element) => (element as Element).getBoundingClientRect();
  const frame = box(own?.parentElement as Element);
  expect(box(own).right).toBe(frame.right);
  expect(box(other).left).toBe(frame.left);
  expect(box(middle).left - frame.left).toBeCloseTo(frame.right - box(middle).right, 0);
  await expect.element(page.getByRole('button', { name: 'Ver tudo' })).not.toBeInTheDocument();
});

test('a phone shows the last three, and everything with the keyboard', async () => {
  await page.viewport(360, 740);
  await open(timelineOf([{ ...reserved, details: [] }, link, changed, paid], true));
  await expect.element(section.getByText('Recebemos o seu Pix de R$ 86,70')).toBeVisible();
  await expect.element(section.getByText('Você reservou para 3 pessoas')).not.toBeVisible();
  expect(items().filter((one) => one.checkVisibility())).toHaveLength(3);
  const all = button('Ver tudo (4)');
  await expect.element(all).toHaveAttribute('aria-expanded', 'false');
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(all).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(section.getByText('Você reservou para 3 pessoas')).toBeVisible();
  await expect.element(section.getByText('Só os últimos 200 acontecimentos aparecem aqui.')).toBeVisible();
  await expect.element(button('Ver só os últimos 3')).toHaveFocus();
  await button('Ver só os últimos 3').click();
  expect(items().filter((one) => one.checkVisibility())).toHaveLength(3);
});

test('a wide screen shows everything at once', async () => {
  await page.viewport(1280, 800);
  await open(timelineOf([{ ...reserved, details: [] }, link, changed, paid]));
  await expect.element(section.getByText('Você reservou para 3 pessoas')).toBeVisible();
  await expect.element(section.getByRole('button')).not.toBeInTheDocument();
});

test('follows the reservation, and asks only when something has changed', async () => {
  const { calls } = await open([timelineOf([reserved]), timelineOf([reserved, paid])]);
  await expect.element(section.getByText('Você reservou para 3 pessoas')).toBeVisible();
  await page.getByRole('button', { name: 'Nada mudou' }).click();
  await page.getByRole('button', { name: 'Pix chegou' }).click();
  await expect.element(section.getByText('Recebemos o seu Pix de R$ 86,70')).toBeVisible();
  expect(calls).toEqual([TIMELINE, TIMELINE]);
});

test('what does not come is said in its place, and comes when it is tried again', async () => {
  await open([refusal(500, { message: 'Algo deu errado.' }), timelineOf([reserved])]);
  await expect.element(section.getByText(/^Não foi possível carregar o que aconteceu\./)).toBeVisible();
  await button('Tentar de novo').click();
  await expect.element(section.getByText('Você reservou para 3 pessoas')).toBeVisible();
  await expect.element(section.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(section.getByLabelText('Carregando...')).not.toBeInTheDocument();
});

test('nothing yet is said, and so is a side that this page does not know shown', async () => {
  const promised = { ...newItem({ name: 'Parceiro', sentence: 'Indicou a reserva' }), who: 'partner' };
  await open([timelineOf([]), { json: { data: [promised], hasEarlier: false } }]);
  await expect.element(section.getByText('Nada registrado até agora.')).toBeVisible();
  await page.getByRole('button', { name: 'Pix chegou' }).click();
  await expect.element(section.getByText('Indicou a reserva')).toBeVisible();
});

test('the copy for reading offline says that it has none, and asks nobody', async () => {
  const { calls } = await open(timelineOf([reserved]), true);
  await expect.element(section.getByText('Aparece aqui quando a internet voltar.')).toBeVisible();
  expect(calls).toEqual([]);
});
