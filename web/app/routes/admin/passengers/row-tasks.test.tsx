import type { Passenger } from '@passeio/contract/boarding/passengers';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { samplePassenger, sampleTrip } from '~/features/reservations/passengers/passenger.sample';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import type { Task } from '../reservation-tasks/task';
import { TaskDialog } from '../reservation-tasks/task-dialog';
import { PassengerActions } from './passenger-actions';

const payer = {
  id: crypto.randomUUID(),
  name: 'Cleusa Maria Prado',
  contact: '+5535988887777',
  email: null,
  hasAccount: false,
};
const guest = samplePassenger({ name: payer.name, payer });

/** What a row of the passenger list leads to. */
function Row({ passenger }: { passenger: Passenger }) {
  const [task, setTask] = useState<Task>();
  return (
    <>
      <PassengerActions passenger={passenger} onTask={setTask} />
      {task && (
        <TaskDialog
          task={task}
          trip={sampleTrip}
          onClose={() => setTask(undefined)}
          onDone={() => setTask(undefined)}
        />
      )}
    </>
  );
}

async function choose(entry: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações: ${payer.name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a payment can name its day and its Pix; one that is recorded already is refused at its field', async () => {
  signIn('OPERATOR');
  const path = `POST /api/reservations/${guest.reservation.id}/payments`;
  const message = 'Este Pix já está lançado.';
  const { bodies } = answerCalls({ [path]: refusal(409, { code: 'END_TO_END_ID_USED', message }) });
  await renderPage(<Row passenger={guest} />);
  await choose('Registrar pagamento');
  await page.getByLabelText('Valor recebido').fill('86,70');
  await page.getByLabelText('Identificador do Pix').fill('E0000000020261120120000000000001');
  await page.getByLabelText('Dia do pagamento').fill('02/11/2025');
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar pagamento' }).click();
  await expect.element(page.getByRole('dialog').getByText(message).first()).toBeVisible();
  expect(bodies[path]).toMatchObject({
    ...{ amountCents: 8_670, endToEndId: 'E0000000020261120120000000000001', occurredAt: '2025-11-02T15:00:00.000Z' },
  });
});

test('a payment in cash is not looked up in the account', async () => {
  signIn('OPERATOR');
  await renderPage(<Row passenger={guest} />);
  await choose('Registrar pagamento');
  const hint = page.getByText(/ver o valor na conta/);
  await expect.element(hint).toBeVisible();
  await page.getByLabelText('Como foi pago').selectOptions('Dinheiro');
  await expect.element(hint).not.toBeInTheDocument();
  await expect.element(page.getByText('Confirme só depois de receber e contar o dinheiro.')).toBeVisible();
});

const LINK = `POST /api/reservations/${guest.reservation.id}/participants`;
const ana = samplePassenger({
  ...{ isPayer: false, number: 2, name: 'Ana Lima', contact: '+5535977665544' },
  missing: ['documentNumber'],
});
const sent = async () => {
  const link = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
  await expect.element(link).toBeVisible();
  const { pathname, searchParams } = new URL(link.element().getAttribute('href') ?? '');
  return { to: pathname, text: searchParams.get('text') };
};
const ask = async (name: string) => {
  await page.getByRole('button', { name: `Mais ações: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Pedir os dados que faltam' }).click();
};

test('a passenger who lacks data gets a link of their own by WhatsApp; one that they have is replaced only after a question', async () => {
  signIn('OPERATOR');
  const path = `${LINK}/${ana.id}/link`;
  const url = 'http://localhost:3000/participante#novo';
  const { calls } = answerCalls({ [path]: { status: 201, json: { url } } });
  const links = () => calls.filter((call) => call === path).length;
  const rendered = await renderPage(<Row passenger={ana} />);
  await ask('Ana Lima');
  expect(await sent()).toMatchObject({ to: '/5535977665544' });
  expect((await sent()).text).toContain(`ainda falta: documento.\n\nComplete por aqui: ${url}`);
  expect(links()).toBe(1);
  await rendered.unmount();

  await renderPage(<Row passenger={{ ...ana, hasLink: true }} />);
  await ask('Ana Lima');
  await expect
    .element(page.getByText('Se você criar outro, o de antes não abre mais.', { exact: false }))
    .toBeVisible();
  expect(links()).toBe(1);
  await page.getByRole('button', { name: 'Criar outro link' }).click();
  expect((await sent()).text).toContain(url);
  expect(links()).toBe(2);
});

test('the payer is led to the reservation, without a link that could end another', async () => {
  signIn('OPERATOR');
  const { calls } = answerCalls({});
  await renderPage(<Row passenger={samplePassenger({ missing: ['birthdate'] })} />);
  await ask('Maria Souza');
  expect((await sent()).text).toMatch(/ainda falta: nascimento\.\n\nComplete por aqui: \S+\/minhasreservas\/34679A/);
  expect(calls).toEqual([]);
});

test('nobody is asked for data that nobody lacks', async () => {
  await renderPage(<Row passenger={samplePassenger()} />);
  await page.getByRole('button', { name: 'Mais ações: Maria Souza' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Dados da pessoa' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Pedir os dados que faltam' })).not.toBeInTheDocument();
});
