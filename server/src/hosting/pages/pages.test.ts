import { createOTP } from '@better-auth/utils/otp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestHost, type TestHost } from '../../../test/hosting.ts';
import { readInvitation } from '../administrators.ts';
import { addAdministrator, endAdministrator } from '../commands/administrators.ts';
import { readOperator } from '../directory.queries.ts';

const DOMAIN = 'passeio.example';
const PASSWORD = 'uma senha bem comprida';
const soon = { timeout: 30_000, interval: 100 };

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

const originOf = ({ config }: TestHost) => config.publicUrl;
const get = (path: string, cookie?: string, at = host) => at.ask(DOMAIN, path, { cookie });
const post = (path: string, form: Record<string, string>, cookie?: string, at = host) =>
  at.ask(DOMAIN, path, { form, cookie, headers: { origin: originOf(at) } });
const sessionOf = ({ headers }: { headers: { 'set-cookie'?: string[] | undefined } }) =>
  (headers['set-cookie'] ?? []).find((line) => /passeio\.host=[^;]/.test(line))?.split(';')[0];

/** Invites somebody; returns the path of the link and the secret of the authenticator. */
async function invite(email: string, at = host) {
  await addAdministrator(at.context, email);
  const path = /\/convite\/\S+$/.exec(at.said.at(-1) ?? '')?.[0] ?? '';
  const token = path.split('/').at(-1) ?? '';
  const { authenticator = '' } = (await readInvitation(at.context.pool, at.context.key, token)) ?? {};
  return { path, authenticator };
}

async function administrator(at = host) {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  const { path, authenticator } = await invite(email, at);
  const code = await createOTP(authenticator).totp();
  const accepted = await post(path, { password: PASSWORD, code }, undefined, at);
  expect({ status: accepted.status, at: accepted.headers.location }).toEqual({ status: 303, at: '/operadores' });
  return { email, authenticator, path, cookie: sessionOf(accepted) ?? '', accepted };
}

