import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addTouch,
  cleanSource,
  MAX_SOURCE_LENGTH,
  readRememberedTouches,
  readTouches,
  SOURCE_DAYS,
  type Touch,
  touchOf,
} from './sources.ts';

const now = Date.parse('2026-12-05T12:00:00Z');
const DAY_MS = 86_400_000;
const arrive = (search = '', referrer = '') => touchOf({ search, referrer, host: 'passeio.example', now });
const touchAt = (daysAgo: number, more: Partial<Touch> = {}): Touch => ({
  ...{ source: 'instagram', medium: '', campaign: '', referrer: 'direct' },
  at: new Date(now - daysAgo * DAY_MS).toISOString(),
  ...more,
});

describe('an arrival', () => {
  it('is what its link says of itself, and never the number of a click', () => {
    const touch = arrive('?utm_source=Instagram&utm_medium=ads&utm_campaign=Ver%C3%A3o&fbclid=abc&gclid=xyz&v=acdefgh');
    expect(touch).toEqual({
      ...{ source: 'instagram', medium: 'ads', campaign: 'verao', referrer: 'direct', seller: 'ACDEFGH' },
      at: '2026-12-05T12:00:00.000Z',
    });
  });

  it.each([
    ['https://www.google.com.br/search?q=capitolio', 'search'],
    ['android-app://com.google.android.googlequicksearchbox/', 'search'],
    ['https://duckduckgo.com/', 'search'],
    ['https://l.instagram.com/?u=https%3A%2F%2Fpasseio.example&e=AT0', 'social'],
    ['https://web.whatsapp.com/', 'social'],
    ['android-app://com.instagram.android/', 'social'],
    ['https://google.com.malicioso.example/', 'other'],
    ['https://mail.example/u/0?email=ana@exemplo.com.br', 'other'],
    ['https://google.info.example', 'other'],
    ['isto não é endereço', 'other'],
    [`https://longo.example/${'a'.repeat(1_000_000)}`, 'other'],
  ])('of %s keeps only the kind of the site', (referrer, kind) => {
    expect(arrive('', referrer)).toEqual({
      ...{ source: '', medium: '', campaign: '', referrer: kind, at: '2026-12-05T12:00:00.000Z' },
    });
  });

  it.each([
    'https://passeio.example/portal',
    'https://accounts.google.com/',
    'https://www.mercadopago.com.br/checkout',
  ])('from %s is none, whatever the link says', (referrer) =>
    expect(arrive('?utm_source=instagram', referrer)).toBeUndefined(),
  );

  it('without a link that says it, and without another site, is none', () => {
    expect(arrive('?utm_medium=ads&utm_campaign=verao&fbclid=abc')).toBeUndefined();
    expect(arrive(`?utm_source=instagram&${'a'.repeat(1_000_000)}`)).toBeUndefined();
  });
});

describe('a word of a link', () => {
  it.each([
    ['ana@exemplo.com.br', ''],
    ['529.982.247-25', ''],
    ['35 98888-7777', ''],
    ['<script>', ''],
    ['=HYPERLINK("http://x")', ''],
    ['a'.repeat(1_000_000), ''],
    ['São  João\n2026', 'sao joao 2026'],
    ['facebook_ads', 'facebook_ads'],
    [`${'abc '.repeat(30)}`, 'abc '.repeat(15).trim()],
  ])('%j is kept as %j', (raw, kept) => expect(cleanSource(raw)).toBe(kept));

  it('is short, plain, and cleaned once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (raw) => {
        const word = cleanSource(raw);
        expect(word.length).toBeLessThanOrEqual(MAX_SOURCE_LENGTH);
        expect(word).toMatch(/^([a-z0-9][a-z0-9 ._+-]*)?$/);
        expect(cleanSource(word)).toBe(word);
      }),
    );
  });
});

describe('touches', () => {
  it('keep the first until it is 30 days old, and the last', () => {
    const [old, first, second, third] = [touchAt(31), touchAt(20), touchAt(10, { source: 'google' }), touchAt(0)];
    expect(addTouch(undefined, first)).toEqual({ first, last: first });
    expect(addTouch({ first, last: second }, third)).toEqual({ first, last: third });
    const sold = touchAt(15, { seller: 'ACDEFGH' });
    const known = addTouch({ first, last: sold, ofSeller: sold }, second);
    expect(readRememberedTouches(known, now)).toEqual({ first, last: second, ofSeller: sold });
    expect(readTouches(known, now)).toEqual({ first, last: second });
    expect(readRememberedTouches(known, now + 16 * DAY_MS)?.ofSeller).toBeUndefined();
    expect(readTouches({ first: old, last: second }, now)).toEqual({ first: second, last: second });
    expect(readTouches({ first: old, last: old }, now)).toBeUndefined();
  });

  it('of a device whose clock is ahead count as now', () => {
    const last = touchAt(-400);
    expect(readTouches({ first: last, last }, now)?.last.at).toBe(new Date(now).toISOString());
  });

  it('read whatever was stored, without an error, and read the same again', () => {
    const word = fc.oneof(fc.string(), fc.constant('instagram'), fc.anything());
    const touch = fc.record({
      ...{ source: word, medium: word, campaign: word, seller: word },
      referrer: fc.oneof(fc.constantFrom('search', 'social', 'direct', 'other', 'toString'), fc.anything()),
      at: fc.oneof(fc.date({ noInvalidDate: true }).map(String), fc.constant(touchAt(3).at), fc.anything()),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ first: touch, last: touch })), (raw) => {
        const read = readTouches(raw, now);
        if (!read) return;
        expect(readTouches(structuredClone(read), now)).toEqual(read);
        expect(read.first.at <= read.last.at).toBe(true);
        expect(now - Date.parse(read.first.at)).toBeLessThan(SOURCE_DAYS * DAY_MS);
        expect(JSON.stringify(read).length).toBeLessThan(700);
      }),
    );
  });
});
