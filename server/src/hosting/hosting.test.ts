import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTrip } from '../../test/factories.ts';
import { startTestHost, type TestHost } from '../../test/hosting.ts';
import { administer } from './cluster.ts';
import { addOperator } from './commands/add-operator.ts';
import { resumeOperator, suspendOperator } from './commands/change-state.ts';
import { databaseOf } from './commands/context.ts';
import { addDomain, removeDomain } from './commands/domains.ts';
import { listOperators, showOperator } from './commands/show-operators.ts';
import { readOperator } from './directory.queries.ts';

const soon = { timeout: 30_000, interval: 50 };

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

const nameAt = async (domain: string) => (await host.ask(domain, '/api/settings')).body?.name;

describe('a new operator', () => {
  it('answers at its domain with its own name, and its first administrator signs in there', async () => {
    const operator = await host.add('Serra Azul');
    expect(await nameAt(operator.domain)).toBe('Serra Azul');
    const { token } = await host.administrator(operator);
    const { body } = await host.ask(operator.domain, '/api/users/me', { token });
    expect(body).toMatchObject({ role: 'ADMIN' });
  });

  it('has another person of the same e-mail than the operator beside it, and no session there', async () => {
    const [one, other] = [await host.add(), await host.add()];
    const email = 'ana@exemplo.com.br';
    const [ana, namesake] = [await host.administrator(one, email), await host.administrator(other, email)];
    const me = async (domain: string, token: string) => (await host.ask(domain, '/api/users/me', { token })).status;
    expect([await me(one.domain, ana.token), await me(other.domain, namesake.token)]).toEqual([200, 200]);
    expect([await me(other.domain, ana.token), await me(one.domain, namesake.token)]).toEqual([401, 401]);
    const session = await host.ask(other.domain, '/identity/get-session', { cookie: ana.cookie });
    expect(session.body).toBeNull();
  });

  it('is refused with a sentence where its name or domain cannot be taken', async () => {
    const { slug } = await host.add();
    const add = (given: object) =>
      addOperator(host.context, { slug: 'novo-nome', name: 'Nova', domain: undefined, ...given });
    await expect(add({ slug })).rejects.toThrow(`There is an operator "${slug}" already.`);
    await expect(add({ slug: 'www' })).rejects.toThrow('"www" is reserved');
    await expect(add({ slug: 'xn--a' })).rejects.toThrow('is reserved');
    for (const bad of ['A', 'ab', 'Rota', 'rota_1', '-rota', 'rota-', "a'; drop", `a${'b'.repeat(40)}`]) {
      await expect(add({ slug: bad })).rejects.toThrow('cannot be the name of an operator');
    }
    await expect(add({ name: ' ' })).rejects.toThrow("Say the operator's name");
    for (const bad of ['localhost', '127.0.0.1', 'https://rota.example', 'a..example', 'rota.example/x', '[::1]']) {
      await expect(add({ domain: bad })).rejects.toThrow('is no domain');
    }
    await expect(add({ domain: `${slug}.passeio.example` })).rejects.toThrow('are those of the operators');
    expect(await readOperator(host.context.pool, 'novo-nome')).toBeUndefined();
  });
});

describe('the host of a request', () => {
  it('is nobody where no operator has the domain: a page without a name, and a refusal for programs', async () => {
    for (const name of ['nobody.example', 'www.passeio.example', '127.0.0.1', 'x'.repeat(300), 'a b', '']) {
      const page = await host.ask(name, '/portal/passeio');
      expect({ status: page.status, text: page.text }).toMatchObject({
        status: 404,
        text: expect.stringContaining('Não há nada neste endereço'),
      });
      expect(page.text).not.toMatch(/passeio|rota/i);
    }
    expect((await host.ask('nobody.example', '/api/settings')).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is read without case, port and final dot, and from no other header', async () => {
    const [one, other] = [await host.add('Uma'), await host.add('Outra')];
    expect(await nameAt(`${one.domain.toUpperCase()}.:8080`)).toBe('Uma');
    const headers = { 'x-forwarded-host': other.domain, forwarded: `host=${other.domain}` };
    expect((await host.ask(one.domain, '/api/settings', { headers })).body.name).toBe('Uma');
    const absolute = await host.ask(one.domain, `http://${other.domain}/api/settings`);
    expect(absolute.status).toBe(404);
    expect(absolute.text).not.toContain('Outra');
  });
});

describe('a suspended operator', () => {
  it('answers 503 with a sentence, and everything again once it is resumed', async () => {
    const [one, other] = [await host.add('Parada'), await host.add('Aberta')];
    const { id } = await host.inDatabase(one.slug, (db) => createTrip({ db }));
    expect((await host.ask(one.domain, `/api/trips/${id}`)).status).toBe(200);
    await suspendOperator(host.context, one.slug);
    await expect.poll(async () => (await host.ask(one.domain, '/')).status, soon).toBe(503);
    const page = await host.ask(one.domain, '/');
    expect(page.text).toContain('Este site está fora do ar por enquanto');
    expect(page.text).not.toContain('Parada');
    expect((await host.ask(one.domain, `/api/trips/${id}`)).body).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await nameAt(other.domain)).toBe('Aberta');
    await expect(suspendOperator(host.context, one.slug)).rejects.toThrow('is suspended already');
    await resumeOperator(host.context, one.slug);
    await expect.poll(async () => (await host.ask(one.domain, `/api/trips/${id}`)).status, soon).toBe(200);
  });
});

