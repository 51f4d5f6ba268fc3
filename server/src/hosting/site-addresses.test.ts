import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpData } from '../../test/factories.ts';
import { type HostedPerson, PASSWORD, startTestHost, type TestHost } from '../../test/hosting.ts';

const soon = { timeout: 30_000, interval: 50 };
const txt = new Map<string, string[]>();

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ txt });
});
afterAll(() => host.close());

type Operator = Awaited<ReturnType<TestHost['add']>>;

async function newOperator(): Promise<{ operator: Operator; owner: HostedPerson }> {
  const operator = await host.add();
  return { operator, owner: await host.administrator(operator) };
}

const read = ({ domain }: Operator, { token }: HostedPerson) => host.ask(domain, '/api/site-address', { token });
const send = ({ domain }: Operator, { token }: HostedPerson, path: string, body: object, method = 'POST') =>
  host.ask(domain, `/api/site-address/${path}`, { method, token, body });
const mayHaveCertificate = async (domain: string) =>
  (await host.ask('application:3000', `/tls-ask?domain=${encodeURIComponent(domain)}`)).status;

describe("a domain of the operator's own", () => {
  it('leads to the portal once its record is found, and becomes the address by who proves themselves', async () => {
    const { operator, owner } = await newOperator();
    const domain = `${operator.slug}.example`;
    const claimed = await send(operator, owner, 'claims', { domain: ` ${domain.toUpperCase()}. ` });
    expect(claimed.body).toMatchObject({ isHosted: true, primary: operator.domain, others: [] });
    const [claim] = claimed.body.claims;
    expect(claim).toEqual({
      domain,
      record: `_passeio.${domain}`,
      value: expect.stringMatching(/^passeio-[\da-f]{32}$/),
    });
    expect(await mayHaveCertificate(domain)).toBe(404);
    expect((await host.ask(domain, '/')).status).toBe(404);

    txt.set(claim.record, ['v=spf1 -all', `${claim.value}0`]);
    expect((await send(operator, owner, 'proofs', { domain })).body).toMatchObject({ code: 'DOMAIN_UNPROVED' });
    txt.set(claim.record, ['v=spf1 -all', claim.value]);
    expect((await send(operator, owner, 'proofs', { domain })).body).toMatchObject({ others: [domain], claims: [] });
    await expect.poll(() => mayHaveCertificate(domain), soon).toBe(200);
    await expect.poll(async () => (await host.ask(domain, '/')).headers.location, soon).toMatch(operator.domain);

    const move = (password: string) => send(operator, owner, 'primary', { domain, password }, 'PUT');
    expect((await move('outra senha')).body).toMatchObject({ code: 'CONNECTION_PROOF_WRONG' });
    expect((await move(PASSWORD)).body).toMatchObject({ primary: domain, others: [operator.domain] });
    await expect.poll(async () => (await host.ask(operator.domain, '/')).headers.location, soon).toMatch(domain);
    const again = await host.signIn(domain, owner.email);
    const { body } = await host.ask(domain, '/api/audit', { token: again.token });
    const actions = body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['settings.domain_added', 'settings.domain_made_primary']));
  });

  it('is nobody else’s: not without its record, and not once it is proved', async () => {
    const [one, other] = [await newOperator(), await newOperator()];
    const domain = `disputado-${one.operator.slug}.example`;
    const claimedValue = async ({ operator, owner }: typeof one) =>
      (await send(operator, owner, 'claims', { domain })).body.claims[0].value as string;
    const [first, second] = [await claimedValue(one), await claimedValue(other)];
    expect(first).not.toBe(second);
    txt.set(`_passeio.${domain}`, [first]);
    expect((await send(other.operator, other.owner, 'proofs', { domain })).status).toBe(409);
    expect((await send(one.operator, one.owner, 'proofs', { domain })).status).toBe(200);
    txt.set(`_passeio.${domain}`, [second]);
    expect((await send(other.operator, other.owner, 'proofs', { domain })).body.code).toBe('DOMAIN_TAKEN');
    expect((await send(other.operator, other.owner, 'claims', { domain })).body.code).toBe('DOMAIN_TAKEN');
    const move = { domain, password: PASSWORD };
    expect((await send(other.operator, other.owner, 'primary', move, 'PUT')).body.code).toBe('DOMAIN_UNKNOWN');
    await send(other.operator, other.owner, 'removals', { domain });
    expect((await send(other.operator, other.owner, 'removals', { domain })).body.code).toBe('DOMAIN_UNKNOWN');
    expect((await read(one.operator, one.owner)).body.others).toContain(domain);
  });

  it('is refused where it is none, the host’s, or one too many; the host’s name and the primary one stay', async () => {
    const { operator, owner } = await newOperator();
    for (const domain of ['localhost', '10.0.0.1', 'https://rota.example', 'a'.repeat(260)]) {
      expect((await send(operator, owner, 'claims', { domain })).status).toBe(400);
    }
    for (const domain of ['passeio.example', 'outra.passeio.example']) {
      expect((await send(operator, owner, 'claims', { domain })).body.code).toBe('DOMAIN_TAKEN');
    }
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await send(operator, owner, 'claims', { domain: `d${turn}-${operator.slug}.example` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
    expect((await send(operator, owner, 'removals', { domain: operator.domain })).body.code).toBe('DOMAIN_UNKNOWN');
    const { token, email } = await host.signIn(operator.domain);
    await host.ask(operator.domain, '/api/users', { method: 'POST', token, body: signUpData({ email }) });
    expect((await host.ask(operator.domain, '/api/site-address', { token })).status).toBe(403);
  });
});

it('a proxy may have certificates for the host and its operators, and for nothing else', async () => {
  const operator = await host.add();
  expect(await mayHaveCertificate('passeio.example')).toBe(200);
  expect(await mayHaveCertificate(operator.domain.toUpperCase())).toBe(200);
  for (const domain of ['', 'nobody.example', `x.${operator.domain}`, '127.0.0.1', 'a'.repeat(5_000)]) {
    expect(await mayHaveCertificate(domain)).toBe(404);
  }
});
