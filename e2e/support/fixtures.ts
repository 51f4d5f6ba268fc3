import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { type Credentials, newPerson, ownOrigin, type Person } from './people.ts';
import { beSignedIn, insertPerson } from './sessions.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** Allows matching console errors, such as a deliberately refused request's. */
  tolerate: (pattern: RegExp) => void;
  /** A client with an account, new for this test; not signed in. */
  person: Person;
  /** A client, new for this test, signed in; `token` is a bearer token. */
  client: Person & { token: string };
  /** Signs the test's browser in. Returns a bearer token. */
  signInAs: (who: Credentials) => Promise<string>;
  /** A page of somebody else, signed in, in a browser of their own; its console is watched too. */
  pageOf: (who: Credentials) => Promise<Page>;
}

interface Watch {
  problems: string[];
  tolerated: RegExp[];
}

/** Fails a test on a console error, a CSP violation or a request to another site. */
export const test = base.extend<Fixtures & { watch: Watch }>({
  watch: [
    async ({ context }, use) => {
      // The settings' tests add and remove the logo while others load pages with it.
      const logoOfAnotherTest = /status of 404 \(Not Found\) @ \S+\/api\/settings\/logo\//;
      // Pages prefetch the trips that they list, which other tests take off meanwhile.
      const tripOfAnotherTest = /status of 410 \(Gone\) @ \S+\/portal\/passeio\/passeio-de-teste-\S+\.data/;
      const watch: Watch = { problems: [], tolerated: [logoOfAnotherTest, tripOfAnotherTest] };
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
  pageOf: async ({ browser, watch }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (who) => {
      const context = await browser.newContext();
      opened.push(context);
      follow(context, watch.problems);
      await beSignedIn(context, who);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

function follow(context: BrowserContext, problems: string[]): void {
  const home = ownOrigin();
  context.on('console', (message) => {
    // Chromium logs CSP and Trusted Types violations as errors.
    if (message.type() === 'error') problems.push(`${message.text()} @ ${message.location().url}`);
  });
  context.on('weberror', (error) => problems.push(`Uncaught: ${error.error().stack}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== home) problems.push(`Request to another site: ${request.url()}`);
  });
}
