import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { ReservationDetails } from '../../contract/src/reservations/reservations.ts';
import type { Trip } from '../../contract/src/trips/trips.ts';
import { bearer } from './people.ts';
import { isPhone } from './screens.ts';
import { createTripByApi } from './trips.ts';

/** A trip with two boarding points, the later one first. */
export function tripToFill(request: APIRequestContext, token: string, changed: object = {}): Promise<Trip> {
  const boardingPoints = [
    { time: '05:00', place: 'Varginha – Terminal Rodoviário' },
    { time: '04:30', place: 'Três Corações – posto do trevo' },
  ];
  return createTripByApi(request, token, { boardingPoints, capacity: 20, ...changed });
}

/** A reservation of one person, made by staff. */
export async function addByApi(
  request: APIRequestContext,
  token: string,
  trip: Trip,
  person: { name: string } & Record<string, string>,
  place?: string,
): Promise<ReservationDetails> {
  const boardingPointId = trip.boardingPoints.find((point) => place && point.place.startsWith(place))?.id;
  const data = { person: { contact: '35999990000', ...person }, ...(boardingPointId ? { boardingPointId } : {}) };
  const response = await request.post(`/api/trips/${trip.id}/passengers`, { data, headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

export async function payByApi(
  request: APIRequestContext,
  token: string,
  { id }: Pick<ReservationDetails, 'id'>,
  amountCents: number,
): Promise<void> {
  const data = { kind: 'deposit', method: 'pix', amountCents };
  const path = `/api/reservations/${id}/payments`;
  const response = await request.post(path, { data, headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
}

export async function openPassengers(page: Page, trip: Trip): Promise<void> {
  await page.goto(`/admin/passeios/${trip.id}/passageiros`);
  await expect(page.getByRole('heading', { name: trip.title, level: 2 })).toBeVisible();
}

/** Expands a passenger's row on phones; returns the row. */
export async function openRow(page: Page, name: string): Promise<Locator> {
  const row = rowOf(page, name);
  const toggle = row.getByRole('button', { expanded: false });
  if (isPhone(page)) await toggle.filter({ hasText: name }).click();
  return row;
}

export function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

/** Words of a PDF in reading order. */
export async function textOfPdf(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? await readFile(content) : content;
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}
