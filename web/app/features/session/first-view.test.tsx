import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FirstView } from './first-view';

afterEach(() => {
  delete window.firstPress;
});

/** Presses a button of a first view, as its script writes it down; the page then takes its place. */
async function press(drawn: string, nth = 0) {
  const screen = await render(<FirstView />);
  const place = document.getElementById('first-view');
  const buttons = drawn.split('|').map((text) => {
    const button = document.createElement('button');
    button.textContent = text;
    return button;
  });
  place?.replaceChildren(...buttons);
  const button = buttons[nth] as HTMLButtonElement;
  window.firstPress = { button, buttons };
  return { show: (page: ReactNode) => screen.rerender(page), button };
}

const drawn = 'Pagar o sinal de R$\u00a060,00';

test('what was pressed in a first view is pressed in the page, by whatever spaces and amounts it is written', async () => {
  const { show } = await press(drawn);
  const onPress = vi.fn();
  await show(
    <main>
      <button type="button" onClick={onPress}>
        Pagar o sinal de R$ 58,50
      </button>
    </main>,
  );
  await expect.poll(() => onPress.mock.calls.length).toBe(1);
  expect(window.firstPress).toBeUndefined();
});

test('it is the same of several buttons with one text', async () => {
  const { show } = await press('Remover|Salvar|Remover', 2);
  const pressed: number[] = [];
  await show(
    <main>
      {[0, 1].map((index) => (
        <button key={index} type="button" onClick={() => pressed.push(index)}>
          Remover
        </button>
      ))}
    </main>,
  );
  await expect.poll(() => pressed).toEqual([1]);
});

test('it is pressed once it is there, shown, enabled and in a page that is no longer busy', async () => {
  const { show } = await press(drawn);
  const onPress = vi.fn();
  const page = (isBusy: boolean, shown: ReactNode) => <main aria-busy={isBusy}>{shown}</main>;
  const button = (props: object) => (
    <button type="button" onClick={onPress} {...props}>
      {drawn}
    </button>
  );
  await show(page(true, null));
  await show(page(true, button({})));
  await show(page(false, button({ hidden: true })));
  await show(page(false, button({ disabled: true })));
  expect(onPress).not.toHaveBeenCalled();
  await show(page(false, button({})));
  await expect.poll(() => onPress.mock.calls.length).toBe(1);
  await show(page(false, null));
  await show(page(false, button({})));
  expect(onPress).toHaveBeenCalledTimes(1);
});

test('a button that is held down while the page takes its place is pressed when it is let go', async () => {
  const { show, button } = await press(drawn);
  const { firstPress } = window;
  delete window.firstPress;
  const onPress = vi.fn();
  await show(
    <main>
      <button type="button" onClick={onPress}>
        {drawn}
      </button>
    </main>,
  );
  expect(button.isConnected).toBe(false);
  window.firstPress = firstPress;
  window.dispatchEvent(new Event('first-press'));
  await expect.poll(() => onPress.mock.calls.length).toBe(1);
});

test('it is not pressed once the reader has done something else', async () => {
  const { show } = await press(drawn);
  const onPress = vi.fn();
  await show(<main aria-busy />);
  await userEvent.keyboard('{Escape}');
  await show(
    <main>
      <button type="button" onClick={onPress}>
        {drawn}
      </button>
    </main>,
  );
  expect(onPress).not.toHaveBeenCalled();
});
