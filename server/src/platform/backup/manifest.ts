import { Readable } from 'node:stream';
import { z } from '@passeio/contract/zod';
import { StartError } from '../process/start-error.ts';
import { type ArchiveReader, type ArchiveWriter, checked } from './archive.ts';

const FORMAT = 'passeio-backup-1';
const NAME = 'manifest.json';

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Names of the baseline and the applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** In foreign-key order, so that rows can be inserted. */
  tables: z.array(
    checked.extend({ schema: z.string(), table: z.string(), columns: z.array(z.string()), rows: z.number() }),
  ),
  /** Pictures and secrets, by path in the data folder. */
  files: z.array(checked),
  /** Files that were deleted while they were copied. */
  vanished: z.array(z.string()).default([]),
});

/** The contents of a backup, written last: without it a backup is incomplete. */
export type Manifest = z.output<typeof manifestSchema>;

export async function writeManifest(archive: ArchiveWriter, content: Omit<Manifest, 'format' | 'createdAt'>) {
  const manifest: Manifest = { format: FORMAT, createdAt: new Date().toISOString(), ...content };
  await archive.add(NAME, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]));
  return manifest;
}

export async function readManifest(archive: ArchiveReader): Promise<Manifest> {
  const text = await archive.readText(NAME);
  const parsed = manifestSchema.safeParse(parsedOrNot(text));
  if (parsed.success) return parsed.data;
  // A later format says so itself; anything else was written by no Passeio.
  const later = /"format": ?"(passeio-backup-\d{1,9})"/.exec(text)?.[1];
  throw new StartError(
    later && later !== FORMAT
      ? `This backup is of the format ${later}, and this Passeio reads ${FORMAT}. Install the version that made it.`
      : 'The backup is damaged: its list of contents cannot be read.',
  );
}

function parsedOrNot(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The folders in a backup; pictures and receipts unless they are in a bucket. */
export function foldersIn({ storage }: { storage?: unknown }): string[] {
  return storage ? ['secrets'] : ['files', 'secrets'];
}
