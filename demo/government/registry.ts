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

/** A note that was authorised; `event`: which cancelled it. */
export interface RegisteredNote {
  declarationId: string;
  /** CNPJ of the issuer. */
  taxId: string;
  accessKey: string;
  number: number;
  xml: string;
  event: string | null;
  authorisedAt: number;
}

/** What the demonstration government knows, in memory and in a file, so that it outlives a restart. */
export class Registry {
  readonly notes = new Map<string, RegisteredNote>();
  condition: Condition = 'open';
  #file: string;
  #saving: Promise<void> = Promise.resolve();

  private constructor(file: string) {
    this.#file = file;
  }

  static async open(file: string): Promise<Registry> {
    const registry = new Registry(file);
    const text = await readFile(file, 'utf8').catch(() => '[]');
    for (const note of JSON.parse(text) as RegisteredNote[]) registry.notes.set(note.declarationId, note);
    return registry;
  }

  byKey(accessKey: string): RegisteredNote | undefined {
    return this.notes.values().find((note) => note.accessKey === accessKey);
  }

  /** Saves one after the other; renamed, so that a crash leaves the former file. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      await writeFile(`${this.#file}.new`, JSON.stringify([...this.notes.values()]), { mode: 0o600 });
      await rename(`${this.#file}.new`, this.#file);
    });
    return this.#saving;
  }
}
