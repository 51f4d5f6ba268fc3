import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { setWindow } from '~/test/screen';
import { ActionMenu } from './action-menu';

test('a menu that is higher than the rest of the screen scrolls to its last entry', async () => {
  await setWindow(360);
  const onSelect = vi.fn();
  const entries = Array.from({ length: 30 }, (_, index) => ({ label: `Ação ${index + 1}`, onSelect }));
  await renderPage(
    <div style={{ position: 'fixed', top: '50%', right: 8 }}>
      <ActionMenu
        withinPortal={false}
        floatingStrategy="fixed"
        button={<button type="button">Ações</button>}
        entries={entries}
      />
    </div>,
  );
  await page.getByRole('button', { name: 'Ações' }).click();
  await page.getByRole('menuitem', { name: 'Ação 30' }).click();
  expect(onSelect).toHaveBeenCalledOnce();
});
