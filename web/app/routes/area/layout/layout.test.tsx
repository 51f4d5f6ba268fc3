import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { expectFingerSized, expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { showAlert } from '~/ui/feedback/alert';

const Long = () => (
  <>
    <h2>Início do dia</h2>
    <div style={{ height: 2_000 }} />
    <p>Fim do dia</p>
  </>
);
const home = { default: Long, handle: { title: 'Início' } };

test('on a phone staff has what it needs most at the bottom, and the rest behind "Mais"', async () => {
  await setWindow();
  await renderInArea(home, { at: '/home', role: 'OPERATOR' });
  const bar = page.getByRole('navigation', { name: 'Atalhos' });
  await expect.element(page.getByRole('heading', { name: 'Início', level: 1 })).toBeVisible();
  await expect
    .poll(() =>
      bar
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Início', 'Passeios', 'Reservas', 'Pagamentos']);
  await expect.element(bar.getByRole('link', { name: 'Início' })).toHaveAttribute('aria-current', 'page');
  await expect.element(bar.getByRole('link', { name: 'Reservas' })).toHaveAttribute('href', '/admin/reservas');
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await expectFingerSized(page.getByRole('button', { name: 'Abrir menu' }));

  await bar.getByRole('button', { name: 'Mais' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Minha conta' }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar.getByRole('button', { name: 'Mais' })).toHaveFocus();

  // The end of the page can be read above the bar.
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  const bottom = () => page.getByText('Fim do dia').element().getBoundingClientRect().bottom;
  await expect.poll(bottom).toBeLessThan(bar.element().getBoundingClientRect().top);
  expect(bottom()).toBeGreaterThan(0);
});

test('the bar marks the page it belongs to, and is not there in a wide window', async () => {
  await setWindow();
  await renderInArea(home, { at: '/admin/reservas', role: 'OPERATOR' });
  const bar = page.getByRole('navigation', { name: 'Atalhos' });
  await expect.element(bar.getByRole('link', { name: 'Reservas' })).toHaveAttribute('aria-current', 'page');
  await expect.element(bar.getByRole('link', { name: 'Passeios' })).not.toHaveAttribute('aria-current');
  await setWindow(1280);
  await expect.element(bar).not.toBeInTheDocument();
});

test.each([768, 1280, 1920])(
  'at %i px a toast stands at the right below the bar, and covers nothing of the page',
  async (width) => {
    await setWindow(width);
    await renderInArea(home, { at: '/home', role: 'OPERATOR' });
    const box = (element: Element | null) => (element ?? expect.unreachable('not there')).getBoundingClientRect();
    showAlert('success', 'Lançado.');
    await expectToast('success', 'Lançado.');
    const toast = () => box(document.querySelector('[data-tipo]'));
    await expect.poll(() => toast().top - box(document.querySelector('header')).bottom).toBeGreaterThanOrEqual(0);
    expect(width - toast().right).toBeLessThan(40);
    const content = () => page.getByRole('heading', { name: 'Início do dia' }).element().getBoundingClientRect();
    await expect.poll(() => content().top - toast().bottom).toBeGreaterThanOrEqual(0);
    await setWindow(1280);
  },
);
