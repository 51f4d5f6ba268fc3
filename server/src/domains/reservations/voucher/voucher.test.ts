import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { offerExtras, takeExtras } from '../../../../test/extras.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { createFamily, departIn } from '../../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../../test/pix.ts';
import {
  board,
  bookedFamily,
  buildVoucherApp,
  eventOf,
  fileOf,
  points,
  voucherPath,
} from '../../../../test/vouchers.ts';
import { recordReportedNow } from '../../payments/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildVoucherApp();
});
afterAll(() => app.close());

describe('the voucher of a reservation', () => {
  it('says who boards when and where, what to bring, what is due and who runs the trip', async () => {
    const { id, payer, reservation, adults, lapChildren } = await bookedFamily(app);
    await app.db
      .updateTable('participants')
      .set({ name: 'Ana Lima' })
      .where('id', '=', adults[0]?.id ?? '')
      .execute();
    await app.db
      .updateTable('participants')
      .set({ companion_id: adults[0]?.id ?? '' })
      .where('id', '=', lapChildren[0]?.id ?? '')
      .execute();
    await board(app, adults[0]?.id, points[0]?.id);
    await board(app, lapChildren[0]?.id, points[1]?.id);
    const { status, headers, body } = await call(app, 'GET', voucherPath(reservation.code), { token: payer.token });

    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'private, no-store' });
    expect(body).toMatchObject({
      code: reservation.code,
      status: { key: 'balance_due' },
      scanUrl: `https://passeio.example/voucher/${reservation.code}`,
      trip: { departure: 'sábado, 6 de dezembro de 2031, às 05:00', return: 'sábado, 6 de dezembro de 2031, às 20:00' },
      people: [
        { name: 'Ana Lima', fareLabel: 'Adulto', isLapChild: false, companion: null, boardingPointId: points[0]?.id },
        { name: 'Pessoa 2', boardingPointId: null },
        { name: 'Pessoa 3', isLapChild: true, companion: 'Ana Lima', boardingPointId: points[1]?.id },
      ],
      // The earliest first; the madrugada is named.
      boardingPoints: [
        {
          at: '2031-12-06T07:30:00.000Z',
          moment: 'sábado, 6 de dezembro de 2031, às 04:30 (madrugada de sexta para sábado)',
          place: points[1]?.place,
        },
        { at: '2031-12-06T08:00:00.000Z', place: 'Varginha – Terminal Rodoviário' },
      ],
      bring: [expect.stringMatching(/^Documento original com foto/), 'Protetor solar', 'Toalha'],
      due: { amountCents: 26_460, until: '04/12/2031 às 08:00', instalmentCents: null },
      operator: {
        ...{ name: 'Rota das Águas', legalName: 'Rota das Águas Ltda.', cnpj: '11.222.333/0001-81' },
        ...{ cadastur: '26.012345.10.0001-8', phone: '+553532210000', whatsapp: '+5535999990000' },
      },
    });
    const map = new URL(body.boardingPoints[1].mapUrl);
    expect(map.origin + map.pathname).toBe('https://www.google.com/maps/search/');
    expect(map.searchParams.get('query')).toBe('Varginha – Terminal Rodoviário, MG');
    // The id opens it too; the QR code's address holds nothing but the code.
    expect((await call(app, 'GET', voucherPath(id), { token: payer.token })).body).toEqual(body);
  });

  it('says what extras the party has, of people who are confirmed', async () => {
    const family = await bookedFamily(app, { adult: 2 });
    const { id, payer, trip } = family;
    const extras = await offerExtras(app, trip.id);
    await takeExtras(app, family, extras);
    const read = async () => (await call(app, 'GET', voucherPath(id), { token: payer.token })).body.extras;
    expect(await read()).toMatchObject([
      { label: 'Almoço', count: 3 },
      { label: 'Cooler', count: 1 },
    ]);
    const { content } = await fileOf(app, id, 'pdf', payer.token);
    const { text } = await extractText(await getDocumentProxy(content), { mergePages: true });
    expect(text).toMatch(/3\s×\sAlmoço, 1\s×\sCooler/);
    // Somebody who was added later and has not paid the deposit.
    const path = `/api/reservations/${id}`;
    const { body } = await call(app, 'POST', `${path}/participants`, { ...payer, body: { fareId: trip.fares.adult } });
    const late = { extraId: extras.lunch, count: 1, participantId: body.participants.at(-1).id };
    expect((await call(app, 'POST', `${path}/extras`, { ...payer, body: late })).status).toBeLessThan(300);
    expect((await read())[0]).toMatchObject({ count: 3 });
  });

  it('of a departure after midnight boards on the evening before where the time says so', async () => {
    const evening = { id: crypto.randomUUID(), time: '23:40', place: 'Rodoviária' };
    const { payer, id, adults } = await bookedFamily(
      app,
      { adult: 1 },
      {
        // 00:30 on Sunday.
        departs_at: new Date('2031-12-07T03:30:00Z'),
        returns_at: new Date('2031-12-08T03:00:00Z'),
        boarding_points: JSON.stringify([evening]),
      },
    );
    await board(app, adults[0]?.id, evening.id);
    const { body } = await call(app, 'GET', voucherPath(id), { token: payer.token });
    expect(body.trip.departure).toBe('domingo, 7 de dezembro de 2031, às 00:30 (madrugada de sábado para domingo)');
    expect(body.boardingPoints[0].moment).toBe('sábado, 6 de dezembro de 2031, às 23:40');
    const { of } = await eventOf(app, id, payer.token);
    expect(of('DTSTART')).toBe('20311207T024000Z');
    // At 19:00 on Friday.
    expect(of('TRIGGER')).toBe('-P1DT4H40M');
  });

  it('is for its payer and for staff; to anybody else there is none', async () => {
    const { id, payer, reservation } = await bookedFamily(app);
    const staff = await createPerson(app, 'OPERATOR');
    const stranger = await createPerson(app);
    for (const path of [id, reservation.code]) {
      for (const ending of ['', '/export?format=pdf', '/export?format=ics']) {
        const answerTo = async (token?: string) => {
          const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
          return (await fetch(app.url + voucherPath(path) + ending, { headers })).status;
        };
        expect([await answerTo(payer.token), await answerTo(staff.token)]).toEqual([200, 200]);
        expect([await answerTo(stranger.token), await answerTo()]).toEqual([404, 401]);
      }
    }
    const unknown = await call(app, 'GET', voucherPath('ZZZZZZ'), { token: stranger.token });
    const others = await call(app, 'GET', voucherPath(reservation.code), { token: stranger.token });
    const { requestId: _one, ...nothing } = unknown.body;
    const { requestId: _other, ...hidden } = others.body;
    expect(hidden).toEqual(nothing);
  });

  it.each([
    ['held', 'VOUCHER_NOT_READY', 'O voucher sai assim que o sinal for confirmado.'],
    ['expired', 'VOUCHER_OVER', 'Esta reserva não vale mais, e o voucher dela também não.'],
    ['cancelled', 'VOUCHER_OVER', 'Esta reserva não vale mais, e o voucher dela também não.'],
  ] as const)('that is %s is refused, as a file too', async (state, code, message) => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    await app.db
      .updateTable('reservations')
      .set({ state, cancelled_at: state === 'cancelled' ? new Date() : null })
      .where('id', '=', id)
      .execute();
    for (const ending of ['', '/export?format=pdf', '/export?format=ics']) {
      const answer = await call(app, 'GET', voucherPath(id) + ending, { token: payer.token });
      expect(answer).toMatchObject({ status: 409, body: { code, message } });
    }
  });

  it('says that the time to pay has passed', async () => {
    const { id, payer, trip } = await bookedFamily(app);
    await departIn(app, trip.id, 12);
    const created_at = new Date(Date.now() - 72 * 3_600_000);
    await app.db.updateTable('reservations').set({ created_at }).where('id', '=', id).execute();
    const { body } = await call(app, 'GET', voucherPath(id), { token: payer.token });
    expect(body.due).toEqual({ amountCents: 26_460, until: null, instalmentCents: null });
    await recordReportedNow({ ...app.app.deps, publicUrl: '' }, pixFor(await chargeOf(app, { id, payer }, 'balance')));
    const { body: paid } = await call(app, 'GET', voucherPath(id), { token: payer.token });
    expect(paid).toMatchObject({ due: null, status: { key: 'paid' } });
  });

  it('says of instalments which one comes next, and says so until it is late', async () => {
    const { id, payer } = await bookedFamily(app);
    const DAY_MS = 24 * 3_600_000;
    const agree = (...days: number[]) => {
      const instalments = days.map((day) => {
        const dueAt = new Date(Date.now() + day * DAY_MS).toISOString();
        return { dueOn: dueAt.slice(0, 10), dueAt, cents: 26_460 / days.length };
      });
      const set = { instalments: JSON.stringify(instalments) };
      return app.db.updateTable('reservations').set(set).where('id', '=', id).execute();
    };
    const read = async () => (await call(app, 'GET', voucherPath(id), { token: payer.token })).body.due;

    await agree(30, 60);
    const due = {
      amountCents: 26_460,
      instalmentCents: 13_230,
      until: expect.stringMatching(/^\d\d\/\d\d\/\d{4} às /),
    };
    expect(await read()).toEqual(due);
    await agree(-3, 27);
    expect(await read()).toEqual({ ...due, until: null });
    await agree(20);
    expect(await read()).toEqual({ ...due, instalmentCents: 26_460 });
  });

  it('is refused in another format', async () => {
    const { id, payer } = await bookedFamily(app);
    const answer = await call(app, 'GET', `${voucherPath(id)}/export?format=doc`, { token: payer.token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});
