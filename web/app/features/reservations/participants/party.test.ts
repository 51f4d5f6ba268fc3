import { describe, expect, it } from 'vitest';
import { fares, newDetails, newParticipant, newPayer } from '~/test/reservations';
import { newExtra } from '~/test/trip';
import { fareByAgeText, fareDecision, possibleCompanions, requiredOutcome } from './party';

const terms = {
  fares: Object.values(fares),
  // 00:30 on 6 December where the operator is.
  departsAt: '2026-12-06T03:30:00.000Z',
  timeZone: 'America/Sao_Paulo',
};
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

describe('the fare by age', () => {
  it('is that of somebody who turns 13 on the day of departure', () => {
    const decision = fareDecision('2013-12-06', fares.child.id, terms);
    expect(decision).toEqual({ age: 13, fare: fares.adult });
    expect(plain(fareByAgeText(13, fares.adult, fares.child.priceCents))).toBe(
      'Com 13 anos no dia da saída vale a tarifa Adulto: R$ 189,00 em vez de R$ 95,00.',
    );
    expect(fareDecision('2013-12-07', fares.child.id, terms)).toEqual({ age: 12, fare: fares.child });
  });

  it('stays as staff gave it, whatever the age', () => {
    expect(fareDecision('2013-12-06', crypto.randomUUID(), terms)).toBeUndefined();
    expect(fareDecision(null, fares.child.id, terms)).toBeUndefined();
  });
});

describe('who can accompany', () => {
  const mother = newPayer();
  const unknown = newParticipant();
  const teenager = newParticipant({ age: 15 });
  const baby = newParticipant({ companionId: mother.id, age: 1 }, fares.lap);
  const people = [mother, unknown, teenager, baby];

  it('are the adults of the reservation', () => {
    const found = possibleCompanions(people, terms.fares, { personId: teenager.id, onLap: false });
    expect(found).toEqual([mother, unknown]);
  });

  it('are for a lap child those whose lap is free', () => {
    expect(possibleCompanions(people, terms.fares, { personId: null, onLap: true })).toEqual([unknown]);
    expect(possibleCompanions(people, terms.fares, { personId: baby.id, onLap: true })).toEqual([mother, unknown]);
  });
});

describe('the required extras', () => {
  const fee = newExtra('Taxa', 1_000, { choice: 'required', minAge: 12, maxAge: 59 });
  const partyWith = (extra = fee, more: object = {}) => {
    const details = newDetails({});
    return { ...details, ...more, trip: { ...details.trip, extras: [extra] } };
  };
  const adult = { fare: fares.adult, age: null };

  it('of somebody who is added are named with their price, and one that is sold out too', () => {
    const add = { kind: 'add', fare: fares.adult } as const;
    const added = requiredOutcome(adult, add, partyWith());
    expect({ ...added, text: plain(added.text) }).toEqual({
      cents: 1_000,
      text: 'Com o obrigatório: Taxa (R$ 10,00).',
    });
    expect(requiredOutcome({ ...adult, age: 70 }, add, partyWith())).toEqual({ cents: 0, text: '' });
    const gone = requiredOutcome(adult, add, partyWith({ ...fee, stock: 1, stockLeft: 0 }));
    expect(gone).toEqual({ cents: 0, text: 'Obrigatório, mas esgotado: Taxa.' });
  });

  it('follow another age, and nothing is said while it stays', () => {
    const participant = newParticipant({ age: null });
    const fill = { kind: 'fill', participant } as const;
    const line = { id: crypto.randomUUID(), kind: 'extra', label: 'Taxa', quantity: 1, unitCents: 1_000 } as const;
    const lines = [{ ...line, totalCents: 1_000, extraId: fee.id, participantId: participant.id }];
    const party = partyWith(fee, { lines });
    const ended = requiredOutcome({ ...adult, age: 70 }, fill, party);
    expect({ ...ended, text: plain(ended.text) }).toEqual({
      cents: -1_000,
      text: 'Sai o que não é para esta idade: Taxa (R$ 10,00).',
    });
    expect(requiredOutcome({ ...adult, age: 30 }, fill, party)).toEqual({ cents: 0, text: '' });
  });
});
