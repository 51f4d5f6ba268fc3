import type { APIRequestContext } from '@playwright/test';
import type { ReservationDetails } from '../contract/src/reservations/reservations.ts';
import type { Trip } from '../contract/src/trips/trips.ts';
import { expect, test } from './support/fixtures.ts';
import { newHand } from './support/hand.ts';
import { bearer, demoAccount, newPerson } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { database } from './support/sessions.ts';
import { openEditor } from './support/trip-editor.ts';
import { createTripByApi } from './support/trips.ts';

const SUNDAYS = 26;
const PAYERS = 41;
const DAY_MS = 24 * 60 * 60 * 1000;

/** So many weekly dates of one trip, from a Sunday after all trips of other stories on, from 05:00 to 19:00, on sale. */
async function sundaysOnSale(request: APIRequestContext, token: string): Promise<Trip[]> {
  const soon = new Date(Date.now() + 100 * DAY_MS);
  const sunday = soon.setUTCDate(soon.getUTCDate() + 7 - soon.getUTCDay());
  const at = (hour: number) => new Date(new Date(sunday).setUTCHours(hour, 0, 0, 0)).toISOString();
  const first = await createTripByApi(request, token, { date: at(8), returnDate: at(22) });
  const until = new Date(sunday + (SUNDAYS - 1) * 7 * DAY_MS).toISOString().slice(0, 10);
  const copied = await request.post(`/api/trips/${first.id}/copies`, {
    data: { rule: { every: 'week', weekdays: [0], until } },
    headers: bearer(token),
  });
  expect(copied.ok(), await copied.text()).toBe(true);
  const trips = [first, ...((await copied.json()) as { data: Trip[] }).data];
  expect(trips).toHaveLength(SUNDAYS);
  await publish(request, token, trips, true);
  return trips;
}

async function publish(request: APIRequestContext, token: string, trips: Trip[], isActive: boolean): Promise<void> {
  for (const { id } of trips) {
    const path = `/api/trips/${id}/publication`;
    const response = await request.put(path, { data: { isActive }, headers: bearer(token) });
    expect(response.ok(), await response.text()).toBe(true);
  }
}

/** Payers spread over all dates, every third of them with a place on two. Returns their addresses. */
async function reserveForAll(request: APIRequestContext, token: string, trips: Trip[]): Promise<string[]> {
  const reserve = async (index: number, who: object) => {
    const path = `/api/trips/${trips[index % SUNDAYS]?.id}/passengers`;
    const response = await request.post(path, { data: who, headers: bearer(token) });
    expect(response.ok(), await response.text()).toBe(true);
    return ((await response.json()) as ReservationDetails).payer;
  };
  const addresses: string[] = [];
  for (let index = 0; index < PAYERS; index += 1) {
    const { name, contact, email } = newPerson();
    const { id } = await reserve(index, { person: { name, contact: `+55${contact}`, email } });
    if (index % 3 === 0) await reserve(index + 9, { personId: id });
    addresses.push(email);
  }
  return addresses.toSorted();
}

/** Who was sent the notice of a change, once for each e-mail. */
async function toldOf({ seriesId }: Trip): Promise<string[]> {
  const { rows } = await (await database()).query<{ recipient: string }>(
    `select recipient from reservation_emails e join reservations r on r.id = e.reservation_id
     join trips t on t.id = r.trip_id where t.series_id = $1 and e.kind = 'tripChanged' and e.state = 'sent'`,
    [seriesId],
  );
  return rows.map(({ recipient }) => recipient).toSorted();
}

/** On how many dates the portal says this time of return. */
async function datesBackAt(request: APIRequestContext, trips: Trip[], time: string): Promise<number> {
  let count = 0;
  for (const { slug } of trips) {
    const page = await request.get(`/portal/passeio/${slug}`);
    if ((await page.text()).includes(`às ${time}`)) count += 1;
  }
  return count;
}

for (const [tag, width, height] of [
  [['@phone'], 360, 740],
  [[], 1280, 800],
] as [string[], number, number][]) {
  test.describe(`${width} px wide`, { tag }, () => {
    test.use({ viewport: { width, height } });

    test('26 Sundays get a new return time in 6 taps and 20 s, 41 payers are told once, and all is undone', async ({
      page,
      request,
      signInAs,
    }) => {
      const token = await signInAs(demoAccount('OPERATOR'));
      const trips = await sundaysOnSale(request, token);
      const payers = await reserveForAll(request, token, trips);
      const [first] = trips as [Trip];
      await openEditor(page, first.id);

      const hand = newHand(page);
      const back = page.getByRole('group', { name: 'Volta', exact: true }).getByRole('textbox', { name: 'Hora' });
      await hand.type(back, '20:30');
      await hand.tap(page.getByRole('button', { name: 'Salvar em várias datas' }));
      const dialog = page.getByRole('dialog', { name: 'Salvar em várias datas' });
      await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(SUNDAYS);
      await expect(dialog.getByText(/^Afeta [1-9]\d* pessoas? em [1-9]\d* reservas?$/)).toHaveCount(SUNDAYS);
      await hand.type(dialog.getByLabel('Recado'), 'A trilha ficou mais longa.');
      await expectNoSidewaysScrolling(page);
      await hand.tap(dialog.getByRole('button', { name: `Mudar ${SUNDAYS} datas` }));
      const confirmedAt = Date.now();
      const done = page.getByRole('dialog', { name: `${SUNDAYS} datas mudadas` });
      await expect(done).toContainText(`${PAYERS} avisos seguem por e-mail.`);
      const seconds = (Date.now() - confirmedAt) / 1000;
      expect(await datesBackAt(request, trips, '20:30')).toBe(SUNDAYS);
      await hand.tap(done.getByRole('button', { name: 'Fechar' }));
      await expect(back).toHaveValue('20:30');

      const description = `${JSON.stringify(hand.work)}; all dates changed ${seconds} s after the confirmation`;
      test.info().annotations.push({ type: 'measured', description });
      expect(hand.work.taps).toBeLessThanOrEqual(6);
      expect(seconds).toBeLessThanOrEqual(20);
      await expect.poll(() => toldOf(first), { timeout: 60_000 }).toEqual(payers);

      await page.getByRole('button', { name: 'Desfazer em todas' }).click();
      await expect(page.getByRole('dialog')).toContainText(`${PAYERS} avisos seguem por e-mail.`);
      await page.getByRole('button', { name: 'Confirmar' }).click();
      await expectToast(page, 'success', 'Mudança desfeita.');
      await expect(back).toHaveValue('19:00');
      expect(await datesBackAt(request, trips, '19:00')).toBe(SUNDAYS);
      await expect.poll(() => toldOf(first), { timeout: 60_000 }).toEqual([...payers, ...payers].toSorted());
      await publish(request, token, trips, false);
    });
  });
}
