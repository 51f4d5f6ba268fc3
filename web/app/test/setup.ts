import '~/ui/theme/tokens.css';
import '~/ui/theme/base.css';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '~/features/session/queries';
import { resetUser } from '~/features/session/user-store';
import { BEFORE_TRIP } from '~/test/trip';
import { hideAlert } from '~/ui/feedback/alert';
import { rootData } from './root-data';

// The root of every page has them.
for (const [name, color] of Object.entries(rootData.colors ?? {})) {
  document.documentElement.style.setProperty(name, color);
}

// The file's own page may have it from the file before.
const MachineDate: DateConstructor = Date.name === 'TestDate' ? Object.getPrototypeOf(Date) : Date;
let begunAt = 0;

class TestDate extends MachineDate {
  static override now(): number {
    return BEFORE_TRIP + MachineDate.now() - begunAt;
  }

  constructor(...values: [] | [number]) {
    super(...(values.length === 0 ? ([TestDate.now()] as const) : values));
  }
}

/** Each test begins at the same moment, whatever the day. */
function resetClock(): void {
  begunAt = MachineDate.now();
  globalThis.Date = TestDate as DateConstructor;
}

// Now too, for what a file makes before its first test.
resetClock();
beforeEach(resetClock);
// Between two files Vitest names this module by the time, which must not come again: it would not be run anew.
afterAll(() => {
  globalThis.Date = MachineDate;
});

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
