import type { OperatorSettings } from '@passeio/contract/operator/operator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  token = (await createPerson(app, 'ADMIN')).token;
});
afterAll(() => app.close());

const read = async (): Promise<OperatorSettings> => (await call(app, 'GET', '/api/settings/operator', { token })).body;
const save = (body: unknown, as = token) => call(app, 'PUT', '/api/settings/operator', { token: as, body });

/** The stored settings as an update, with `changes`. */
async function stored(changes: object = {}): Promise<Record<string, unknown>> {
  const { logo: _logo, ...fields } = await read();
  return { ...fields, ...changes };
}

const auditEntries = () =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_type', '=', 'settings').orderBy('id').execute();

describe('changing the operator', () => {
  it('saves everything, normalised, and the site shows it at once', async () => {
    const { version } = await read();
    const { status, body } = await save(
      await stored({
        name: '  Trilhas do Sul ',
        legalName: 'Trilhas do Sul Turismo Ltda.',
        cnpj: '12.abc.345/01de-35',
        cadastur: '12.345678.90/0001-2',
        address: 'Rua das Flores, 10',
        city: 'Varginha',
        state: 'MG',
        email: ' Contato@Trilhas.example ',
        phone: '(35) 3212-0000',
        whatsapp: '35 99999-0000',
        socialUrl: 'instagram.com/trilhas',
        socialLabel: '@trilhas',
        openingHours: 'Todos os dias de 8h às 20h',
        timeZone: 'America/Manaus',
        accentColor: '#AB3210',
        pixKey: '(35) 99999-0000',
        tagline: 'Vem\ncom a gente.',
        heroText: 'Serra e\n\n  cachoeira.',
        contactHtml: '<p>Fale com a gente.</p>',
        cancellationPolicyHtml: '<h2>Prazo</h2><p>24 horas</p>',
      }),
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'Trilhas do Sul',
      legalName: 'Trilhas do Sul Turismo Ltda.',
      cnpj: '12ABC34501DE35',
      cadastur: '12.345678.90/0001-2',
      address: 'Rua das Flores, 10',
      city: 'Varginha',
      state: 'MG',
      email: 'contato@trilhas.example',
      phone: '+553532120000',
      whatsapp: '+5535999990000',
      socialUrl: 'https://instagram.com/trilhas',
      socialLabel: '@trilhas',
      openingHours: 'Todos os dias de 8h às 20h',
      timeZone: 'America/Manaus',
      accentColor: '#ab3210',
      pixKey: '+5535999990000',
      tagline: 'Vem com a gente.',
      heroText: 'Serra e cachoeira.',
      contactHtml: '<p>Fale com a gente.</p>',
      cancellationPolicyHtml: '<h2>Prazo</h2><p>24 horas</p>',
      logo: null,
      version: version + 1,
    });
    expect(await read()).toEqual(body);
    const { body: everybody } = await call(app, 'GET', '/api/settings');
    const { pixKey: _pixKey, version: _version, ...shown } = body;
    expect(everybody).toMatchObject({ ...shown, takesPix: true });
    expect(JSON.stringify(everybody)).not.toContain('pixKey');
  });

  it('takes back everything that may be empty', async () => {
    const { name, timeZone, accentColor, version } = await read();
    const nothing = Object.fromEntries(Object.keys(await stored()).map((field) => [field, '']));
    const { status, body } = await save({ ...nothing, name, timeZone, accentColor, version });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...nothing, name, timeZone, accentColor, version: version + 1 });
    expect((await call(app, 'GET', '/api/settings')).status).toBe(200);
  });

  it('is audited, with documents masked', async () => {
    await save(await stored({ cnpj: '', pixKey: '' }));
    const before = (await auditEntries()).length;
    await save(await stored({ cnpj: '11.222.333/0001-81', pixKey: 'pix@trilhas.example', city: 'Três Pontas' }));

    const entries = await auditEntries();
    expect(entries).toHaveLength(before + 1);
    expect(entries.at(-1)).toMatchObject({
      action: 'settings.changed',
      actor_role: 'ADMIN',
      subject_type: 'settings',
      subject_id: 'operator',
      changes: { city: [expect.any(String), 'Três Pontas'], cnpj: ['', '•••181'], pixKey: ['', '•••ple'] },
    });
  });

  it('changes nothing and writes no entry where nothing differs', async () => {
    const before = await auditEntries();
    const sent = await stored();
    expect((await save(sent)).body).toMatchObject({ version: sent.version });
    expect(await auditEntries()).toHaveLength(before.length);
  });

  it('sanitises rich text', async () => {
    const { body } = await save(
      await stored({
        contactHtml:
          '<p onclick="alert(1)">Oi <b>você</b><script>alert(1)</script><img src=x onerror=alert(1)>' +
          '<a href="javascript:alert(1)">aqui</a> <a href="https://example.com/">ali</a></p>',
        cancellationPolicyHtml: '<p>&nbsp;</p><p></p>',
      }),
    );
    expect(body.contactHtml).toBe(
      '<p>Oi <strong>você</strong><a rel="noopener nofollow" target="_blank">aqui</a> ' +
        '<a href="https://example.com/" rel="noopener nofollow" target="_blank">ali</a></p>',
    );
    expect(body.cancellationPolicyHtml).toBe('');
  });
});

