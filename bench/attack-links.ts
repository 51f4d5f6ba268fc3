import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Product } from './product.ts';

interface Attacker {
  id: string;
  token: string;
}

interface Parties {
  /** Staff with every permission, who records the payment. */
  staff: string;
  /** Staff without permissions. */
  blind: Attacker;
  /** Staff who may see amounts. */
  seeing: Attacker;
  /** An account of theirs. */
  account: Attacker;
}

const cpf = '39053344705';

/**
 * An operator makes every link of a guest's paid reservation that they may, and acts by it as the guest: with the
 * digits that they read, guessed codes, an account of their own, their own address on file. Says what got through.
 */
export async function attackByOwnLinks({ url }: Product, database: pg.Pool, parties: Parties) {
  const { staff, blind, seeing, account } = parties;
  const through: string[] = [];
  let tried = 0;
  const ask = async (token: string | undefined, method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        'x-forwarded-for': '198.51.100.9',
        'idempotency-key': randomUUID(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.json().catch(() => ({}));
    // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
    return { isDone: response.ok, answer: answer as any };
  };
  const attempt = async (name: string, ...call: Parameters<typeof ask>) => {
    tried += 1;
    if ((await ask(...call)).isDone) through.push(name);
  };
  const grant = (id: string, permissions: string[]) =>
    database.query(`update users set role = 'OPERATOR', permissions = $2 where id = $1`, [id, permissions]);
  await grant(blind.id, []);
  await grant(seeing.id, ['see_money']);

  const guest = await reserveAndPay(ask, database, staff);
  const before = await stateOf(database, guest.id);
  const mine = 'quem.ataca@exemplo.com.br';
  await attempt('payer link without permission', blind.token, 'POST', `reservations/${guest.id}/link`);
  await attempt('invitation without permission', blind.token, 'POST', `users/${guest.payer}/invitation`);
  await attempt('guide link without permission', blind.token, 'POST', `trips/${guest.trip}/guide-links`, {
    name: 'Guia',
  });
  for (const { token } of [blind, seeing])
    await attempt('own address on file', token, 'PUT', `reservations/${guest.id}/payer`, { email: mine });

  const made = await ask(seeing.token, 'POST', `reservations/${guest.id}/link`);
  const invited = await ask(seeing.token, 'POST', `users/${guest.payer}/invitation`);
  for (const link of [made.answer.url, invited.answer.link] as string[]) {
    const token = link.split('#')[1];
    const { refundCents } = (await ask(undefined, 'POST', 'reservation-links/cancellation', { token })).answer;
    const acts: [string, object][] = [
      ['cancel', { refundCents }],
      ['refund-key', { pixKey: mine }],
      ['email-code', { email: mine }],
      ['participant-link', { participantId: guest.companion }],
      ['authorization-form', { participantId: guest.companion }],
      ['erasure', {}],
      ['adoption', {}],
      ['proof-code', {}],
    ];
    for (const [name, body] of acts) {
      const by = [undefined, seeing.token, account.token];
      for (const session of name === 'adoption' ? by.slice(1) : by)
        for (const proof of [{}, { phoneDigits: guest.digits }, { emailCode: '000000' }])
          await attempt(`${name} by a link of staff`, session, 'POST', `reservation-links/${name}`, {
            ...{ token, ...body, ...proof },
          });
    }
    // Asked of staff, which the maker does not decide.
    await ask(undefined, 'POST', 'reservation-links/requests', { token, name: 'cancel', refundCents });
    await grant(seeing.id, ['see_money', 'refund']);
    for (const { id } of (await ask(seeing.token, 'GET', 'link-requests')).answer.data)
      await attempt('own request', seeing.token, 'POST', `link-requests/${id}/confirmation`);
    await grant(seeing.id, ['see_money']);
  }

  const companion = await ask(blind.token, 'POST', `reservations/${guest.id}/participants/${guest.companion}/link`);
  const read = { token: companion.answer.url.split('#')[1] };
  tried += 1;
  const seen = await ask(undefined, 'POST', 'participants/link/read', read);
  if (JSON.stringify(seen.answer).includes(cpf)) through.push("a companion's CPF");
  const isUnchanged = JSON.stringify(before) === JSON.stringify(await stateOf(database, guest.id));
  const attack = 'an operator acts by the links that they make';
  return { attack, tried, through: [...new Set(through)].join(', ') || 'none', isGood: isUnchanged && !through.length };
}

type Ask = (
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
) => Promise<{ isDone: boolean; answer: any }>;

/** A guest's reservation for two, of which the deposit came in. */
async function reserveAndPay(ask: Ask, database: pg.Pool, staff: string) {
  const { rows } = await database.query<{ id: string; fare: string; place: string }>(
    `select t.id, f.id as fare, t.boarding_points -> 0 ->> 'id' as place from trips t join trip_fares f on f.trip_id = t.id
     where t.is_active and not t.on_request and t.deposit_percent > 0 and f.audience = 'public' and f.takes_place
       and t.departs_at > now() + interval '10 days' and t.capacity - t.places_taken > 4
     order by t.departs_at, f.position limit 1`,
  );
  const { id: trip = '', fare, place } = rows[0] ?? {};
  const digits = '4321';
  const asked = {
    party: [{ fareId: fare, count: 2 }],
    boardingPointId: place,
    acceptedPolicy: true,
    guest: { name: 'Teresa Rocha Dias', contact: `+5535992${digits.padStart(6, '0')}` },
  };
  const { answer } = await ask(undefined, 'POST', `trips/${trip}/guest-reservations`, asked);
  const [, companion] = answer.participants;
  const { id, depositCents: amountCents } = answer;
  await ask(staff, 'PUT', `reservations/${id}/participants/${companion.id}`, { name: 'Rute Dias', cpf });
  await ask(staff, 'POST', `reservations/${id}/payments`, { kind: 'deposit', method: 'cash', amountCents });
  const found = await database.query<{ user_id: string }>('select user_id from reservations where id = $1', [id]);
  return { id: id as string, trip, digits, companion: companion.id as string, payer: found.rows[0]?.user_id ?? '' };
}

async function stateOf(database: pg.Pool, id: string) {
  const { rows } = await database.query(
    `select r.state, r.user_id, r.received_cents, r.places, u.email, u.contact, u.name, u.subject,
       (select count(*) from refunds where reservation_id = r.id) as refunds
     from reservations r join users u on u.id = r.user_id where r.id = $1`,
    [id],
  );
  return rows;
}
