import type { Reservation } from '@passeio/contract/reservations/reservations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { fares, newDetails, newParticipant, newPayer } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as reservationPage from './reservation';

const nothing = { json: { data: [], hasEarlier: false } };
const field = (label: string) => page.getByLabelText(label, { exact: true });

/** The page of a reservation, which is loaded again after a change: then it is the next of these. */
async function open(states: Reservation[], responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn();
  const [{ id } = { id: '' }] = states;
  const network = answerCalls({
    'GET /api/reservations/A3K7QX': states.map((json) => ({ json })),
    'GET /api/reservations/me/companions': { json: { data: [] } },
    [`GET /api/reservations/${id}/timeline`]: nothing,
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

test('a passenger is replaced by somebody of another age at the fare of that age, until the deadline passes', async () => {
  await setWindow();
  const [payer, child] = [newPayer(), newParticipant({}, fares.child)];
  const rui = newParticipant({ id: child.id, name: 'Rui Prado Lima', age: 34 });
  const before = newDetails({ participants: [payer, child] });
  const after = newDetails({ id: before.id, trip: before.trip, participants: [payer, rui] });
  const PUT = `PUT /api/reservations/${before.id}/participants/${child.id}`;
  const over = 'O prazo para mudar quem viaja passou. Fale com a gente.';
  const { bodies } = await open([before, after, { ...after, changeable: false }], {
    [PUT]: [{ json: {} }, refusal(409, { code: 'PARTICIPANTS_FIXED', message: over })],
  });
  const dialog = page.getByRole('dialog', { name: 'Trocar passageiro' });
  const replace = async (name: string, who: string, age: number) => {
    await page.getByRole('button', { name: `Mais ações: ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Trocar passageiro' }).click();
    await field('Nome completo').fill(who);
    await field('Data de nascimento').fill(`01/01/${new Date(before.trip.date).getUTCFullYear() - age}`);
  };
  await expect.element(page.getByText(/^Você inclui, troca e tira pessoas até .+, às \d\d:\d\d\.$/)).toBeVisible();
  await replace('Pessoa 2', 'Rui Prado Lima', 34);
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Com 34 anos no dia da saída vale a tarifa Adulto: R\$\s189,00 em vez de R\$\s95,00\. O total passa de R\$\s284,00 para R\$\s378,00\./,
    );
  await expectNoSidewaysScrolling();
  await expectNothingFound('dialog[open]');
  await page.getByRole('button', { name: 'Salvar com esta tarifa' }).click();
  await expectToast('success', 'Rui vai no lugar.');
  expect(bodies[PUT]).toMatchObject({ name: 'Rui Prado Lima', fareId: fares.adult.id, replaces: true });
  const replaced = page.getByRole('listitem').filter({ hasText: 'Rui Prado Lima' });
  await expect.element(replaced).toMatchTextContent(/Adulto · 34 anos · R\$\s189,00/);
  await expect
    .element(page.getByRole('region', { name: 'Valores', exact: true }))
    .toMatchTextContent(/Total\s?R\$\s378,00/);

  // The deadline passes while one types.
  await replace('Rui Prado Lima', 'Bia Prado Lima', 8);
  await field('Quem acompanha?').selectOptions(payer.name);
  await page.getByRole('button', { name: 'Salvar com esta tarifa' }).click();
  await expect.element(dialog.getByRole('alert').getByText(over)).toBeVisible();
  await expect.element(field('Nome completo')).toHaveValue('Bia Prado Lima');
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect.element(page.getByText(/^O prazo para mudar quem viaja passou: fale com a gente\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Mais ações/ })).not.toBeInTheDocument();
});