describe('an administrator of the host', () => {
  it('chooses password and authenticator by the link of the command, once, and signs in with both', async () => {
    const { email, authenticator, path, cookie } = await administrator();
    expect((await get('/operadores', cookie)).text).toContain(email);
    expect((await get(path)).status).toBe(404);
    expect((await post(path, { password: PASSWORD, code: '000000' })).status).toBe(404);
    const out = await post('/sair', {}, cookie);
    expect(out.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await get('/operadores', cookie)).headers.location).toBe('/entrar');

    const code = await createOTP(authenticator).totp();
    const wrong = await post('/entrar', { email, password: 'outra senha qualquer', code });
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('não conferem') });
    expect((await post('/entrar', { email, password: PASSWORD, code: '000000' })).status).toBe(400);
    const entered = await post('/entrar', { email: email.toUpperCase(), password: PASSWORD, code });
    expect((await get('/operadores', sessionOf(entered))).status).toBe(200);
    // The code was used.
    expect((await post('/entrar', { email, password: PASSWORD, code })).status).toBe(400);
  });

  it('is answered as nobody is, and leaves neither password, code nor token in the log', async () => {
    const { email, authenticator, path } = await administrator();
    const code = await createOTP(authenticator).totp();
    const known = await post('/entrar', { email, password: 'senha errada', code });
    const nobody = await post('/entrar', { email: 'ninguem@exemplo.com.br', password: 'senha errada', code });
    expect(nobody.text.replace('ninguem@exemplo.com.br', email)).toBe(known.text);
    const log = JSON.stringify(host.log);
    for (const secret of [PASSWORD, authenticator, path.split('/').at(-1) ?? '', email])
      expect(log).not.toContain(secret);
  });

  it('has a weak password refused, and the form of another site', async () => {
    const { path, authenticator } = await invite('nova@exemplo.com.br');
    const code = await createOTP(authenticator).totp();
    expect((await post(path, { password: 'curta', code })).text).toContain('aria-invalid');
    const form = { password: PASSWORD, code };
    for (const origin of ['https://outro.example', 'null', `${originOf(host)}.outro.example`]) {
      expect((await host.ask(DOMAIN, path, { form, headers: { origin } })).status).toBe(403);
    }
    expect((await host.ask(DOMAIN, path, { form })).status).toBe(403);
    expect((await post(path, form)).status).toBe(303);
  });

  it('has no access after being removed, and none with the former password after another invitation', async () => {
    const { email, cookie } = await administrator();
    const { path, authenticator } = await invite(email);
    expect((await get('/operadores', cookie)).status).toBe(200);
    await post(path, { password: `${PASSWORD} nova`, code: await createOTP(authenticator).totp() });
    expect((await get('/operadores', cookie)).status).toBe(303);
    const code = await createOTP(authenticator).totp();
    expect((await post('/entrar', { email, password: PASSWORD, code })).status).toBe(400);
    const entered = await post('/entrar', { email, password: `${PASSWORD} nova`, code });
    await endAdministrator(host.context, email);
    expect((await get('/operadores', sessionOf(entered))).status).toBe(303);
    await expect(endAdministrator(host.context, email)).rejects.toThrow('is no administrator');
  });

  it('has a cookie of this very host, over HTTPS only, in production; attempts are counted', async () => {
    const production = await startTestHost({
      config: { isProduction: true, publicUrl: `https://${DOMAIN}`, rateLimits: true },
    });
    onTestFinished(() => production.close());
    const { accepted, email } = await administrator(production);
    expect(accepted.headers['set-cookie']?.[0]).toMatch(
      /^__Host-passeio\.host=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const statuses = [];
    for (let turn = 0; turn < 7; turn += 1) {
      statuses.push((await post('/entrar', { email, password: 'errada', code: '123456' }, '', production)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  });
});

describe("the host's page", () => {
  it('leads everybody without a session to the sign-in, and changes nothing', async () => {
    const operator = await host.add();
    const paths = ['', `/${operator.slug}`].map((path) => `/operadores${path}`);
    for (const path of paths) expect((await get(path)).headers.location).toBe('/entrar');
    for (const act of ['suspender', 'reativar', 'codigo']) {
      const path = `/operadores/${operator.slug}/${act}`;
      expect((await post(path, {}, 'passeio.host=wrong')).headers.location).toBe('/entrar');
    }
    expect((await readOperator(host.context.pool, operator.slug))?.state).toBe('active');
    const { headers } = await get('/entrar');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('suspends and resumes an operator, gives codes until it has an administrator, and logs who did it', async () => {
    const { cookie, email } = await administrator();
    const operator = await host.add('Rota <b>das</b> Águas');
    const path = `/operadores/${operator.slug}`;
    const page = await get(path, cookie);
    expect(page.text).toContain('Rota &lt;b&gt;das&lt;/b&gt; Águas');
    expect(page.text).toMatch(/Banco de dados<\/dt><dd>[\d.,]+ MB/);
    expect((await post(`${path}/suspender`, {}, cookie)).headers.location).toBe(`${path}?feito=suspenso`);
    await expect.poll(async () => (await host.ask(operator.domain, '/')).status, soon).toBe(503);
    expect((await post(`${path}/suspender`, {}, cookie)).status).toBe(409);
    expect((await post(`${path}/reativar`, {}, cookie)).status).toBe(303);
    await expect.poll(async () => (await host.ask(operator.domain, '/api/settings')).status, soon).toBe(200);
    const given = await post(`${path}/codigo`, {}, cookie);
    const code = /([\dA-F]{4}-){7}[\dA-F]{4}/.exec(given.text)?.[0] ?? '';
    await host.administrator({ domain: operator.domain, code });
    const late = await post(`${path}/codigo`, {}, cookie);
    expect(late).toMatchObject({ status: 409, text: expect.stringContaining('já tem administrador') });
    const log = (await get(path, cookie)).text;
    for (const act of ['suspendeu', 'reativou', 'gerou um código']) expect(log).toContain(`${email} ${act}`);
    expect(log).not.toContain(code);
  });

  it('finds operators by name, and says which are in maintenance', async () => {
    const { cookie } = await administrator();
    const [one, other] = [await host.add('Trilha do Ouro'), await host.add('Vale Encantado')];
    await host.context.pool.query("update operators set problem = 'relation x exists' where slug = $1", [one.slug]);
    const { text } = await get('/operadores?q=trilha', cookie);
    expect(text).toContain('em manutenção');
    expect(text).not.toContain(other.slug);
    expect((await get(`/operadores/${one.slug}`, cookie)).text).toContain('relation x exists');
    expect((await get('/operadores/nao-existe', cookie)).status).toBe(404);
  });

  it('reads no table of an operator but its jobs', async () => {
    const { cookie } = await administrator();
    const operator = await host.add();
    await host.inDatabase(operator.slug, async (_, pool) => {
      const { rows } = await pool.query<{ name: string; isJobs: boolean }>(
        `select format('%I.%I', schemaname, tablename) as name, schemaname = 'pgboss' as "isJobs" from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      const lock = async (names: string[]) => {
        const client = await pool.connect();
        await client.query(
          'set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set lock_timeout = 0',
        );
        await client.query(`begin; lock table ${names.join(', ')} in access exclusive mode`);
        return async () => {
          await client.query('rollback');
          client.release();
        };
      };
      // Whoever reads a locked table waits, and is answered nothing.
      const unlock = await lock(rows.filter(({ isJobs }) => !isJobs).map(({ name }) => name));
      for (const path of [`/operadores/${operator.slug}`, `/operadores?q=${operator.slug}`]) {
        const { text } = await get(path, cookie);
        expect(text).toContain('Trabalhos que falharam</dt><dd>0</dd>');
        expect(text).not.toContain('não respondeu');
      }
      await unlock();
      const unlockJobs = await lock(rows.filter(({ isJobs }) => isJobs).map(({ name }) => name));
      expect((await get(`/operadores/${operator.slug}`, cookie)).text).toContain('não respondeu');
      await unlockJobs();
    });
  });
});