describe('concurrent edits', () => {
  it('refuse the second, without losing the first', async () => {
    const seen = await stored();
    expect((await save({ ...seen, city: 'Alfenas' })).status).toBe(200);

    const second = await save({ ...seen, city: 'Lavras' });

    expect(second).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    expect((await read()).city).toBe('Alfenas');
  });

  it('accept exactly one of many', async () => {
    const seen = await stored();
    const before = (await auditEntries()).length;
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save({ ...seen, address: `Rua ${index}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await read()).toMatchObject({ version: (seen.version as number) + 1 });
    expect(await auditEntries()).toHaveLength(before + 1);
  });
});

describe('refusals', () => {
  it.each<[string, Record<string, unknown>]>([
    ['no name', { name: '' }],
    ['a name with a line break', { name: 'Rota\nNova' }],
    ['a CNPJ with a wrong digit', { cnpj: '11.222.333/0001-82' }],
    ['a CNPJ of zeros', { cnpj: '00.000.000/0000-00' }],
    ['a CPF in the place of the CNPJ', { cnpj: '529.982.247-25' }],
    ['a link that runs', { socialUrl: 'javascript:alert(1)' }],
    ['a link that runs, in disguise', { socialUrl: ' JaVaScRiPt:alert(document.cookie)//.com' }],
    ['a link with data', { socialUrl: 'data:text/html,<script>alert(1)</script>' }],
    ['a link with somebody in it', { socialUrl: 'https://instagram.com@evil.example/' }],
    ['a link to nowhere', { socialUrl: 'http://localhost' }],
    ['an e-mail that is none', { email: 'contato@' }],
    ['an e-mail with a header in it', { email: 'a@b.com\r\nBcc: c@d.com' }],
    ['a telephone without area code', { phone: '3212-0000' }],
    ['a WhatsApp of letters', { whatsapp: 'WHATSAPP' }],
    ['a state that is none', { state: 'XX' }],
    ['a time zone that is none', { timeZone: 'America/Varginha' }],
    ['an offset for a time zone', { timeZone: '-03:00' }],
    ['no time zone', { timeZone: '' }],
    ['a colour in words', { accentColor: 'red' }],
    ['a colour that goes on', { accentColor: '#0b7285; background: url(x)' }],
    ['a Pix key of no kind', { pixKey: '12345' }],
    ['a Pix key that is a landline', { pixKey: '+553532120000' }],
    ['a text without end', { contactHtml: 'x'.repeat(50_001) }],
    ['a long tagline', { tagline: 'x'.repeat(121) }],
  ])('%s, with a sentence beside its field', async (_, wrong) => {
    const before = await read();
    const { status, body } = await save(await stored(wrong));
    const [field = ''] = Object.keys(wrong);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } });
    expect(body.fields[field]).not.toMatch(/invalid|expected|required|string/i);
    expect(await read()).toEqual(before);
  });

  it('a time zone that is new to the database, with a sentence beside its field', async () => {
    const zones = vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['America/Varginha']);
    const { status, body } = await save(await stored({ timeZone: 'America/Varginha' }));
    zones.mockRestore();
    expect(status).toBe(400);
    expect(body.fields).toEqual({ timeZone: 'O banco de dados não conhece este fuso horário. Escolha outro.' });
  });

  it.each([
    { logo: null },
    { logoId: crypto.randomUUID() },
    { access: { requireConfirmedEmail: false } },
    { onlyRow: true },
    { updatedAt: '2026-01-01T00:00:00Z' },
    { version: undefined },
    { version: 'latest' },
    { name: ['Rota'] },
    { city: undefined },
    { city: null },
  ])('%j', async (wrong) => {
    expect(await save(await stored(wrong))).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  it('only administrators may read or change it', async () => {
    for (const role of ['CLIENT', 'OPERATOR'] as const) {
      const person = await createPerson(app, role);
      expect((await save(await stored({ name: 'Outra' }), person.token)).status).toBe(403);
      expect((await call(app, 'GET', '/api/settings/operator', { token: person.token })).status).toBe(403);
    }
    expect((await call(app, 'GET', '/api/settings/operator')).status).toBe(401);
  });
});
