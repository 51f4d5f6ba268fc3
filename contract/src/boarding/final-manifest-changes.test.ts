import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countManifestChanges,
  type ListedPerson,
  type ManifestChangeKind,
  manifestChanges,
} from './final-manifest-changes.ts';

const person = (n: number, more: Partial<ListedPerson> = {}): ListedPerson => ({
  participantId: `id-${n}`,
  name: `Pessoa ${n}`,
  documentType: 'rg',
  documentNumber: `MG-${10_000 + n}`,
  documentIssuer: 'SSP/MG',
  birthdate: '1990-05-17',
  ...more,
});
const kindsOf = (before: ListedPerson[], after: ListedPerson[]) =>
  manifestChanges(before, after).map(({ kind }) => kind);

/** What happens to one person of a list after it was frozen. */
const fate = fc.constantFrom('stays', 'removed', 'replaced', 'corrected', 'returned' as const);
const history = fc.record({ fates: fc.array(fate, { minLength: 1, maxLength: 60 }), added: fc.nat({ max: 12 }) });

function live({ fates, added }: { fates: string[]; added: number }) {
  const frozen = fates.map((_, n) => person(n));
  const current = frozen.flatMap((one, n): ListedPerson[] => {
    if (fates[n] === 'removed') return [];
    if (fates[n] === 'replaced') return [{ ...person(n + 1_000), participantId: one.participantId }];
    if (fates[n] === 'corrected') return [{ ...one, documentIssuer: 'PC/MG' }];
    // In another reservation.
    if (fates[n] === 'returned') return [{ ...one, participantId: `new-${n}` }];
    return [one];
  });
  return { frozen, current: [...current, ...Array.from({ length: added }, (_, n) => person(2_000 + n))] };
}

describe('what changed since a list was frozen', () => {
  it('names what happened to each person, in whatever order the people are', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat()), (story, order) => {
        const { frozen, current } = live(story);
        const shuffled = current
          .map((one) => ({ one, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const kinds = kindsOf(frozen, shuffled);
        const count = (kind: ManifestChangeKind) => kinds.filter((one) => one === kind).length;
        for (const kind of ['removed', 'replaced', 'corrected'] as const) {
          expect(count(kind)).toBe(story.fates.filter((one) => one === kind).length);
        }
        expect(count('added')).toBe(story.added);
      }),
    );
  });

  it('counts at most everybody of both lists, and against the limit exactly', () => {
    fc.assert(
      fc.property(history, (story) => {
        const { frozen, current } = live(story);
        const counts = countManifestChanges(manifestChanges(frozen, current), frozen.length);
        expect(counts.changed).toBeLessThanOrEqual(Math.max(frozen.length, current.length));
        expect(counts.isOverLimit).toBe(counts.changed / frozen.length > 0.2 + Number.EPSILON);
        expect(counts.changed === 0).toBe(story.added === 0 && story.fates.every((one) => /stays|returned/.test(one)));
      }),
    );
  });

  it('names nothing where only the order differs', () => {
    fc.assert(
      fc.property(history, (story) => {
        const { frozen } = live(story);
        expect(kindsOf(frozen, frozen.toReversed())).toEqual([]);
      }),
    );
  });

  it('distinguishes a correction from another person by name and document', () => {
    const ana = person(1, { name: 'Ana Pardo' });
    expect(manifestChanges([ana], [{ ...ana, name: 'Ana Prado' }])).toEqual([
      { kind: 'corrected', name: 'Ana Prado', before: 'Ana Pardo' },
    ]);
    expect(manifestChanges([ana], [{ ...ana, name: 'Bia Reis', documentNumber: 'MG-2' }])).toEqual([
      { kind: 'replaced', name: 'Bia Reis', before: 'Ana Pardo' },
    ]);
    const unnamed = person(2, { name: 'Pessoa 2 de Ana', documentNumber: null, birthdate: null });
    expect(kindsOf([unnamed], [person(2)])).toEqual(['corrected']);
  });

  it('recognises who came back in another reservation, whatever the document’s dots', () => {
    const before = person(1, { documentNumber: 'MG-12.345' });
    const after = { ...before, participantId: 'other', documentNumber: 'mg12345' };
    expect(kindsOf([before], [after])).toEqual(['corrected']);
    expect(kindsOf([before], [{ ...after, documentNumber: before.documentNumber }])).toEqual([]);
  });

  it('knows nobody by a document that is missing', () => {
    const without = (n: number) => person(n, { documentNumber: null });
    expect(kindsOf([without(1)], [without(2)])).toEqual(['removed', 'added']);
  });
});

describe('the limit', () => {
  it.each([
    [3, 40, 7.5, false],
    [8, 40, 20, false],
    [9, 40, 22.5, true],
    [1, 3, 33.3, true],
    [0, 40, 0, false],
  ])('%s of %s are %s %%', (changed, people, percent, isOverLimit) => {
    const changes = Array.from({ length: changed }, () => ({ kind: 'corrected' as const }));
    expect(countManifestChanges(changes, people)).toEqual({ changed, people, percent, isOverLimit });
  });

  it('counts one who leaves and one who comes instead once', () => {
    expect(countManifestChanges([{ kind: 'removed' }, { kind: 'added' }, { kind: 'added' }], 40).changed).toBe(2);
  });
});
