import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { samplePassenger } from '~/features/reservations/passengers/passenger.sample';
import { useUser } from '~/features/session/user-store';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { newDetails } from '~/test/reservations';
import { CancelDialog } from '../reservation-tasks/cancel-dialog';
import type { Task } from '../reservation-tasks/task';
import { PassengerActions } from './passenger-actions';

const ana = samplePassenger({ isPayer: false, number: 2, name: 'Ana Lima' });
const quoted = (penaltyCents: number) => ({
  ...{ contractedCents: 28_900, receivedCents: 28_900, penaltyCents, refundCents: 28_900 - penaltyCents },
  ...{ rule: 'Faltam 12 dias: multa de 20%.', promisedFor: '2026-12-01' },
});

function Row({ passenger }: { passenger: typeof ana }) {
  const [task, setTask] = useState<Task>();
  const [done, setDone] = useState('');
  return (
    <>
      <PassengerActions passenger={passenger} onTask={setTask} />
      <p>{done}</p>
      {task?.kind === 'cancelPerson' && !done && (
        <CancelDialog passenger={task.passenger} personOnly onClose={() => {}} onDone={setDone} />
      )}
    </>
  );
}

test('one person is taken out at the price that is shown; a newer one is shown before anything happens', async () => {
  signIn('OPERATOR');
  const { id } = ana.reservation;
  const [quote, path] = [`GET /api/reservations/${id}/cancellation`, `POST /api/reservations/${id}/cancellation`];
  const changed = { code: 'QUOTE_CHANGED', message: 'Os valores mudaram.', quote: quoted(6_000) };
  const { bodies } = answerCalls({
    [quote]: { json: quoted(5_780) },
    [path]: [refusal(409, changed), { json: newDetails({ id }) }],
  });
  await renderPage(<Row passenger={ana} />);
  await page.getByRole('button', { name: 'Mais ações: Ana Lima' }).click();
  await page.getByRole('menuitem', { name: 'Cancelar esta pessoa' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Ana Lima sai da reserva 34679A.', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('R$ 57,80')).toBeVisible();
  expect(String(vi.mocked(window.fetch).mock.calls[0]?.[0])).toContain(`participants=${ana.id}&by=client`);
  await dialog.getByLabelText('Motivo').fill('Adoeceu');
  await dialog.getByRole('button', { name: 'Cancelar esta pessoa' }).click();
  await expect.element(dialog.getByText('R$ 60,00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar esta pessoa' }).click();
  await expect.element(page.getByText('Ana Lima saiu da reserva.')).toBeVisible();
  expect(bodies[path]).toEqual({ reason: 'Adoeceu', by: 'client', refundCents: 22_900, participants: [ana.id] });
});

test('staff who see no money cancel for the client, without confirming amounts', async () => {
  signIn('OPERATOR');
  useUser.setState(({ user }) => ({ user: { ...user, permissions: [] } }));
  const path = `/api/reservations/${ana.reservation.id}/cancellation`;
  const hidden = { contractedCents: null, receivedCents: null, penaltyCents: null, refundCents: null };
  const { bodies } = answerCalls({
    [`GET ${path}`]: { json: { ...quoted(0), ...hidden } },
    [`POST ${path}`]: { json: newDetails({ id: ana.reservation.id }) },
  });
  await renderPage(<Row passenger={ana} />);
  await page.getByRole('button', { name: 'Mais ações: Ana Lima' }).click();
  await page.getByRole('menuitem', { name: 'Cancelar esta pessoa' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Pela operadora', { exact: false })).not.toBeInTheDocument();
  await dialog.getByLabelText('Motivo').fill('Adoeceu');
  await dialog.getByRole('button', { name: 'Cancelar esta pessoa' }).click();
  await expect.element(page.getByText('Ana Lima saiu da reserva.')).toBeVisible();
  expect(bodies[`POST ${path}`]).toEqual({ reason: 'Adoeceu', by: 'client', participants: [ana.id] });
});

test('somebody who travels alone is not taken out of a reservation that would be empty', async () => {
  await renderPage(<Row passenger={{ ...ana, reservation: { ...ana.reservation, people: 1 } }} />);
  await page.getByRole('button', { name: 'Mais ações: Ana Lima' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Cancelar reserva' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Cancelar esta pessoa' })).not.toBeInTheDocument();
});
