import '~/ui/theme/tokens.css';
import '~/ui/theme/base.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '~/features/session/queries';
import { resetUser } from '~/features/session/user-store';
import { hideAlert } from '~/ui/feedback/alert';

// Asked for here, because the library asks for it only where it is loaded first.
beforeEach(async () => {
  await cleanup();
  // Mantine leaves it behind, and pages without Mantine do not change it.
  delete document.documentElement.dataset.mantineColorScheme;
});

beforeEach(() => {
  vi.spyOn(console, 'error');
});

// A file's tests share one page: what one leaves in it would be the next one's.
afterEach(async () => {
  // What is loaded anew after a write would reach the next test's network.
  await queryClient.cancelQueries();
  const complaints = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  hideAlert();
  resetUser();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  expect(complaints).toEqual([]);
});