describe('a domain of its own', () => {
  it('leads to the primary one, which it becomes; webhooks are answered at both', async () => {
    const { slug, domain } = await host.add('Com domínio');
    const own = `www.${slug}.example`;
    await addDomain(host.context, slug, own, false);
    await expect.poll(async () => (await host.ask(own, '/portal?q=mar')).status, soon).toBe(308);
    const { location } = (await host.ask(own, '/portal?q=mar')).headers;
    expect(location).toBe(`http://${domain}:3000/portal?q=mar`);
    await addDomain(host.context, slug, own, true);
    await expect.poll(() => nameAt(own), soon).toBe('Com domínio');
    expect((await host.ask(domain, '/')).headers.location).toBe(`http://${own}:3000/`);
    expect((await host.ask(domain, '//nobody.example')).headers.location).toBe(`http://${own}:3000//nobody.example`);
    expect((await host.ask(domain, '/webhooks/pix/wrong', { method: 'POST', body: {} })).status).not.toBe(308);
    await expect(removeDomain(host.context, slug, own)).rejects.toThrow('is the primary domain');
    await expect(removeDomain(host.context, slug, domain)).rejects.toThrow('the name that the host gives');
    const other = await host.add();
    await expect(addDomain(host.context, other.slug, own, true)).rejects.toThrow(`is a domain of "${slug}" already`);
  });
});

describe('a database that fails', () => {
  it('stops its operator alone, with a page that says so', async () => {
    const [lost, hung, fine] = [await host.add(), await host.add(), await host.add('Sem problema')];
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const url = `postgresql://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/nothing`;
    const { pool, key, cluster } = host.context;
    const wrapped = key.wrap(url, `${hung.slug} database`);
    await pool.query('update operators set wrapped_url = $2 where slug = $1', [hung.slug, wrapped]);
    const database = databaseOf(lost.slug);
    await administer(cluster.urlOf('postgres'), `alter database "${database}" rename to "${database}_gone"`).catch(
      async () => administer(cluster.urlOf('postgres'), `drop database "${database}" with (force)`),
    );
    onTestFinished(async () => {
      await administer(cluster.urlOf('postgres'), `drop database if exists "${database}_gone" with (force)`);
      await pool.query('update operators set wrapped_url = null where slug = $1', [hung.slug]);
    });
    await expect.poll(async () => (await host.ask(lost.domain, '/api/settings')).status, soon).toBe(503);
    const slow = host.ask(hung.domain, '/');
    for (let turn = 0; turn < 20; turn += 1) expect(await nameAt(fine.domain)).toBe('Sem problema');
    expect((await slow).status).toBe(503);
    expect((await slow).text).toContain('Não deu para abrir o site agora');
  });

  it('of an earlier version that cannot be migrated answers with a maintenance page, until it is mended', async () => {
    const [failing, fine] = [await host.add('Parou'), await host.add('Segue')];
    await host.inDatabase(failing.slug, (_, pool) =>
      pool.query("insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', now())"),
    );
    const { pool } = host.context;
    await pool.query("update operators set version = '0400_baseline' where slug = any ($1)", [
      [failing.slug, fine.slug],
    ]);
    const second = await host.startServer();
    await expect.poll(async () => (await second.ask(failing.domain, '/')).status, soon).toBe(503);
    await expect
      .poll(async () => (await second.ask(failing.domain, '/')).text, soon)
      .toContain('Este site está em manutenção');
    expect((await second.ask(fine.domain, '/api/settings')).body.name).toBe('Segue');
    await expect.poll(async () => (await readOperator(pool, fine.slug))?.version, soon).not.toBe('0400_baseline');
    await listOperators(host.context);
    expect(host.said.join('\n')).toMatch(new RegExp(`${failing.slug} +maintenance`));
    expect(host.said.join('\n')).toContain(
      `${failing.slug} could not be migrated: This database was migrated by a later`,
    );
    await host.inDatabase(failing.slug, (_, own) => own.query("delete from kysely_migration where name like '9999%'"));
    await resumeOperator(host.context, failing.slug);
    await expect.poll(async () => (await second.ask(failing.domain, '/api/settings')).body?.name, soon).toBe('Parou');
  });
});

describe('what belongs to the operator', () => {
  it('is in its folder, its log lines name it, and the directory has nothing readable of its secret', async () => {
    const operator = await host.add('Com registro');
    await host.administrator(operator);
    await host.ask(operator.domain, '/api/users/me', { token: 'wrong' });
    expect(host.log.some((line) => line.operator === operator.slug)).toBe(true);
    const row = await readOperator(host.context.pool, operator.slug);
    const secret = host.context.key.unwrap(row?.wrapped_secret as Buffer, operator.slug);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(() => host.context.key.unwrap(row?.wrapped_secret as Buffer, 'another')).toThrow('another key');
    expect(row?.wrapped_secret?.toString('latin1')).not.toContain(secret);
    await showOperator(host.context, operator.slug);
    expect(host.said.join('\n')).not.toContain(secret);
  });

  it('are cookies that no other subdomain can set, and HTTPS for its own name alone, in production', async () => {
    const production = await startTestHost({ config: { isProduction: true } });
    onTestFinished(() => production.close());
    const operator = await production.add();
    const { setCookie, token } = await production.administrator(operator);
    const session = setCookie.find((line) => line.includes('session_token')) ?? '';
    expect(session).toMatch(/^__Host-passeio\.session_token=.*; Path=\/(;|$)/);
    expect(session).toContain('; Secure');
    expect(session).not.toContain('Domain=');
    const { headers } = await production.ask(operator.domain, '/api/users/me', { token });
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
  });
});
