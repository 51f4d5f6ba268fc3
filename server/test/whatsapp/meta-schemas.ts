import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

type Schema = Record<string, unknown>;

/** Meta's own document of version 23.0 (MIT). */
const document = parse(readFileSync(join(import.meta.dirname, 'business-messaging-api_v23.0.yaml'), 'utf8'), {
  maxAliasCount: -1,
}) as { components: { schemas: Record<string, Schema> } };
const { schemas } = document.components;

/**
 * Where the document contradicts itself, or is behind the documentation that it belongs to:
 * - parts of an `allOf` forbid the properties of the other part;
 * - schemas of webhooks have the names of schemas of messages, and a number behind them;
 * - `index` of a button has a pattern of footnotes;
 * - orders by Pix, payment buttons, BSUID and `biz_opaque_callback_data` are missing: see `examples.ts`.
 */
function mend(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => mend(one, isPart));
  if (typeof schema !== 'object' || schema === null) return schema;
  const mended = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, mend(value, key === 'allOf' || (isPart && key !== 'properties'))]),
  ) as Schema;
  if (isPart && mended.properties) delete mended.additionalProperties;
  if (typeof mended.pattern === 'string' && mended.pattern.includes('2-6, 11-14')) delete mended.pattern;
  // Names of OpenAPI that JSON Schema has not.
  delete mended.discriminator;
  delete mended.example;
  return mended;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'https://meta.test/', components: { schemas: mend(schemas) as Schema } });

const validatorOf = (name: string): ValidateFunction =>
  ajv.getSchema(`https://meta.test/#/components/schemas/${name}`) as ValidateFunction;

/** What is wrong with a value by a schema of Meta's document; empty if nothing is. */
export function faultsBy(name: string, value: unknown): string[] {
  const validate = validatorOf(name);
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
