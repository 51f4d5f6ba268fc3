import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, couponDraft, createPerson, fareDraft, type Person, tripDraft } from '../../../test/factories.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const asStaff = (method: 'GET' | 'POST', path: string, body?: object) =>
  call(app, method, path, { token: operator.token, ...(body && { body }) });

async function download(path: string): Promise<string> {
  const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${operator.token}` } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return response.text();
}

async function publish() {
  const draft = tripDraft({ isActive: true, fares: [fareDraft({ priceCents: 20_000 })] });
  const { body } = await asStaff('POST', '/api/trips', draft);
  return body as { id: string; slug: string; title: string; date: string };
}

it('a coupon lists its reservations, the newest first, with those that ended; its totals count what has not', async () => {
  const trip = await publish();
  const { body: coupon } = await asStaff('POST', '/api/coupons', couponDraft({ effect: 'amount', value: 3_000 }));
  const reserve = async () => {
    const payer = await createPerson(app);
    const { body } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
      token: payer.token,
      body: { coupon: coupon.code },
    });
    return { payer, ...body } as { payer: Person; id: string; code: string };
  };
  const first = await reserve();
  const second = await reserve();
  const cancel = { token: first.payer.token, body: { refundCents: 0 } };
  await call(app, 'POST', `/api/reservations/${first.id}/cancel`, cancel);

  const { status, body } = await asStaff('GET', `/api/coupons/${coupon.id}/uses`);
  expect(status).toBe(200);
  expect(body.coupon).toMatchObject({ code: coupon.code, uses: 1, discountedCents: 3_000 });
  expect(body.page).toEqual({ number: 1, size: 50, total: 2 });
  expect(body.data).toMatchObject([
    {
      code: second.code,
      reservationId: second.id,
      trip: { id: trip.id, title: trip.title },
      state: 'held',
      isEnded: false,
      discountCents: 3_000,
    },
    { code: first.code, state: 'cancelled', isEnded: true, discountCents: 3_000 },
  ]);
  const { body: page } = await asStaff('GET', `/api/coupons/${coupon.id}/uses?size=1&page=2`);
  expect(page.data.map(({ code }: { code: string }) => code)).toEqual([first.code]);

  const text = await download(`/api/coupons/${coupon.id}/uses/export`);
  expect(text.split('\r\n')).toHaveLength(4);
  expect(text).toMatch(new RegExp(`${second.code};.*;${trip.title};.*;Vaga guardada;sim;30,00`));
  const { body: log } = await asStaff('GET', '/api/audit?action=coupon.uses_exported');
  expect(log.data[0]).toMatchObject({ subject: { label: coupon.code }, changes: { reservations: [null, 2] } });
  expect((await asStaff('GET', `/api/coupons/${crypto.randomUUID()}/uses`)).body.code).toBe('COUPON_NOT_FOUND');
});

it('the link of a coupon leads to its trip, or to all where it is for several', async () => {
  const trip = await publish();
  const make = async (overrides: object) => (await asStaff('POST', '/api/coupons', couponDraft(overrides))).body;
  const one = await make({ tripIds: [trip.id] });
  expect(one.pagePath).toBe(`/portal/passeio/${trip.slug}?cupom=${one.code}`);
  const all = await make({});
  expect(all.pagePath).toBe(`/portal/passeio?cupom=${all.code}`);
});

it('a batch makes coupons that differ in their codes, which nobody mistakes or guesses', async () => {
  const { code: _, ...rule } = couponDraft({ maxUses: 1, tag: 'Parceria Bike' });
  const before = (await asStaff('GET', '/api/audit?action=coupon.batch_created')).body.data.length;
  const { status, body } = await asStaff('POST', '/api/coupons/batches', { ...rule, prefix: 'bike-', count: 1000 });
  expect([status, body.tag]).toEqual([201, 'Parceria Bike']);
  expect(new Set(body.codes).size).toBe(1000);
  for (const code of body.codes) expect(code).toMatch(/^BIKE-[A-HJKMNP-Z2-9]{8}$/);
  const { body: list } = await asStaff('GET', '/api/coupons?tag=Parceria%20Bike&size=1');
  expect(list.page.total).toBe(1000);
  expect(list.data[0]).toMatchObject({ value: 10, maxUses: 1, uses: 0 });
  const { body: log } = await asStaff('GET', '/api/audit?action=coupon.batch_created');
  expect(log.data).toHaveLength(before + 1);
  expect(log.data[0]).toMatchObject({ subject: { label: 'BIKE-…' }, changes: { coupons: [null, 1000] } });

  const text = await download('/api/coupons/export?tag=Parceria%20Bike');
  const [head, ...rows] = text.trim().split('\r\n');
  expect(head).toContain('Código;Link;Etiqueta');
  expect(rows).toHaveLength(1000);
  expect(rows[0]).toMatch(/^(BIKE-\w{8});https?:\/\/.+\/portal\/passeio\?cupom=\1;Parceria Bike;0;0,00$/);
});

it('what is wrong with a batch is said at its field, and nothing is made', async () => {
  const { code: _, ...rule } = couponDraft({ tag: 'Errado' });
  for (const [wrong, field] of [
    [{ count: 0 }, 'count'],
    [{ count: 1001 }, 'count'],
    [{ prefix: 'x' }, 'prefix'],
    [{ prefix: 'A'.repeat(33) }, 'prefix'],
    [{ prefix: '=1+1' }, 'prefix'],
    [{ tag: ' ' }, 'tag'],
    [{ value: 101 }, 'value'],
  ] as const) {
    const body = { ...rule, prefix: 'OK', count: 2, ...wrong };
    const answer = await asStaff('POST', '/api/coupons/batches', body);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  }
  expect((await asStaff('GET', '/api/coupons?tag=Errado')).body.page.total).toBe(0);
});
