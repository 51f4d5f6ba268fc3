import { growing, id, instant, line } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';
import { fieldsOf, type ImportKind, importFields, importKinds } from './import-fields.ts';

export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_COLUMNS = 60;
export const MAX_IMPORT_MEGABYTES = 10;
export const MAX_IMPORT_TABS = 60;
/** Letters of a cell: what is longer is cut, and said. */
export const MAX_IMPORT_CELL = 1_000;
/** For so long an import may be undone; afterwards its rows are deleted. */
export const IMPORT_UNDO_DAYS = 7;

const kindKeys = Object.keys(importKinds) as [ImportKind, ...ImportKind[]];
export const importKind = z.enum(kindKeys, 'Escolha o que importar.');

/** `open` until it is confirmed; `applying` while it is written, `undoing` while it is taken back. */
export const importStates = ['open', 'applying', 'applied', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

/** What becomes of a row. `left_out`: by its problems; `ignored`: because it is nothing to import, as a row of totals. */
export const rowOutcomes = {
  create: 'Criar',
  update: 'Atualizar',
  skip: 'Já está aqui',
  ignored: 'Fica de fora',
  left_out: 'Com erro',
} as const;
export type RowOutcome = keyof typeof rowOutcomes;
const outcomeKeys = Object.keys(rowOutcomes) as [RowOutcome, ...RowOutcome[]];

const fieldKeys = [...new Set(kindKeys.flatMap((kind) => Object.keys(fieldsOf(kind))))];
const importField = z.enum(fieldKeys as [string, ...string[]], 'Coluna desconhecida.');

/** What is wrong with a row, or with one of its cells. A warning leaves the row in. */
export const rowProblem = z.object({ field: z.string().nullable(), text: z.string(), isWarning: z.boolean() });
export type RowProblem = z.infer<typeof rowProblem>;

export const importCounts = z.object({
  create: z.int(),
  update: z.int(),
  skip: z.int(),
  leftOut: z.int(),
  ignored: z.int().default(0),
});
export type ImportCounts = z.infer<typeof importCounts>;

const importSummary = z.object({
  id,
  kind: growing(kindKeys),
  filename: z.string(),
  /** The tab of a workbook; each is an import, and `fileId` is of all that came in one file. */
  tab: z.string().default(''),
  fileId: id.nullish(),
  state: growing(importStates),
  counts: importCounts,
  createdAt: instant,
  appliedAt: instant.nullable(),
  /** Until when it may be undone; null where there is nothing to undo. */
  undoUntil: instant.nullable(),
});
export type ImportSummary = z.infer<typeof importSummary>;
export const importList = z.object({ data: z.array(importSummary) });

/**
 * What a file leaves open and somebody says once for all of its rows. Without `choices` the answer is typed. `rows`:
 * how many wait for it.
 */
export const importQuestion = z.object({
  key: z.string(),
  text: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.string().nullable(),
  rows: z.int(),
});
export type ImportQuestion = z.infer<typeof importQuestion>;

const importTab = z.object({
  id,
  name: z.string(),
  isHidden: z.boolean(),
  state: growing(importStates),
  rows: z.int(),
});

/**
 * An import. `columns`: of each column its header and the field that it is matched with; `headerLine`: the line of the
 * file with the headers, `firstLines`: the lines to choose it from, `above`: how many are above it and not imported.
 * `tabs`: all of its file; `notes`: what of the file is left out or not as it seems. `failure`: why confirming or
 * undoing it wrote nothing. `kept`: what undoing left, with the reason.
 */
export const importDetails = importSummary.extend({
  headerLine: z.int(),
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable(), examples: z.array(z.string()) })),
  missing: z.array(z.string()),
  firstLines: z.array(z.object({ line: z.int(), text: z.string() })),
  above: z.int().default(0),
  tabs: z.array(importTab).default([]),
  questions: z.array(importQuestion).default([]),
  notes: z.array(z.string()).default([]),
  failure: z.string().nullable(),
  kept: z.array(z.string()),
});
export type ImportDetails = z.infer<typeof importDetails>;

/** Which columns are which fields, and where the headers are. */
export const importColumns = z.strictObject({
  headerLine: z
    .int()
    .min(1)
    .max(MAX_IMPORT_ROWS * 2),
  columns: z.array(importField.nullable()).max(MAX_IMPORT_COLUMNS),
});
export type ImportColumns = z.infer<typeof importColumns>;

/** An answer to a question of a file; null takes it back. */
export const importAnswer = z.strictObject({
  key: z.string().min(1).max(200),
  answer: line('Resposta', { max: 80 }).nullable(),
});

/** Body of POST imports/{id}/confirmation. `notify`: payers of new reservations get the e-mail of theirs. */
export const importConfirmation = z.strictObject({ notify: z.boolean().default(false) });

export const importRowFilters = z.strictObject({
  outcome: z.enum(outcomeKeys).optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});

const importRow = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  outcome: growing(outcomeKeys),
  problems: z.array(rowProblem),
});
export type ImportRow = z.infer<typeof importRow>;
export const importRows = z.object({ data: z.array(importRow), page: pageInfo });

/** Another text of a cell; `column` from 0. */
export const cellChange = z.strictObject({
  column: z
    .int()
    .min(0)
    .max(MAX_IMPORT_COLUMNS - 1),
  text: z.string().max(MAX_IMPORT_CELL, `Use no máximo ${MAX_IMPORT_CELL} caracteres.`),
});

export const importFileFormats = ['xlsx', 'csv'] as const;
export { importFields };
