import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { ownCopies, untilCached } from './support/offline.ts';
import { ownOrigin, roomiestTrip } from './support/people.ts';
import { openSession, userSlice } from './support/sessions.ts';

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

test('while the network hangs, a client reads the stored reservations, and the late answer in their place', async ({
  page,
  context,
  client,
  request,
  tolerate,
}) => {
  tolerate(/^Request to another site: http:\/\/localhost:\d+\//);
  tolerate(/Failed to load resource|ERR_/);
  const trip = await familyTrip(request);
  await reserveParty(request, client.token, trip, { Adulto: 1 });
  const slice = userSlice(await openSession(client));
  await page.addInitScript((value) => localStorage.setItem('nextjs', value), slice);
  const line = await openLine();
  const card = page.getByRole('article', { name: trip.title });
  const copy = page.getByText(/^Sem conexão\. Dados de /);
  try {
    await page.goto(`${line.url}/minhasreservas`);
    await expect(card.getByText('Pagar o sinal')).toBeVisible();
    await untilCached(page, '/minhasreservas');
    await expect.poll(() => ownCopies(page)).toContain(trip.title);

    // The worker waits 5 s for the document: with its clock a tenth of that.
    await context.serviceWorkers()[0]?.evaluate(() => {
      const { setTimeout: start } = globalThis;
      Object.assign(globalThis, { setTimeout: (run: () => void, ms: number) => start(run, ms / 10) });
    });
    line.hang();
    await page.reload({ waitUntil: 'commit' });
    await expect(copy).toBeVisible({ timeout: 9_000 });
    await expect(card).toBeVisible();

    line.recover();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(copy).toBeHidden();
    await expect(card.getByText('Pagar o sinal')).toBeVisible();
  } finally {
    line.close();
  }
});
