import { expect, test } from 'vitest';
import { AreaError } from './area-error';

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
