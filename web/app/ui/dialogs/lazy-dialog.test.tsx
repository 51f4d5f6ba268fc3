import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Toast } from '../feedback/toast';
import { lazyDialog } from './lazy-dialog';

let answer: () => Promise<typeof Dialog>;
const Dialog = ({ onClose }: { onClose: () => void }) => (
  <dialog open>
    <button type="button" onClick={onClose}>
      Fechar
    </button>
  </dialog>
);
const Lazy = lazyDialog(() => answer());

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {isOpen && <Lazy onClose={() => setOpen(false)} />}
      <Toast />
    </>
  );
}

test('a dialog that cannot be loaded is reported, and opens once it can', async () => {
  await render(<Page />);
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect.element(page.getByText('O servidor não respondeu. Tente de novo em instantes.')).toBeVisible();

  answer = () => Promise.resolve(Dialog);
  await page.getByRole('button', { name: 'Abrir' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar', exact: true }).first().click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
