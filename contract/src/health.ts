import { instant } from './fields.ts';
import { admin, route } from './route.ts';
import { z } from './zod.ts';

/** `attention`: works, but somebody should look; `bad`: somebody has to act now. */
const state = z.enum(['good', 'attention', 'bad']);
export type HealthState = z.infer<typeof state>;

/** A bank or a provider of cards. `lastAnswerAt`: of asking it for payments; `lastNoticeAt`: of a payment. */
const provider = z.object({
  state,
  lastAnswerAt: instant.nullable(),
  lastNoticeAt: instant.nullable(),
  openCharges: z.int(),
});
export type ProviderHealth = z.infer<typeof provider>;

/** A kind of background work; `label` is for people. */
const queue = z.object({
  name: z.string(),
  label: z.string(),
  state,
  /** How long the oldest job has waited; null: none does. */
  oldestSeconds: z.number().nullable(),
  /** Given up, listed under "Mensagens". */
  failed: z.int(),
});

/** Work that every server repeats; null until it has succeeded once. */
const sweep = z.object({ name: z.string(), label: z.string(), state, lastSuccessAt: instant.nullable() });

/** A base backup; the proof that it can be restored; the archiving of what follows it. */
const backupKind = z.enum(['base', 'proof', 'archive']);
export type BackupKind = z.infer<typeof backupKind>;

/** How the parts of the installation are; storage, disk, Node and product are those of the server that answers. */
const healthReport = z.object({
  at: instant,
  database: z.object({
    state,
    sizeBytes: z.number(),
    /** Standbys that follow; null where the database's user may not know. */
    standbys: z.int().nullable(),
  }),
  /** Null where none is connected. */
  bank: provider.nullable(),
  cards: provider.nullable(),
  mail: z.object({
    state,
    oldestSeconds: z.number().nullable(),
    /** The last of the e-mails about reservations. */
    lastSentAt: instant.nullable(),
    failed: z.int(),
  }),
  storage: z.object({ state, kind: z.enum(['folder', 'bucket']) }),
  /** When a base backup, its proof and the archiving last succeeded; null where the database keeps its own backups. */
  backups: z
    .object({
      state,
      baseAt: instant.nullable(),
      provenAt: instant.nullable(),
      archivedAt: instant.nullable(),
      /** What failed the last time. */
      failed: z.array(backupKind).default([]),
    })
    .nullable()
    .default(null),
  /** Notes of service: what waits for the government, and what it refused; null where they are issued elsewhere. */
  invoices: z
    .object({ state, oldestSeconds: z.number().nullable(), rejected: z.int(), certificateEndsAt: instant })
    .nullable()
    .default(null),
  /** Connections made in the browser. */
  connections: z
    .array(z.object({ kind: z.string(), state, expiresAt: instant.nullable(), problem: z.string() }))
    .default([]),
  disk: z.object({ state, freeBytes: z.number(), totalBytes: z.number() }),
  queues: z.array(queue),
  sweeps: z.array(sweep),
  versions: z.object({ product: z.string(), node: z.string(), postgres: z.string(), schema: z.string() }),
});
export type HealthReport = z.infer<typeof healthReport>;

export const healthRoutes = {
  read: route('GET', '/health', {
    access: admin,
    summary: 'How database, bank, mail, storage, disk and background work are',
    answer: healthReport,
  }),
};
