import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from './support/fixtures.ts';
import { ownOrigin, roomiestTrip } from './support/people.ts';

// Tests the service worker itself.
test.use({ serviceWorkers: 'allow' });

/** A proxy whose connections can hang, as on a weak mobile network. */
async function openLine() {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((phone) => {
    const product = connect(Number(new URL(ownOrigin()).port), 'localhost');
    for (const socket of [phone, product]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    phone.on('data', (data) => isHanging || product.write(data)).on('close', () => product.destroy());
    product.pipe(phone);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    hang: () => {
      isHanging = true;
    },
    recover: () => {
      isHanging = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('while the network hangs, the cached page is shown', async ({ page, context, request, tolerate }) => {
  // The proxy has another origin than the other tests' server; hanging requests are reported as failed.
  tolerate(/^Request to another site: http:\/\/localhost:\d+\//);
  tolerate(/Failed to load resource|ERR_/);
  const line = await openLine();
  const trip = await roomiestTrip(request);
  const path = `/portal/passeio/${trip.slug}`;
  const heading = page.getByRole('heading', { level: 1 });
  try {
    await page.goto(line.url + path);
    const isCached = () =>
      page.evaluate(async (key) => (await caches.match(key, { ignoreVary: true })) !== undefined, path);
    await expect.poll(isCached).toBe(true);

    // The worker waits 5 s for an answer: with its clock a tenth of that.
    await context.serviceWorkers()[0]?.evaluate(() => {
      const { setTimeout: start } = globalThis;
      Object.assign(globalThis, { setTimeout: (run: () => void, ms: number) => start(run, ms / 10) });
    });
    line.hang();
    await page.reload();
    await expect(heading).toHaveText(trip.title);

    line.recover();
    await page.goto(`${line.url}/portal/contato`);
    await expect(heading).toHaveText('Contato');
  } finally {
    line.close();
  }
});
