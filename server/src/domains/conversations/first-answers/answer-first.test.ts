import { randomUUIDv7 } from 'node:crypto';
import { formatLongDate } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, roomTypeDraft, tripDraft } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, type FamilyTrip } from '../../../../test/parties.ts';
import type { ReportedMessage } from '../../../ports/whatsapp/port.ts';
import { receiveMessage } from '../../whatsapp/index.ts';
import { answerFirst, answerOf } from './answer-first.ts';
import sentences from './sentences.json' with { type: 'json' };

const ORIGIN = 'https://rota.example';
const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;

let app: TestApp;
let trip: FamilyTrip;
let slug: string;
beforeAll(async () => {
  app = await buildTestApp();
  trip = await createFamilyTrip(app, { title: 'Capitólio: cânions de Furnas', capacity: 12 });
  ({ slug } = await app.db.selectFrom('trips').select('slug').where('id', '=', trip.id).executeTakeFirstOrThrow());
});
afterAll(() => app.close());

const ask = (text: string) => answerOf(app.db, ORIGIN, text);

/** The trip's day as people write it. */
function dayOfTrip(): string {
  const day = Temporal.Instant.from(trip.departsAt.toISOString()).toZonedDateTimeISO(TIME_ZONE).toPlainDate();
  return `${day.day}/${day.month}/${day.year}`;
}

async function quoted(party: object) {
  const { body } = await call(app, 'POST', '/api/quotes', { body: { tripId: trip.id, party } });
  return body as { totalCents: number; depositCents: number };
}

