import { vi } from 'vitest';

const TIMEOUT_MS = 30_000;

// Vitest gives up after one second: on a busy machine a sign-up alone may take longer. What never comes is seen late,
// and what comes is not missed.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options });
