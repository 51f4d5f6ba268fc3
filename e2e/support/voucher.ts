import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Locator } from '@playwright/test';
import sharp from 'sharp';
import type { ReservationDetails } from '../../contract/src/reservations/reservations.ts';
import { ensureTool } from '../../scripts/debian.ts';
import { familyTrip, reserveParty } from './families.ts';
import { bearer, demoAccount, ownOrigin } from './people.ts';
import { tokenOf } from './sessions.ts';

/** A reservation of two adults and a lap child whose deposit staff has recorded. */
export async function bookedParty(request: APIRequestContext, token: string): Promise<ReservationDetails> {
  const trip = await familyTrip(request, { bring: ['Protetor solar', 'Roupa de banho e toalha', 'Repelente'] });
  const reservation = await reserveParty(request, token, trip, { Adulto: 2, 'Criança de colo': 1 });
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const data = { kind: 'deposit', method: 'cash', amountCents: reservation.depositCents };
  const paid = await request.post(`/api/reservations/${reservation.id}/payments`, { data, headers });
  expect(paid.ok(), await paid.text()).toBe(true);
  return reservation;
}

/** What the QR code in a picture of the page says, as a camera reads it. Fails without one. */
export async function readQrCode(image: Locator): Promise<string> {
  const picture = await image.screenshot();
  return execFileSync(ensureTool('zbarimg'), ['--nodbus', '--quiet', '--raw', '-'], {
    input: picture,
    encoding: 'utf8',
  }).trim();
}

/** Holds a picture before the browsers' camera (playwright.config.ts): a little turned, in dim light. */
export async function holdBeforeCamera(picture: Buffer): Promise<void> {
  const size = { width: 640, height: 480 };
  const grey = '#8a8578';
  const held = await sharp(picture).resize(330, 330, { fit: 'inside' }).rotate(7, { background: grey }).toBuffer();
  const film = await sharp({ create: { ...size, channels: 3, background: grey } })
    .composite([{ input: held }])
    .linear(0.8, 10)
    .jpeg({ quality: 70 })
    .toBuffer();
  await writeFile(join(process.env.E2E_DATA_DIR ?? '', 'camera.mjpeg'), film);
}
