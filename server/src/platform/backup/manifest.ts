import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { z } from '@passeio/contract/zod';
import { StartError } from '../process/start-error.ts';
import type { ArchiveReader, ArchiveWriter } from './archive.ts';

const FORMAT = 'passeio-backup-1';
const NAME = 'manifest.json';

const checked = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** In foreign-key order, so that rows can be inserted. */
  tables: z.array(
    checked.extend({ schema: z.string(), table: z.string(), columns: z.array(z.string()), rows: z.number() }),
  ),
  /** Pictures and secrets, by path in the data folder. */
  files: z.array(checked),
});

/** The contents of a backup, written last: without it a backup is incomplete. */
export type Manifest = z.output<typeof manifestSchema>;

export async function writeManifest(archive: ArchiveWriter, content: Omit<Manifest, 'format' | 'createdAt'>) {
  const manifest: Manifest = { format: FORMAT, createdAt: new Date().toISOString(), ...content };
  await archive.add(NAME, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]));
  return manifest;
}

export async function readManifest(archive: ArchiveReader): Promise<Manifest> {
  const parsed = manifestSchema.safeParse(await json(await archive.read(NAME)));
  if (!parsed.success) throw new StartError('This backup was made by a Passeio that this one does not know.');
  return parsed.data;
}
