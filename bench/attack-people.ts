import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { anyAddress } from './people.ts';
import type { Product } from './product.ts';

// Attacks on people: on somebody's mailbox, and on the CPF of a client.
const CODES = 110;
const CODES_PER_HOUR = 3;
const RESET_MS = 30_000;
const POLL_MS = 250;
const PASSWORD = 'uma senha comprida';
/** A masked CPF shows the last of its digits. */
const SHOWN = 5;

type Attacked = Pick<Product, 'url' | 'origin' | 'dataDir'>;

/** A stranger has codes sent to an address from everywhere; then its owner asks for a new password. */
export async function floodMailbox(product: Attacked, database: pg.Pool) {
  const name = `dona-${randomUUID().slice(0, 8)}`;
  const address = `${name}@exemplo.com.br`;
  await post(product, '/identity/sign-up/email', { name: 'Dona Silva', email: address, password: PASSWORD });
  const { rows } = await database.query<{ id: string; fare: string; point: string }>(
    `select t.id, f.id as fare, t.boarding_points->0->>'id' as point
     from trips t join trip_fares f on f.trip_id = t.id and f.takes_place and f.audience = 'public'
     where t.is_active and t.departs_at > now() and not t.on_request and t.smallest_waiting is null
     order by t.capacity - t.places_taken desc, f.position limit 1`,
  );
  const [trip] = rows;
  const began = performance.now();
  let refused = 0;
  for (let sent = 0; sent < CODES; sent += 1) {
    const email = sent % 2 ? address : `${name}+${sent}@exemplo.com.br`;
    const contact = `+55359${String(80_000_000 + sent)}`;
    const { status } = await post(product, `/api/trips/${trip?.id}/guest-reservations`, {
      party: [{ fareId: trip?.fare, count: 1 }],
      ...(trip?.point && { boardingPointId: trip.point }),
      guest: { name: 'Quem Quer', contact, email },
      acceptedPolicy: true,
    });
    if (status >= 400) refused += 1;
  }
  const seconds = (performance.now() - began) / 1_000;
  const asked = performance.now();
  await post(product, '/identity/request-password-reset', { email: address });
  let mails = await subjectsTo(product, name);
  while (!mails.some(isReset) && performance.now() - asked < RESET_MS) {
    await wait(POLL_MS);
    mails = await subjectsTo(product, name);
  }
  const codes = mails.filter((subject) => subject.includes('código')).length;
  const isGood = mails.some(isReset) && codes <= CODES_PER_HOUR;
  return {
    attack: `${CODES} reservations with one address in ${seconds.toFixed(1)} s`,
    'of these refused': refused,
    'codes that arrived': codes,
    'new password after, s': mails.some(isReset) ? ((performance.now() - asked) / 1_000).toFixed(1) : 'never',
    isGood,
  };
}

const isReset = (subject: string) => /senha/i.test(subject);

async function post({ url, origin }: Attacked, path: string, body: object): Promise<{ status: number }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': anyAddress(),
      origin,
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return { status: response.status };
}

/** Subjects of the e-mails that the product wrote to a mailbox, as far as their first line says them. */
async function subjectsTo({ dataDir }: Attacked, name: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts
    .filter((text) => new RegExp(`^To: <?${name}[+@]`, 'm').test(text))
    .map((text) => decoded(/^Subject: ([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/m.exec(text)?.[1] ?? ''));
}

/** The words of a header line (RFC 2047, both encodings). */
function decoded(line: string): string {
  return line.replace(/\r?\n\s+/g, ' ').replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) => {
    if (kind.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString();
    const bytes = text
      .replaceAll('_', ' ')
      .replace(/=([\dA-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString();
  });
}

/**
 * Staff guesses the digits of a client's CPF that are not shown, each by searching ten longer numbers, in every way to
 * search people. `operator`: whose token; `permissions`: what they may do.
 */
export async function guessCpf(
  { url }: Attacked,
  database: pg.Pool,
  { operator, token, victim, permissions }: { operator: string; token: string; victim: string; permissions: string[] },
) {
  await database.query(`update users set role = 'OPERATOR', permissions = $2 where id = $1`, [operator, permissions]);
  const { rows } = await database.query<{ cpf: string; trip: string }>(
    'select cpf, (select trip_id from reservations where user_id = users.id limit 1) as trip from users where id = $1',
    [victim],
  );
  const { cpf = '', trip } = rows[0] ?? {};
  const ways = [
    'search?q=',
    `trips/${trip}/candidates?q=`,
    `trips/${trip}/passengers?q=`,
    'overview/reservations?list=found&q=',
  ];
  let requests = 0;
  let learnt = 0;
  for (const way of ways) {
    const finds = async (q: string) => {
      requests += 1;
      const response = await fetch(`${url}/api/${way}${q}`, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': anyAddress() },
      });
      return response.ok && JSON.stringify(await response.json()).includes(victim);
    };
    for (let known = SHOWN; known < cpf.length - 1; known += 1) {
      const tail = cpf.slice(-known);
      const found: string[] = [];
      for (const digit of '0123456789') if (await finds(digit + tail)) found.push(digit);
      if (found.length === 1) learnt += 1;
    }
  }
  const attack = `an operator ${permissions.includes('see_documents') ? 'with' : 'without'} "see documents"`;
  return { attack, requests, 'digits learnt': learnt, isGood: learnt === 0 };
}
