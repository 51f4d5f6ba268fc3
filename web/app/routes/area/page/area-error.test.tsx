import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '~/lib/api';
import { PortalError } from '~/routes/portal/shared/portal-error';
import { renderRoute } from '~/test/render';
import { AreaError } from '~/ui/feedback/area-error';

interface PageModule {
  clientLoader?: unknown;
  ErrorBoundary?: unknown;
}

const modules = import.meta.glob<PageModule>(['../*/*.tsx', '../../admin/**/*.tsx', '!**/*.test.tsx'], { eager: true });
// Their loaders fetch nothing: they only lead elsewhere.
const withoutData = /\/(not-found|layout|section)\.tsx$/;
const pages = Object.entries(modules).filter(([path, page]) => page.clientLoader && !withoutData.test(path));

test.each([
  ['area', AreaError],
  ['portal', PortalError],
])('a page of the %s that the server refuses shows the code by which its log names that', async (_, ErrorBoundary) => {
  const clientLoader = () => {
    throw new ApiError(500, { requestId: '0b5c3b9e-6d5e-4a3e-9a53-2f3c7b3f5a11' });
  };
  await renderRoute({ default: () => null, clientLoader, ErrorBoundary }, { at: '/pagina' });
  await expect.element(page.getByText('Código do erro: 0b5c3b9e-6d5e-4a3e-9a53-2f3c7b3f5a11')).toBeVisible();
});

test.each(pages)('%s says why its data did not come, and tries again', (_path, page) => {
  expect(page.ErrorBoundary).toBe(AreaError);
});

test.each([
  ['area', AreaError],
  ['portal', PortalError],
])('a page of the %s whose data comes at once when it is tried again is shown', async (_, ErrorBoundary) => {
  let hasFailed = false;
  const clientLoader = () => {
    if (hasFailed) return null;
    hasFailed = true;
    throw new TypeError('Failed to fetch');
  };
  await renderRoute({ default: () => <p>Aqui está</p>, clientLoader, ErrorBoundary }, { at: '/pagina?q=1' });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Aqui está')).toBeVisible();
});
