import { globSync } from 'node:fs';
import { z } from '@passeio/contract/zod';

export type Json = Record<string, unknown>;

export interface Schemas {
  components: Json;
  /** The reference to what a request's body holds. */
  body(schema: z.ZodType): Json;
  /** The reference to what an answer holds. */
  answer(schema: z.ZodType): Json;
  /** The fields of an address, and which of them are required. */
  address(schema: z.ZodType): { properties?: Record<string, Json>; required?: string[] };
}

const PREFIX = '#/components/schemas/';
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/**
 * Describes what requests and answers hold. Every schema that the contract exports is a component of its name, other
 * bodies and answers are of the name given here. Where requests may leave out what answers always have, requests have
 * a component of their own, which ends in "Input".
 */
export async function describeSchemas(
  parts: Record<'addresses' | 'bodies' | 'answers', ReadonlyMap<z.ZodType, string>>,
): Promise<Schemas> {
  const { addresses, bodies, answers } = parts;
  const names = new Map([...addresses, ...bodies, ...answers, ...(await exportedSchemas())]);
  const nameOf = (schema: z.ZodType) => names.get(schema) ?? '';
  const read = toJson(names, 'input');
  const sent = toJson(names, 'output');

  const ofBodies = [...bodies.keys()].map(nameOf);
  const ofAddresses = [...addresses.keys()].map(nameOf);
  const inRequests = new Set([...ofBodies, ...[...ofBodies, ...ofAddresses].flatMap((name) => below(read, name))]);
  const inAnswers = new Set([...answers.keys()].map(nameOf).flatMap((name) => [name, ...below(sent, name)]));
  const isOther = (name: string) => inAnswers.has(name) && expand(read, name) !== expand(sent, name);
  const inputs = new Map([...inRequests].map((name) => [name, isOther(name) ? `${name}Input` : name]));
  const asInput = (name: string) =>
    read[name]?.replaceAll(REFERENCE, (_, other) => JSON.stringify(PREFIX + inputs.get(other))) ?? '';

  const texts = new Map([...inAnswers].map((name) => [name, sent[name] ?? '']));
  for (const [name, input] of inputs) texts.set(input, asInput(name));
  return {
    components: Object.fromEntries([...texts].toSorted().map(([name, text]) => [name, JSON.parse(text)])),
    body: (schema) => ({ $ref: PREFIX + inputs.get(nameOf(schema)) }),
    answer: (schema) => ({ $ref: PREFIX + nameOf(schema) }),
    address: (schema) => JSON.parse(asInput(nameOf(schema))),
  };
}

async function exportedSchemas(): Promise<Map<z.ZodType, string>> {
  const folder = new URL('.', import.meta.resolve('@passeio/contract/zod'));
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).toSorted();
  const modules = await Promise.all(files.map((file) => import(`@passeio/contract/${file.slice(0, -'.ts'.length)}`)));
  // The first of two names for one schema stays.
  const named = modules.flatMap((module) => Object.entries<unknown>(module)).toReversed();
  return new Map(
    named.flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name[0]?.toUpperCase() + name.slice(1)]] : [],
    ),
  );
}

/** JSON texts of schemas by their names; a schema within another is a reference if it has a name. */
function toJson(names: ReadonlyMap<z.ZodType, string>, io: 'input' | 'output'): Record<string, string> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => PREFIX + id,
    // What only the other direction has: no request sends what a transformation makes of it.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Answers gain fields.
      if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
      if (def.type === 'record' && jsonSchema.required) nameFields(jsonSchema);
      // Answers have all their fields; `catch` is for pages that are older than the server.
      if (io === 'output' || def.type === 'catch') delete jsonSchema.default;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, JSON.stringify(schema)]),
  );
}

/** Describes a record of known keys as an object with these fields. */
function nameFields(record: z.core.JSONSchema.BaseSchema): void {
  const field = record.additionalProperties as z.core.JSONSchema.BaseSchema;
  record.properties = Object.fromEntries((record.required ?? []).map((key) => [key, field]));
  delete record.propertyNames;
  delete record.additionalProperties;
}

/** The names of all schemas within a schema. */
function below(texts: Record<string, string>, name: string): string[] {
  return [...(texts[name] ?? '').matchAll(REFERENCE)].flatMap(([, one = '']) => [one, ...below(texts, one)]);
}

/** A schema with all that is within it, to compare. */
function expand(texts: Record<string, string>, name: string): string {
  return (texts[name] ?? '').replaceAll(REFERENCE, (_, other) => expand(texts, other));
}
