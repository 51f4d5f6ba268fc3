import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { expectFingerSized } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { hideAlert, showAlert } from './alert';

const cardOf = () => document.querySelector('[data-tipo]');

test.each([360, 1280])('stands at the top right of %i px', async (width) => {
  await page.viewport(width, 740);
  await renderPage(<p>Página</p>);
  showAlert('error', 'Falha ao realizar a ação!');
  await expectToast('error', 'Falha ao realizar a ação!');
  const box = cardOf()?.getBoundingClientRect();
  expect(box?.top).toBeLessThan(120);
  expect(width - (box?.right ?? 0)).toBeLessThan(40);
  await expectFingerSized(page.getByRole('button', { name: 'Fechar aviso' }));
  await page.viewport(1280, 800);
});

test('a word that is longer than a toast stays inside it', async () => {
  const word = 'a'.repeat(200);
  await renderPage(<p>Página</p>);
  showAlert('error', word);
  await expectToast('error', word);
  const card = cardOf() ?? expect.unreachable('no toast');
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  await expect.element(page.getByRole('button', { name: 'Fechar aviso' })).toBeInViewport({ ratio: 1 });
});

test('goes after 4000 ms, each with its own time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderPage(<p>Página</p>);
  showAlert('info', 'Uma coisa');
  await expectToast('info', 'Uma coisa');
  vi.advanceTimersByTime(3900);
  showAlert('success', 'Outra coisa');
  await expectToast('success', 'Outra coisa');
  vi.advanceTimersByTime(3900);
  await expectToast('success', 'Outra coisa');
  vi.advanceTimersByTime(200);
  await expect.poll(cardOf).toBeNull();
});

test('stays while a pointer rests on it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderPage(<p>Página</p>);
  showAlert('info', 'Uma coisa');
  await expectToast('info', 'Uma coisa');
  await page.elementLocator(cardOf() ?? expect.unreachable('no toast')).hover();
  vi.advanceTimersByTime(20_000);
  await expectToast('info', 'Uma coisa');
  await page.getByText('Página').hover();
  vi.advanceTimersByTime(4_100);
  await expect.poll(cardOf).toBeNull();
});

test('stays while its button has the focus', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderPage(<p>Página</p>);
  showAlert('info', 'Uma coisa');
  await expectToast('info', 'Uma coisa');
  const close = page.getByRole('button', { name: 'Fechar aviso' }).element() as HTMLElement;
  close.focus();
  await expect.element(close).toHaveFocus();
  vi.advanceTimersByTime(20_000);
  await expectToast('info', 'Uma coisa');
  close.blur();
  await expect.poll(() => vi.advanceTimersByTime(4_100) && cardOf()).toBeNull();
});

describe('over a modal dialog', () => {
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <dialog ref={(dialog) => (isOpen ? dialog?.showModal() : dialog?.close())} onClose={() => setOpen(false)}>
        <button type="button">Quero participar!</button>
      </dialog>
    );
  }

  test('can be closed, and the dialog stays', async () => {
    await renderPage(<Page />);
    showAlert('error', 'Falha ao realizar a ação!');
    await expectToast('error', 'Falha ao realizar a ação!');
    await page.getByRole('button', { name: 'Fechar aviso' }).click();
    await expect.poll(cardOf).toBeNull();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });
});

test('a toast outlives the full load of the next page, and is shown there once', async () => {
  const first = await renderPage(<p>Uma página</p>);
  showAlert('success', 'Usuário logado com sucesso!');
  await expectToast('success', 'Usuário logado com sucesso!');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await expect.poll(cardOf).toBeNull();
  await first.unmount();

  const second = await renderPage(<p>Outra página</p>);
  await expectToast('success', 'Usuário logado com sucesso!');
  await second.unmount();
  await renderPage(<p>Mais uma</p>);
  expect(sessionStorage.length).toBe(0);
});

test('the page makes room for a toast only after the press that goes on, and takes it back alike', async () => {
  const room = () => document.documentElement.style.getPropertyValue('--toast-height');
  const point = (type: string) => window.dispatchEvent(new PointerEvent(type, { pointerId: 7 }));
  await renderPage(<p>Página</p>);
  point('pointerdown');
  showAlert('success', 'Lançado.');
  await expectToast('success', 'Lançado.');
  expect(room()).toBe('');
  point('pointerup');
  expect(room()).toBe('');
  await expect.poll(room).toMatch(/^\d+px$/);

  point('pointerdown');
  hideAlert();
  await expect.poll(cardOf).toBeNull();
  expect(room()).not.toBe('');
  point('pointercancel');
  await expect.poll(room).toBe('');
});