describe('an answer', () => {
  it('has departure, price and places as the portal quotes them, and a link that carries the party', async () => {
    const answer = await ask(`4 lugares dia ${dayOfTrip()} pra Capitólio, 2 crianças de 5 e 8`);
    const { adult, child, lapChild } = trip.fares;
    const party = [
      { fareId: adult, count: 2 },
      { fareId: child, count: 1 },
      { fareId: lapChild, count: 1 },
    ];
    const { totalCents, depositCents } = await quoted(party);
    expect(totalCents).toBe(2 * 18_900 + 9_900);
    expect(answer).toContain('*Capitólio: cânions de Furnas*');
    expect(answer).toContain(formatLongDate(trip.departsAt.toISOString(), TIME_ZONE));
    expect(answer).toContain(`Para 2 adultos, 1 criança, 1 criança de colo (5, 8 anos): *${moneyText(totalCents)}*`);
    expect(answer).toContain(`Sinal para reservar: ${moneyText(depositCents)}`);
    expect(answer).toContain('Restam 12 vagas agora.');
    expect(answer).toContain(`${ORIGIN}/portal/passeio/${slug}?grupo=${adult}:2,${child}:1,${lapChild}:1`);
    expect(answer).not.toMatch(/pag(o|amos|uei)|receb/i);
  });

  it('follows an automatic discount as the portal does', async () => {
    const admin = await createPerson(app, 'ADMIN');
    const condition = { minPeople: 4, minTotalCents: null, minDaysBefore: null, fareLabels: [] };
    const rule = { label: 'Grupo', condition, benefit: { kind: 'percent', value: 10, fareLabels: [] } };
    const made = await call(app, 'POST', '/api/discount-rules', {
      ...{ token: admin.token, body: { ...rule, validFrom: null, validUntil: null } },
      headers: { 'idempotency-key': randomUUIDv7() },
    });
    expect(made.status).toBe(201);
    const party = [{ fareId: trip.fares.adult, count: 4 }];
    const { totalCents } = await quoted(party);
    expect(await ask('Capitólio 4 adultos')).toContain(moneyText(totalCents));
    expect(totalCents).toBeLessThan(4 * 18_900);
    await app.db.updateTable('discount_rules').set({ is_active: false }).execute();
  });

  it('without a party lists the fares, and so it does where a child’s age decides and is not said', async () => {
    for (const text of ['quanto custa capitólio?', '2 adultos e 1 criança capitólio', 'criança paga em Capitólio?']) {
      const answer = await ask(text);
      expect(answer).toContain(`• Criança (de 6 a 12 anos): ${moneyText(9_900)}`);
      expect(answer).not.toContain('grupo=');
      expect(answer).not.toContain('Cortesia');
    }
  });

  it('says that a party does not fit, and that a departure is sold out', async () => {
    expect(await ask('13 pessoas capitólio')).toContain('Restam 12 vagas agora: não cabe o grupo todo.');
    const full = await createFamilyTrip(app, { title: 'Gruta do Maquiné', capacity: 1 });
    await createFamily(app, { adult: 1 }, { trip: full });
    expect(await ask('2 pessoas maquiné')).toContain('lista de espera');
    await app.db.updateTable('trips').set({ is_active: false }).where('id', '=', full.id).execute();
  });

  it('says where people board and how they pay, if it is asked', async () => {
    expect(await ask('de onde sai capitólio?')).toContain('05:00 – Rodoviária');
    await app.db.updateTable('operator').set({ pix_key: 'a@rota.example' }).execute();
    expect(await ask('como eu pago capitólio?')).toContain('O pagamento é por Pix, na página da reserva.');
    await app.db.updateTable('operator').set({ pix_key: '' }).execute();
    expect(await ask('como eu pago capitólio?')).not.toContain('O pagamento é');
  });

  it('names the next departures where there is none on that day', async () => {
    const answer = await ask('Capitólio amanhã, 2 pessoas');
    expect(answer).toContain('não temos saída deste passeio na agenda.');
    expect(answer).toContain(formatLongDate(trip.departsAt.toISOString(), TIME_ZONE));
  });

  it('is a person’s where the price depends on rooms', async () => {
    const admin = await createPerson(app, 'ADMIN');
    const draft = tripDraft({ title: 'Serra da Bocaina', isActive: true, roomTypes: [roomTypeDraft()] });
    const made = await call(app, 'POST', '/api/trips', {
      ...{ token: admin.token, body: draft, headers: { 'idempotency-key': randomUUIDv7() } },
    });
    expect(made.status).toBe(201);
    expect(await ask('bocaina 2 pessoas')).toBeUndefined();
    await app.db.updateTable('trips').set({ is_active: false }).where('id', '=', made.body.id).execute();
    expect(await ask('quanto custa bocaina')).toBeUndefined();
  });

  it('finds a trip by a nickname that staff wrote, and knows no draft', async () => {
    expect(await ask('quanto custa poço verde?')).toBeUndefined();
    await app.db
      .updateTable('trips')
      .set({ nicknames: ['Poço Verde'] })
      .where('id', '=', trip.id)
      .execute();
    expect(await ask('quanto custa poço verde?')).toContain(moneyText(18_900));
    await app.db.updateTable('trips').set({ is_active: false }).where('id', '=', trip.id).execute();
    expect(await ask('quanto custa capitólio?')).toBeUndefined();
    await app.db.updateTable('trips').set({ is_active: true }).where('id', '=', trip.id).execute();
  });

  it('never names an amount that is not the engine’s, whatever is written', async () => {
    const words = sentences.flatMap(({ text }) => text.split(/\s+/));
    const parts = fc.constantFrom(...words, 'capitólio', 'capitólio', '2 pessoas', 'R$ 1,00', '289', '👶', '\u200b');
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 8 }), async (some) => {
        const text = some.join(' ');
        const answer = await ask(text);
        const amounts = answer?.match(/R\$\s[\d.]+,\d\d/g) ?? [];
        const link = /grupo=(\S+)/.exec(answer ?? '')?.[1];
        const party = link
          ?.split(',')
          .map((entry) => ({ fareId: entry.split(':')[0], count: Number(entry.split(':')[1]) }));
        const { totalCents, depositCents } = party ? await quoted(party) : { totalCents: 18_900, depositCents: 0 };
        const known = [totalCents, depositCents, 18_900, 9_900, 0].map(moneyText);
        for (const amount of amounts) expect(known, `${text} → ${answer}`).toContain(amount);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a message of a contact', () => {
  let phones = 0;
  let phone = '';
  beforeEach(async () => {
    phones += 1;
    phone = `+55359777${10_000 + phones}`;
    await switched(true);
  });

  async function switched(isOn: boolean): Promise<void> {
    await app.db.deleteFrom('whatsapp_settings').execute();
    await app.db.insertInto('whatsapp_settings').values({ first_answers: isOn }).execute();
  }

  const write = (text: string, more: Partial<ReportedMessage> = {}) =>
    receiveMessage(app.db, {
      ...{ does: 'message', direction: 'in', contact: { bsuid: null, phone }, name: '', kind: 'text', text },
      ...{ wamid: `wamid.${randomUUIDv7()}`, atMs: Date.now(), media: null },
      ...more,
    });
  const follow = ({ id }: { id: string }) => answerFirst({ ...app.app.deps, publicUrl: ORIGIN }, id);
  const answersIn = async (conversationId: string) => {
    const rows = await app.db
      .selectFrom('conversation_messages')
      .select(['text', 'about', 'sent_by', 'status'])
      .where('conversation_id', '=', conversationId)
      .where('direction', '=', 'out')
      .execute();
    return rows;
  };
  const stateOf = async (id: string) =>
    (await app.db.selectFrom('conversations').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

  it('is answered once, however often what follows from it is done', async () => {
    const stored = await write('Capitólio, 2 pessoas');
    await Promise.all([follow(stored), follow(stored)]);
    await follow(stored);
    expect(await answersIn(stored.conversationId)).toEqual([
      { text: expect.stringContaining('Para 2 adultos'), about: 'firstAnswer', sent_by: null, status: 'queued' },
    ]);
    expect(await stateOf(stored.conversationId)).toBe('answered');
  });

  it('waits for a person where that is off, or where it is not understood', async () => {
    const unsure = await write('já paguei Capitólio');
    await follow(unsure);
    expect(await answersIn(unsure.conversationId)).toEqual([]);
    expect(await stateOf(unsure.conversationId)).toBe('waiting');
    await app.db.deleteFrom('whatsapp_settings').execute();
    const off = await write('Capitólio, 2 pessoas');
    await follow(off);
    expect(await answersIn(off.conversationId)).toEqual([]);
  });

  it.each(['echo', 'inbox'])('is a person’s once one of the team has answered (%s)', async (by) => {
    const first = await write('Capitólio, 2 pessoas');
    if (by === 'echo') await write('Oi, aqui é a Bia', { direction: 'echo' });
    else {
      await app.db
        .updateTable('conversations')
        .set({ person_answered_at: new Date(), state: 'answered' })
        .where('id', '=', first.conversationId)
        .execute();
    }
    await follow(first);
    const second = await write('Capitólio, 2 pessoas');
    await follow(second);
    expect(await answersIn(first.conversationId)).toEqual([]);
    await app.db
      .updateTable('conversations')
      .set({ person_answered_at: new Date(Date.now() - 8 * DAY_MS) })
      .where('id', '=', first.conversationId)
      .execute();
    await follow(second);
    expect(await answersIn(first.conversationId)).toHaveLength(1);
  });

  it('is read together with what came just before, and the last of several is answered', async () => {
    const [one, two, three] = [await write('Capitólio'), await write(`dia ${dayOfTrip()}`), await write('3 pessoas')];
    for (const stored of [one, two, three]) await follow(stored);
    const answers = await answersIn(one.conversationId);
    expect(answers).toHaveLength(1);
    expect(answers[0]?.text).toContain('Para 3 adultos');
  });

  it('that is old, of somebody who wrote PARAR, or no text, is a person’s', async () => {
    const old = await write('Capitólio', { atMs: Date.now() - 3_600_000 });
    await follow(old);
    const picture = await write('Capitólio', { kind: 'image' });
    await follow(picture);
    await app.db.updateTable('chat_contacts').set({ stopped_at: new Date() }).where('phone', '=', phone).execute();
    const stopped = await write('Capitólio');
    await follow(stopped);
    expect(await answersIn(old.conversationId)).toEqual([]);
  });

  it('gets six answers a day at most, so that machines do not talk to each other', async () => {
    let conversationId = '';
    for (let time = 0; time < 9; time += 1) {
      const stored = await write('Capitólio');
      ({ conversationId } = stored);
      await follow(stored);
    }
    expect(await answersIn(conversationId)).toHaveLength(6);
  });
});
