import { test as base } from '@playwright/test';
import { emulatorUrl } from './emulator.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Allows matching console errors, such as a deliberately refused request's. */
  tolerate: (pattern: RegExp) => void;
}

interface Watch {
  problems: string[];
  tolerated: RegExp[];
}

/** A test fails on an error in the console, such as a refused policy, and on a call to anyone but us and Firebase. */
export const test = base.extend<Fixtures & { watch: Watch }>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch: Watch = { problems: [], tolerated: [] };
      const welcome = [new URL(baseURL ?? '').origin, emulatorUrl];
      context.on('console', (message) => {
        if (message.type() === 'error') watch.problems.push(`${message.text()} @ ${message.location().url}`);
      });
      context.on('weberror', (error) => watch.problems.push(`Uncaught: ${error.error().stack}`));
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && !welcome.includes(origin)) {
          watch.problems.push(`Request to another site: ${request.url()}`);
        }
      });
      await use(watch);
      const unexpected = watch.problems.filter((problem) => !watch.tolerated.some((one) => one.test(problem)));
      base.expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  tolerate: async ({ watch }, use) => {
    await use((pattern) => watch.tolerated.push(pattern));
  },
});
