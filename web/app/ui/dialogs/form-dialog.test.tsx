import { TextInput } from '@mantine/core';
import { z } from '@passeio/contract/zod';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '~/lib/api';
import { expectNothingFound } from '~/test/axe';
import { renderPage } from '~/test/render';
import { FormDialog } from './form-dialog';

const schema = z.object({ reason: z.string().min(3, 'Motivo: escreva pelo menos 3 letras.'), amountCents: z.int() });
const reason = page.getByLabelText('Motivo');
const amount = page.getByLabelText('Valor');
const save = page.getByRole('button', { name: 'Dar desconto' });

async function open(answer: () => Promise<string>) {
  const onSaved = vi.fn();
  const onClose = vi.fn();
  const send = vi.fn(answer);
  await renderPage(
    <FormDialog
      title="Desconto"
      submit="Dar desconto"
      initial={{ reason: '', amount: '5' }}
      schema={schema}
      toBody={({ reason, amount }) => ({ reason, amountCents: Number(amount) * 100 })}
      fields={{ amountCents: 'amount', TOTAL_BELOW_ZERO: 'amount' }}
      save={send}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Motivo" data-autofocus {...form.getInputProps('reason')} />
          <TextInput label="Valor" {...form.getInputProps('amount')} />
        </>
      )}
    </FormDialog>,
  );
  return { onSaved, onClose, send };
}

test('a dialog opens in its first field, sends what the schema makes of it, and hands over the answer', async () => {
  const { onSaved, send } = await open(async () => 'saved');
  await expect.element(reason).toHaveFocus();
  await reason.fill('Grupo grande');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSaved.mock.calls[0]?.[0]).toBe('saved');
  expect(send.mock.calls[0]).toEqual([{ reason: 'Grupo grande', amountCents: 500 }, expect.anything()]);
});

test('what the schema refuses stands beside its field, which has the focus, and nothing is sent', async () => {
  const { send } = await open(async () => 'saved');
  await save.click();
  await expect.element(reason).toHaveAccessibleDescription('Motivo: escreva pelo menos 3 letras.');
  await expect.element(reason).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await expectNothingFound('body');
  await reason.fill('Grupo');
  await expect.element(reason).not.toHaveAccessibleDescription();
});

test.each([
  ['a field of the body', { fields: { amountCents: 'Use um valor menor.' } }, 'Use um valor menor.'],
  ['a code', { code: 'TOTAL_BELOW_ZERO' as const, message: 'Maior que o total.' }, 'Maior que o total.'],
])('a refusal of the API by %s stands beside the field, and the input stays', async (_, body, message) => {
  await open(() => Promise.reject(new ApiError(409, { message: '', ...body })));
  await reason.fill('Grupo grande');
  await save.click();
  await expect.element(amount).toHaveAccessibleDescription(message);
  await expect.element(amount).toHaveFocus();
  await expect.element(reason).toHaveValue('Grupo grande');
});

test('a refusal about something that the dialog has no field for is shown in the dialog', async () => {
  await open(() => Promise.reject(new ApiError(409, { message: '', fields: { version: 'Alguém salvou antes.' } })));
  await reason.fill('Grupo grande');
  await save.click();
  await expect.element(page.getByText('Alguém salvou antes.')).toBeVisible();
});

test('a save without an answer is reported in the dialog, and can be repeated', async () => {
  let tries = 0;
  const { onSaved } = await open(async () => {
    tries += 1;
    if (tries === 1) throw new ApiError(0);
    return 'saved';
  });
  await reason.fill('Grupo grande');
  await save.click();
  await expect.element(page.getByText(/O que você digitou continua aqui/)).toBeVisible();
  await save.click();
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
});

test('without fields nothing is said of what was typed', async () => {
  await renderPage(
    <FormDialog
      title="Confirmar sem sinal?"
      submit="Confirmar"
      initial={{}}
      schema={z.object({})}
      save={() => Promise.reject(new ApiError(0))}
      onSaved={() => {}}
      onClose={() => {}}
    />,
  );
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByText('O servidor não respondeu. Tente de novo em instantes.')).toBeVisible();
});

test('Esc closes at once while nothing is typed, and asks where something would be lost', async () => {
  const { onClose } = await open(async () => 'saved');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await reason.fill('Grupo');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Fechar sem salvar?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(onClose).toHaveBeenCalledTimes(1);
});
