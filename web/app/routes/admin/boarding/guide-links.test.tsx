import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deleteCachesOfOthers } from '~/features/session/user-cache';
import { boardingOf, boardingTripId } from '~/test/boarding';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import * as boarding from './boarding';

const path = `/api/trips/${boardingTripId}/guide-links`;
const julia = {
  id: '01980000-0000-7000-8000-0000000000c1',
  name: 'Júlia Prado',
  createdAt: '2026-12-05T08:00:00.000Z',
};
const window_ = { opensAt: '2026-12-04T14:00:00.000Z', endsAt: '2026-12-05T22:00:00.000Z' };

const fold = page.getByText('Guias sem conta');
const list = { [`GET /api/trips/${boardingTripId}/boarding`]: { json: boardingOf([]) } };

afterEach(() => deleteCachesOfOthers(null));

async function openLinks(): Promise<void> {
  signIn('OPERATOR');
  await renderRoute(boarding, { at: `/admin/embarque/${boardingTripId}`, path: '/admin/embarque/:tripId' });
  await fold.click();
}

test('staff makes a link, sees its PIN once, sends it by WhatsApp and ends it', async () => {
  const link = { ...julia, lockedUntil: null };
  const url = 'https://passeio.example/embarque#q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
  const { bodies, calls } = answerCalls({
    ...list,
    [`GET ${path}`]: [
      { json: { data: [], ...window_ } },
      { json: { data: [link], ...window_ } },
      { json: { data: [], ...window_ } },
    ],
    [`POST ${path}`]: { status: 201, json: { ...link, url, pin: '048213' } },
    [`DELETE ${path}/${julia.id}`]: { json: {} },
  });
  await openLinks();
  await page.getByRole('button', { name: 'Criar link' }).click();
  await expect.element(page.getByText('Nome de quem guia: preencha este campo.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome de quem guia' }).fill(' Júlia Prado ');
  await page.getByRole('button', { name: 'Criar link' }).click();
  await expect.element(page.getByText('048213')).toBeVisible();
  expect(bodies[`POST ${path}`]).toEqual({ name: 'Júlia Prado' });
  const whatsApp = page.getByRole('link', { name: 'Enviar por WhatsApp' });
  const sent = decodeURIComponent(whatsApp.element().getAttribute('href') ?? '');
  expect(sent).toContain(`Olá, Júlia! Este é o link do embarque: ${url}`);
  expect(sent).not.toContain('048213');

  await page.getByRole('button', { name: 'Cancelar link de Júlia Prado' }).click();
  const question = page.getByRole('dialog', { name: 'Cancelar o link de Júlia Prado?' });
  await question.getByRole('button', { name: 'Manter' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(calls).not.toContain(`DELETE ${path}/${julia.id}`);
  await page.getByRole('button', { name: 'Cancelar link de Júlia Prado' }).click();
  await question.getByRole('button', { name: 'Cancelar link' }).click();
  await expect.element(page.getByText('048213')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Cancelar link/ })).not.toBeInTheDocument();
});

test('without a network the links say that they need one', async () => {
  answerCalls({ ...list, [`GET ${path}`]: ['lost', 'lost', { json: { data: [], ...window_ } }] });
  await openLinks();
  await expect.element(page.getByText(/^Os links precisam de internet/)).toBeVisible();
  await fold.click();
  await fold.click();
  await expect.element(page.getByRole('button', { name: 'Criar link' })).toBeVisible();
});
