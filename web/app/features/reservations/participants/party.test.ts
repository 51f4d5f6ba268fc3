import { describe, expect, it } from 'vitest';
import { fares, newParticipant, newPayer } from '~/test/reservations';
import { fareByAgeText, fareDecision, possibleCompanions } from './party';

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
