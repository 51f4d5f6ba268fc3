import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** The toast with this sentence and no other, word for word; an error interrupts a screen reader, others wait. */
export async function expectToast(tipo: 'success' | 'error' | 'info', mensagem: string): Promise<void> {
  await expect.poll(() => document.querySelector('[data-tipo] p')?.textContent).toBe(mensagem);
  const toast = document.querySelector(`[role=${tipo === 'error' ? 'alert' : 'status'}] > [data-tipo=${tipo}]`);
  await expect.element(page.elementLocator(toast ?? expect.unreachable(`no ${tipo}`))).toBeVisible();
}
