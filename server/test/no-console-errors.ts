import { afterEach, beforeEach, expect, vi } from 'vitest';

beforeEach(() => {
  vi.spyOn(console, 'error');
});

// Unexpected console errors fail the test.
afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(complaints).toEqual([]);
});
