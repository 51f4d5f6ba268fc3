import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestHost, type TestHost } from '../../../test/hosting.ts';
import { databaseOf } from '../commands/context.ts';
import { readOperator, readOperators } from '../directory.queries.ts';

const DOMAIN = 'passeio.example';
const soon = { timeout: 30_000, interval: 100 };

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ hosting: { hasSignUp: true } });
});
afterAll(() => host.close());

const newSlug = () => `s${crypto.randomUUID().slice(0, 12)}`;
const get = (path: string, at = host) => at.ask(DOMAIN, path);
const post = (path: string, form: Record<string, string> = {}, at = host) =>
  at.ask(DOMAIN, path, { form, headers: { origin: at.config.publicUrl } });

/** The links that were sent to an address. */
async function linksTo(email: string, at = host): Promise<string[]> {
  const folder = join(at.config.dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .map(({ text = '' }) => /\/cadastro\/[\w-]+/.exec(text)?.[0] ?? '');
}

async function signUp(slug = newSlug(), at = host) {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  const answer = await post('/cadastro', { name: 'Rota Nova', slug, email }, at);
  const [link = ''] = await linksTo(email, at);
  return { answer, slug, email, link, domain: `${slug}.${DOMAIN}` };
}

const codeIn = (text: string) => /primeiro-acesso#((?:[\dA-F]{4}-){7}[\dA-F]{4})/.exec(text)?.[1] ?? '';

describe('an operator that signs up', () => {
  it('has a database only after the e-mail is confirmed, and its owner becomes the administrator there', async () => {
    expect((await get('/')).text).toContain('Crie o portal da sua agência');
    const { answer, slug, domain, link } = await signUp();
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('Confira o seu e-mail') });
    expect((await get(link)).text).toContain('Criar o portal?');
    expect(await readOperator(host.context.pool, slug)).toBeUndefined();
    expect((await post(link)).headers.location).toBe(link);
    const page = await get(link);
    expect(page.text).toContain('O portal está pronto');
    await expect.poll(async () => (await host.ask(domain, '/api/settings')).body?.name, soon).toBe('Rota Nova');
    await host.administrator({ domain, code: codeIn(page.text) });
    expect((await get(link)).text).toContain('O portal já tem administrador');
  });

  it('is made once, however often its owner confirms', async () => {
    const { link, slug } = await signUp();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(link)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303));
    await expect.poll(async () => (await get(link)).text, soon).toContain('O portal está pronto');
    const made = (await readOperators(host.context.pool)).filter((operator) => operator.slug === slug);
    expect(made).toHaveLength(1);
  });

  it('chooses another name where another one was faster, and nothing of it is made', async () => {
    const [first, second] = [await signUp(), await signUp()];
    await host.context.pool.query('update sign_ups set slug = $2 where slug = $1', [second.slug, first.slug]);
    expect((await post(first.link)).status).toBe(303);
    const late = await post(second.link);
    expect(late).toMatchObject({ status: 409, text: expect.stringContaining('já é de outra agência') });
    const again = await post('/cadastro', { name: 'Rota', slug: first.slug, email: 'a@exemplo.com.br' });
    expect(again).toMatchObject({ status: 400, text: expect.stringContaining('já é de outra agência') });
  });

  it('is made by another server where the first one died half-way', async () => {
    const { link, slug, domain } = await signUp();
    await host.context.pool.query(`create database ${databaseOf(slug)}`);
    await host.context.pool.query("update sign_ups set making_until = now() + interval '1 minute' where slug = $1", [
      slug,
    ]);
    expect((await post(link)).status).toBe(303);
    expect((await get(link)).text).toContain('Estamos preparando o portal');
    await host.context.pool.query('update sign_ups set making_until = now() where slug = $1', [slug]);
    expect((await post(link)).status).toBe(303);
    await expect.poll(async () => (await host.ask(domain, '/api/settings')).body?.name, soon).toBe('Rota Nova');
  });

  it('can be confirmed again after a failure, which leaves no database', async () => {
    const { link, slug } = await signUp();
    await host.context.pool.query(
      `create function fail_once() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
       create trigger fail before insert on operators for each row when (new.slug = '${slug}') execute function fail_once()`,
    );
    expect((await post(link)).status).toBe(500);
    const { rows } = await host.context.pool.query('select from pg_database where datname = $1', [databaseOf(slug)]);
    expect(rows).toEqual([]);
    await host.context.pool.query('drop trigger fail on operators; drop function fail_once()');
    expect((await post(link)).status).toBe(303);
    expect((await get(link)).text).toContain('O portal está pronto');
  });

  it('has a day to confirm', async () => {
    const { link, slug } = await signUp();
    await host.context.pool.query('update sign_ups set expires_at = now() where slug = $1', [slug]);
    for (const answer of [await get(link), await post(link)]) {
      expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('não vale mais') });
    }
    await signUp();
    const { rows } = await host.context.pool.query('select from sign_ups where slug = $1', [slug]);
    expect(rows).toEqual([]);
  });
});

describe('the form', () => {
  it('says at the field what is wrong', async () => {
    const given = { name: 'Rota', slug: 'rota-boa', email: 'ana@exemplo.com.br' };
    const wrong: [Partial<typeof given>, string][] = [
      [{ name: ' ' }, 'Diga o nome'],
      [{ name: 'a'.repeat(81) }, 'no máximo 80'],
      [{ slug: 'www' }, 'é reservado'],
      [{ slug: 'rota boa' }, 'letras sem acento'],
      [{ slug: 'xn--rota' }, 'é reservado'],
      [{ slug: 'a'.repeat(2_000) }, 'letras sem acento'],
      [{ email: 'ana' }, 'E-mail inválido'],
    ];
    for (const [more, sentence] of wrong) {
      expect((await post('/cadastro', { ...given, ...more })).text).toContain(sentence);
    }
    const markup = await post('/cadastro', { ...given, slug: '"><script>', name: '<b>x</b>' });
    expect(markup.text).not.toContain('<script>');
    expect(markup.text).not.toContain('<b>x</b>');
    expect((await host.ask(DOMAIN, '/cadastro', { form: given })).status).toBe(403);
    expect((await post('/cadastro', { ...given, name: 'a'.repeat(20_000) })).status).toBe(413);
  });

  it('counts per network, and sends a stranger three e-mails at most without saying so', async () => {
    const limited = await startTestHost({ hosting: { hasSignUp: true }, config: { rateLimits: true } });
    onTestFinished(() => limited.close());
    const email = 'vitima@exemplo.com.br';
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      statuses.push((await post('/cadastro', { name: 'Rota', slug: newSlug(), email }, limited)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect(await linksTo(email, limited)).toHaveLength(3);
  });

  it('is not there unless the host wants it', async () => {
    const closed = await startTestHost();
    onTestFinished(() => closed.close());
    expect((await get('/', closed)).headers.location).toBe('/operadores');
    expect((await post('/cadastro', { name: 'Rota', slug: 'rota', email: 'a@b.example' }, closed)).status).toBe(404);
    expect((await get('/cadastro/x', closed)).status).toBe(404);
  });
});
