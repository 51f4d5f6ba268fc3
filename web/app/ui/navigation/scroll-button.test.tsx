import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '~/test/render';
import { setWindow } from '~/test/screen';
import ScrollButton from './scroll-button';

const up = page.getByRole('button', { name: 'Voltar ao topo' });
const link = page.getByRole('link');

/** Between the edges and the middle of the button, which is 32 px high in a wide window and 48 px in a narrow one. */
const low = { position: 'fixed', right: 0, width: 60, height: 5, overflow: 'hidden' } as const;

async function isCovered(): Promise<boolean> {
  const [own, other] = [up, link].map((one) => one.element().getBoundingClientRect());
  return own !== undefined && other !== undefined && own.top < other.bottom && own.bottom > other.top;
}

test.each([360, 1280])('the way back up gives way to a link lower than itself, %i px wide', async (width) => {
  await setWindow(width);
  await renderPage(
    <>
      <a href="/reservas" style={{ ...low, bottom: 24 }}>
        Reserva
      </a>
      <ScrollButton />
    </>,
  );
  await expect.element(up).toBeVisible();
  await expect.poll(isCovered).toBe(false);
});

test('the way back up gives way to a price', async () => {
  await setWindow();
  await renderPage(
    <>
      <p style={{ position: 'fixed', right: 4, bottom: 24, margin: 0 }}>
        Total <strong>R$ 99,00</strong>
      </p>
      <ScrollButton />
    </>,
  );
  await expect.element(up).toBeVisible();
  const price = page.getByText('R$ 99,00').element();
  await expect.poll(() => up.element().getBoundingClientRect().bottom <= price.getBoundingClientRect().top).toBe(true);
});

test('the way back up is hidden while a control leaves it no room, and ignores hidden controls', async () => {
  await renderPage(
    <>
      <a href="/reservas" style={{ ...low, bottom: 0, height: '100%' }}>
        Reserva
      </a>
      <ScrollButton />
    </>,
  );
  await expect.element(page.getByLabelText('Voltar ao topo')).not.toBeVisible();
  (link.element() as HTMLElement).style.visibility = 'hidden';
  window.dispatchEvent(new Event('scroll'));
  const bottom = () => Math.round(up.element().getBoundingClientRect().bottom);
  await expect.poll(bottom).toBe(window.innerHeight - 16);
});
