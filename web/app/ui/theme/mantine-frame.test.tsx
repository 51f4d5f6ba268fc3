import { Button } from '@mantine/core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { expectFingerSized } from '~/test/screen';

/** A button that is busy from a press until `finish`. */
async function openBusy(type: 'button' | 'submit') {
  const pressed = vi.fn();
  let finish = () => {};
  function Page() {
    const [busy, setBusy] = useState(false);
    finish = () => setBusy(false);
    const press = () => {
      pressed();
      setBusy(true);
    };
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          press();
        }}
      >
        <input aria-label="Nome" />
        <Button type={type} loading={busy} {...(type === 'button' && { onClick: press })}>
          Enviar
        </Button>
      </form>
    );
  }
  await renderPage(<Page />);
  const button = page.getByRole('button', { name: 'Enviar' });
  await expect.element(button).toBeVisible();
  return { pressed, button, finish: () => finish() };
}

test.each(['button', 'submit'] as const)(
  'a busy %s keeps the focus, and Enter works again afterwards',
  async (type) => {
    const { pressed, button, finish } = await openBusy(type);
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter} ');
    expect(pressed).toHaveBeenCalledTimes(1);
    await expect.element(button).toHaveFocus();

    finish();
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    expect(pressed).toHaveBeenCalledTimes(2);
  },
);

test('Enter in a field sends nothing while the button of its form is busy', async () => {
  const { pressed, button } = await openBusy('submit');
  await page.getByRole('textbox', { name: 'Nome' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('what may not be pressed is disabled, busy or not; a link that looks like a button stays one', async () => {
  await renderPage(
    <>
      <Button disabled>Parado</Button>
      <Button disabled loading>
        Ocupado
      </Button>
      <Button component="a" href="#fim">
        Ao fim
      </Button>
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Parado' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Ocupado' })).toBeDisabled();
  await expect.element(page.getByRole('link', { name: 'Ao fim' })).toHaveAttribute('href', '#fim');
});

test('what the keyboard reaches has a ring around it', async () => {
  await renderPage(
    <>
      <button type="button">Abrir</button>
      <a href="#fim">Ao fim</a>
      <Button size="md">Enviar</Button>
    </>,
  );
  await expectFingerSized(page.getByRole('button', { name: 'Enviar' }));
  for (const name of ['Abrir', 'Ao fim', 'Enviar']) {
    await userEvent.keyboard('{Tab}');
    const element = document.activeElement ?? expect.unreachable('nothing has the focus');
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    expect([element.textContent, outlineStyle, Number.parseFloat(outlineWidth) >= 2]).toEqual([name, 'solid', true]);
  }
});
