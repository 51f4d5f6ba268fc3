import { MAX_PARTY } from '@passeio/contract/trips/pricing';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { linkForPayer } from '../../../../test/payer-links.ts';
import { board, bookedFamily, buildVoucherApp, eventOf, fileOf, points } from '../../../../test/vouchers.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildVoucherApp();
});
afterAll(() => app.close());

describe('the voucher as PDF', () => {
  async function read(content: Uint8Array) {
    const pdf = await getDocumentProxy(content);
    const { text } = await extractText(pdf, { mergePages: true });
    return { pages: pdf.numPages, text: text.replaceAll(/[\u200b]/g, '').replaceAll(/\s+/g, ' ') };
  }

  it('is one page with text that can be searched, under a name that is safe', async () => {
    const { id, payer, reservation, adults } = await bookedFamily(app);
    for (const one of adults) await board(app, one.id, points[0]?.id);
    const { headers, content } = await fileOf(app, id, 'pdf', payer.token);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="voucher-${reservation.code}.pdf"`,
      'cache-control': 'private, no-store',
    });
    const { pages, text } = await read(content);
    expect(pages).toBe(1);
    for (const part of [
      ...[reservation.code, 'Cânions de Furnas', 'Sábado, 6 de dezembro de 2031, às 05:00', 'Confirmada (sinal pago)'],
      ...['Varginha – Terminal Rodoviário', 'A combinar com a nossa equipe', 'Pessoa 3 · Criança de colo'],
      ...['Protetor solar', 'Falta pagar R$ 264,60 até 04/12/2031 às 08:00.', 'CNPJ 11.222.333/0001-81'],
      ...['CADASTUR 26.012345.10.0001-8', 'Telefone (35) 3221-0000', 'WhatsApp (35) 99999-0000'],
    ]) {
      expect(text).toContain(part);
    }
  });

  it('is one page for the largest party, the longest names and the longest lists', async () => {
    const { id, payer } = await bookedFamily(
      app,
      { adult: MAX_PARTY },
      {
        title: 'Uma viagem e tanto '.repeat(6).slice(0, 120),
        bring: Array.from({ length: 60 }, (_, index) => `Coisa ${index} ${'para levar '.repeat(20)}`.slice(0, 200)),
        boarding_points: JSON.stringify(
          Array.from({ length: MAX_PARTY }, (_, index) => ({
            id: crypto.randomUUID(),
            time: '05:00',
            place: `Parada ${index} ${'na esquina da praça '.repeat(9)}`.slice(0, 160),
          })),
        ),
      },
    );
    const { boarding_points } = await app.db
      .selectFrom('trips')
      .innerJoin('reservations', 'reservations.trip_id', 'trips.id')
      .select('boarding_points')
      .where('reservations.id', '=', id)
      .executeTakeFirstOrThrow();
    const people = await app.db.selectFrom('participants').select('id').where('reservation_id', '=', id).execute();
    for (const [index, { id: one }] of people.entries()) {
      await board(app, one, boarding_points[index]?.id);
      // One word: nothing breaks it but the page's edge.
      const name = `Viajante${index}${'oliveira'.repeat(15)}`.slice(0, 120);
      await app.db.updateTable('participants').set({ name }).where('id', '=', one).execute();
    }
    const { pages, text } = await read((await fileOf(app, id, 'pdf', payer.token)).content);
    expect(pages).toBe(1);
    for (let index = 0; index < MAX_PARTY; index += 1) {
      expect(text).toContain(`Viajante${index}`);
      expect(text).toContain(`Parada ${index} `);
    }
    // What to bring is long enough for a page of its own.
    expect(text).toMatch(/Coisa 0 .* E mais \d+: veja a lista na página do voucher\./);
  });
});

describe('the voucher in a calendar', () => {
  it('is an event from the first boarding to the return, with an alarm on the evening before', async () => {
    const { id, payer, reservation, adults } = await bookedFamily(app);
    await board(app, adults[0]?.id, points[0]?.id);
    await board(app, adults[1]?.id, points[1]?.id);
    const { headers } = await fileOf(app, id, 'ics', payer.token);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="voucher-${reservation.code}.ics"`,
      'cache-control': 'private, no-store',
    });
    const { text, of } = await eventOf(app, id, payer.token);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(of('UID')).toBe(`${id}@passeio.example`);
    expect([of('DTSTART'), of('DTEND')]).toEqual(['20311206T073000Z', '20311206T230000Z']);
    expect(of('SUMMARY')).toBe(`Cânions de Furnas (reserva ${reservation.code})`);
    // Commas, semicolons and quotes survive.
    expect(of('LOCATION')).toBe(points[1]?.place);
    expect(text.replaceAll('\r\n ', '')).toContain('Três Corações\\, posto do trevo\\; ao lado');
    expect(of('DESCRIPTION')).toContain('Embarque: sábado, 6 de dezembro de 2031, às 05:00, Varginha');
    // 19:00 on Friday is nine and a half hours before.
    expect(text).toContain('BEGIN:VALARM');
    expect(of('TRIGGER')).toBe('-PT9H30M');
  });

  it('stays the same event after a change, and counts as its newer version', async () => {
    const { id, payer, trip } = await bookedFamily(app);
    const before = await eventOf(app, id, payer.token);
    expect((await eventOf(app, id, payer.token)).text).toBe(before.text);
    await app.db
      .updateTable('trips')
      .set({ departs_at: new Date(trip.departsAt.getTime() + HOUR_MS), updated_at: new Date(Date.now() + HOUR_MS) })
      .where('id', '=', trip.id)
      .execute();
    const after = await eventOf(app, id, payer.token);
    expect(after.of('UID')).toBe(before.of('UID'));
    expect(Number(after.of('SEQUENCE'))).toBeGreaterThan(Number(before.of('SEQUENCE')));
    expect(after.of('DTSTART')).toBe('20311206T090000Z');
  });

  it('leads back by the private link with which it was downloaded', async () => {
    const { id, payer } = await bookedFamily(app);
    const ownPage = (await eventOf(app, id, payer.token)).of('URL');
    expect(ownPage).toMatch(/\/voucher\/\w{6}$/);
    const token = await linkForPayer(app, { id });
    const file = await fetch(`${app.url}/api/reservation-links/voucher-file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, format: 'ics' }),
    });
    const lines = (await file.text()).replaceAll('\r\n ', '');
    const { publicUrl } = app.app.deps.config;
    expect(lines).toContain(`URL;VALUE=URI:${publicUrl}/reserva#${token}\r\n`);
    expect(lines).toContain(`Sua reserva: ${publicUrl}/reserva#${token}\\n`);
  });
});
