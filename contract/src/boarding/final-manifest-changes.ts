import { z } from '../zod.ts';

/** Percentage of a list's people that may change after the licence. Source: domain facts, "Law and paper". */
export const CHANGE_LIMIT_PERCENT = 20;

export const manifestChangeKinds = {
  added: 'Entrou',
  removed: 'Saiu',
  replaced: 'Trocado',
  corrected: 'Corrigido',
} as const;
export type ManifestChangeKind = keyof typeof manifestChangeKinds;

/** A change since a list was frozen; `before`: the name on the list, if it is another. */
export const manifestChange = z.object({
  kind: z.enum(Object.keys(manifestChangeKinds) as [ManifestChangeKind, ...ManifestChangeKind[]]),
  name: z.string(),
  before: z.string().nullable(),
});
export type ManifestChange = z.infer<typeof manifestChange>;

/** `changed` people of the list's `people`; `percent` with one decimal. */
export const manifestChangeCounts = z.object({
  changed: z.int(),
  people: z.int(),
  percent: z.number(),
  isOverLimit: z.boolean(),
});
export type ManifestChangeCounts = z.infer<typeof manifestChangeCounts>;

/** What of a person changes a list. */
export interface ListedPerson {
  participantId: string;
  name: string;
  documentType: string;
  documentNumber: string | null;
  documentIssuer: string | null;
  birthdate: string | null;
}

/**
 * What changed from a frozen list to the people who are going now. Somebody who left and came back, in another
 * reservation, is recognised by their document.
 */
export function manifestChanges(frozen: readonly ListedPerson[], current: readonly ListedPerson[]): ManifestChange[] {
  const now = new Map(current.map((one) => [one.participantId, one]));
  const pairs = new Map<ListedPerson, ListedPerson>();
  const pair = (before: ListedPerson, after: ListedPerson | undefined) => {
    if (!after) return;
    pairs.set(before, after);
    now.delete(after.participantId);
  };
  for (const before of frozen) pair(before, now.get(before.participantId));
  const byDocument = new Map([...now.values()].map((one) => [documentOf(one), one]));
  for (const before of frozen) {
    const document = documentOf(before);
    if (pairs.has(before) || document === null) continue;
    pair(before, byDocument.get(document));
    byDocument.delete(document);
  }
  return [
    ...frozen.flatMap((before) => changeOf(before, pairs.get(before))),
    ...[...now.values()].map(({ name }) => ({ kind: 'added' as const, name, before: null })),
  ];
}

/**
 * How many people of a list of `people` changed. Who leaves and who comes instead are one change, so that a person who
 * is substituted by another reservation counts as one who is replaced within it.
 */
export function countManifestChanges(
  changes: readonly Pick<ManifestChange, 'kind'>[],
  people: number,
): ManifestChangeCounts {
  const count = (kind: ManifestChangeKind) => changes.filter((change) => change.kind === kind).length;
  const changed = count('replaced') + count('corrected') + Math.max(count('added'), count('removed'));
  return {
    changed,
    people,
    percent: people === 0 ? 0 : Math.round((changed * 1_000) / people) / 10,
    isOverLimit: changed * 100 > people * CHANGE_LIMIT_PERCENT,
  };
}

function changeOf(before: ListedPerson, after: ListedPerson | undefined): ManifestChange[] {
  if (!after) return [{ kind: 'removed', name: before.name, before: null }];
  const previous = after.name === before.name ? null : before.name;
  if (isSomebodyElse(before, after)) return [{ kind: 'replaced', name: after.name, before: previous }];
  const fields = ['name', 'documentType', 'documentNumber', 'documentIssuer', 'birthdate'] as const;
  const isSame = fields.every((field) => before[field] === after[field]);
  return isSame ? [] : [{ kind: 'corrected', name: after.name, before: previous }];
}

// Another name, and another document or birth date than one that was known.
function isSomebodyElse(before: ListedPerson, after: ListedPerson): boolean {
  const differs = (field: 'documentNumber' | 'birthdate') => before[field] !== null && before[field] !== after[field];
  return before.name !== after.name && (differs('documentNumber') || differs('birthdate'));
}

function documentOf({ documentType, documentNumber }: ListedPerson): string | null {
  return documentNumber && `${documentType} ${documentNumber.replaceAll(/\W/g, '').toUpperCase()}`;
}
