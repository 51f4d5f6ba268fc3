import { readFile, rename, writeFile } from 'node:fs/promises';

/** How the government answers. `dying`: it keeps a note and breaks the connection. */
export const conditions = {
  open: 'Funcionando',
  late: 'Demora 8 segundos',
  dying: 'Recebe a nota e cai sem responder',
  closed: 'Fora do ar',
  refusing: 'Recusa toda nota nova',
} as const;
export type Condition = keyof typeof conditions;

/** A document as the government distributes it to its company; its number is its place in the list. */
export interface DistributedDocument {
  taxId: string;
  accessKey: string;
  kind: 'NFSE' | 'EVENTO';
  event: 'CANCELAMENTO' | 'CANCELAMENTO_POR_SUBSTITUICAO' | null;
  xml: string;
}

/** A note that was authorised; `event`: which ended it, as a cancellation or a replacement. */
export interface RegisteredNote {
  declarationId: string;
  /** CNPJ of the issuer. */
  taxId: string;
  accessKey: string;
  number: number;
  xml: string;
  event: string | null;
  isReplaced?: boolean;
  authorisedAt: number;
}

interface SavedRegistry {
  notes: RegisteredNote[];
  distributed: DistributedDocument[];
}

/** What the demonstration government knows, in memory and in a file, so that it outlives a restart. */
export class Registry {
  readonly notes = new Map<string, RegisteredNote>();
  readonly distributed: DistributedDocument[] = [];
  condition: Condition = 'open';
  #file: string;
  #saving: Promise<void> = Promise.resolve();

  private constructor(file: string) {
    this.#file = file;
  }

  static async open(file: string): Promise<Registry> {
    const registry = new Registry(file);
    const text = await readFile(file, 'utf8').catch(() => '{}');
    const { notes = [], distributed = [] } = JSON.parse(text) as Partial<SavedRegistry>;
    for (const note of notes) registry.notes.set(note.declarationId, note);
    registry.distributed.push(...distributed);
    return registry;
  }

  /** Keeps a note, and distributes it. */
  add(note: RegisteredNote): void {
    const { declarationId, taxId, accessKey, xml } = note;
    this.notes.set(declarationId, note);
    this.distributed.push({ taxId, accessKey, kind: 'NFSE', event: null, xml });
  }

  /** Ends a note by an event, and distributes that. */
  end(note: RegisteredNote, xml: string, event: NonNullable<DistributedDocument['event']>): void {
    note.event = xml;
    note.isReplaced = event === 'CANCELAMENTO_POR_SUBSTITUICAO';
    this.distributed.push({ taxId: note.taxId, accessKey: note.accessKey, kind: 'EVENTO', event, xml });
  }

  byKey(accessKey: string): RegisteredNote | undefined {
    return this.notes.values().find((note) => note.accessKey === accessKey);
  }

  /** Saves one after the other; renamed, so that a crash leaves the former file. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      const saved: SavedRegistry = { notes: [...this.notes.values()], distributed: this.distributed };
      await writeFile(`${this.#file}.new`, JSON.stringify(saved), { mode: 0o600 });
      await rename(`${this.#file}.new`, this.#file);
    });
    return this.#saving;
  }
}
