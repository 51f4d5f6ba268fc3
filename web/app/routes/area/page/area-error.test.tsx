import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
