import { vi } from 'vitest';

const PATIENCE_MS = 10_000;

// Vitest gives up after one second: on a busy machine a sign-up alone may take longer.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
