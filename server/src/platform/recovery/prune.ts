import type { ArchiveStore } from '../../ports/storage/port.ts';
import { keyOfBase, listArchivedFiles, listBases, listChanges, listLines, listSegments, stampOf } from './line.ts';

/**
 * Removes base backups that ended before `oldest`, but the newest, and the WAL and files that no other needs; of other
 * data folders what was written last before then.
 */
export async function prune(store: ArchiveStore, line: string, oldest: Date): Promise<void> {
  for (const other of await listLines(store)) {
    if (other === line) continue;
    const found = await store.list(other);
    if (found.every(({ at }) => at < oldest)) for (const { key } of found) await store.remove(key);
  }
  const bases = await listBases(store, line);
  // The last one before leads to the oldest moment.
  const first = bases.findLast(({ endedAt }) => new Date(endedAt) <= oldest) ?? bases[0];
  if (!first) return;
  for (const base of bases) {
    if (base.endedAt >= first.endedAt) continue;
    await store.remove(`${line}/${base.name}.json`);
    await store.remove(keyOfBase(base));
  }
  for (const [name, key] of await listSegments(store, [line])) if (name < first.segment) await store.remove(key);
  const needed = new Set(first.files);
  const changes = await listChanges(store, line, new Date(first.filesAt));
  for (const { added } of changes) for (const name of added) needed.add(name);
  for (const [name, key] of await listArchivedFiles(store, [line])) if (!needed.has(name)) await store.remove(key);
  const earlier = (await store.list(line)).filter(({ key }) => key.startsWith(`${line}/changes-`));
  const firstChanges = `${line}/changes-${stampOf(new Date(first.filesAt))}`;
  for (const { key } of earlier) if (key <= `${firstChanges}.json`) await store.remove(key);
}
