import { type BrowserContext, test as base } from '@playwright/test';
import { type Credentials, newPerson, ownOrigin, type Person } from './people.ts';
import { beSignedIn, insertPerson } from './sessions.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Expects console errors that match, such as that of a request which is refused on purpose. */
  tolerate: (pattern: RegExp) => void;
  /** A client of this test's own, with an account; nobody is signed in in the browser. */
  person: Person;
  /** A client of this test's own, signed in in the browser; `token` is good for the API. */
  client: Person & { token: string };
  /** Signs the browser of the test in. Answers a token for the API. */
  signInAs: (who: Credentials) => Promise<string>;
}

interface Watch {
  problems: string[];
  tolerated: RegExp[];
}

/** A test fails on what a visitor's console should never show: an error, a refused policy, a call to another site. */
export const test = base.extend<Fixtures & { watch: Watch }>({
  watch: [
    async ({ context }, use) => {
      // The tests of the settings put a logo up and take it away again while others look at pages with it.
      const logoOfAnotherTest = /status of 404 \(Not Found\) @ \S+\/api\/settings\/logo\//;
      const watch: Watch = { problems: [], tolerated: [logoOfAnotherTest] };
      follow(context, watch.problems);
      await use(watch);
      const unexpected = watch.problems.filter((problem) => !watch.tolerated.some((one) => one.test(problem)));
      base.expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  tolerate: async ({ watch }, use) => {
    await use((pattern) => watch.tolerated.push(pattern));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
  person: async ({}, use) => {
    const person = newPerson();
    await insertPerson(person);
    await use(person);
  },
  client: async ({ context, person }, use) => {
    await use({ ...person, token: await beSignedIn(context, person) });
  },
  signInAs: async ({ context }, use) => {
    await use((who) => beSignedIn(context, who));
  },
});

function follow(context: BrowserContext, problems: string[]): void {
  const home = ownOrigin();
  context.on('console', (message) => {
    // Chromium tells refused policies (CSP, Trusted Types) as errors too.
    if (message.type() === 'error') problems.push(`${message.text()} @ ${message.location().url}`);
  });
  context.on('weberror', (error) => problems.push(`Uncaught: ${error.error().stack}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== home) problems.push(`Request to another site: ${request.url()}`);
  });
}
