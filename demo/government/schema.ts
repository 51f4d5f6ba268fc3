import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const FOLDER = join(import.meta.dirname, 'schemas');
const SHARED = [
  'tiposComplexos_v1.01.xsd',
  'tiposEventos_v1.01.xsd',
  'tiposSimples_v1.01.xsd',
  'xmldsig-core-schema.xsd',
];

/** Documents of the national layout, by the file of their schema. */
const documentSchemas = {
  DPS: 'DPS_v1.01.xsd',
  NFSe: 'NFSe_v1.01.xsd',
  pedRegEvento: 'pedRegEvento_v1.01.xsd',
  evento: 'evento_v1.01.xsd',
} as const;
export type DocumentKind = keyof typeof documentSchemas;

const read = async (fileName: string) => ({ fileName, contents: await readFile(join(FOLDER, fileName), 'utf8') });

/** What the official schema refuses in documents of one kind, in its words; none: they are valid. */
export async function schemaErrors(kind: DocumentKind, documents: readonly string[]): Promise<string[]> {
  const { valid, errors } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: [await read(documentSchemas[kind])],
    preload: await Promise.all(SHARED.map(read)),
  });
  return valid ? [] : [...errors.map(({ rawMessage }) => rawMessage), ...(errors.length === 0 ? ['unreadable'] : [])];
}

/** The canonical form (C14N 1.0) of a document, by libxml2. */
export async function canonicalForm(contents: string): Promise<string> {
  const { normalized } = await validateXML({ xml: [{ fileName: 'document.xml', contents }], normalization: 'c14n' });
  return normalized.replace(/\n$/, '');
}
