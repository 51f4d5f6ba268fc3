import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { demoAccount, ownOrigin } from './people.ts';
import { beSignedIn, database } from './sessions.ts';
import { bookedParty } from './voucher.ts';

test('the camera reads the voucher of a booked party, whose people board by one tap', { tag: '@phone' }, async ({
  page,
  client,
  request,
}) => {
  const { code, trip } = await bookedParty(request, client.token);
  await (await database()).query(
    "update trips set departs_at = now() + interval '1 hour', returns_at = now() + interval '9 hours' where id = $1",
    [trip.id],
  );
  await page.goto(`/minhasreservas/${code}/voucher`);
  const voucher = await page.getByRole('img', { name: `QR code da reserva ${code}` }).screenshot();

  const folder = await mkdtemp(join(tmpdir(), 'passeio-camera-'));
  try {
    const film = join(folder, 'camera.mjpeg');
    await writeFile(film, await filmOf(voucher));
    // The camera is the browser's: this one has its own.
    const { launchOptions, viewport, locale } = test.info().project.use;
    const guide = await chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
    const context = await guide.newContext({ viewport, locale, baseURL: ownOrigin(), serviceWorkers: 'block' });
    await beSignedIn(context, demoAccount('OPERATOR'));
    const phone = await context.newPage();
    await phone.goto(`/admin/embarque/${trip.id}`);
    await phone.getByRole('button', { name: 'Ler voucher' }).click();
    await phone.getByRole('button', { name: 'Embarcar 3 pessoas' }).click();
    await expect(phone.getByText('3 de 3 pessoas a bordo')).toBeVisible();
    await expect(phone.getByText(/^Tudo enviado às/)).toBeVisible();
    await guide.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** What a camera sees of a voucher that is held before it: a little turned, in dim light. */
async function filmOf(voucher: Buffer): Promise<Buffer> {
  const size = { width: 640, height: 480 };
  const grey = '#8a8578';
  const held = await sharp(voucher).resize(330, 330, { fit: 'inside' }).rotate(7, { background: grey }).toBuffer();
  return sharp({ create: { ...size, channels: 3, background: grey } })
    .composite([{ input: held }])
    .linear(0.8, 10)
    .jpeg({ quality: 70 })
    .toBuffer();
}
