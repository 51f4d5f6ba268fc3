import { isDeepStrictEqual } from 'node:util';
import { errorBody } from '@passeio/contract/api/error-body';
import { routes, subjects } from '@passeio/contract/api/routes';
import { API_BASE, IDEMPOTENCY_HEADER, IDENTITY_BASE } from '@passeio/contract/paths';
import { linkAccess } from '@passeio/contract/reservations/reservation-link-routes';
import { type Access, type AnyRoute, pathByLink, type RouteByLink } from '@passeio/contract/route';
import { z } from '@passeio/contract/zod';
import { ownParams } from '../http/handle.ts';
import type { Examples } from '../http/route-rules.ts';
import { describeSchemas, type Json, type Schemas } from './describe-schemas.ts';

/** A route as the description names it. */
interface Operation {
  id: string;
  subject: string;
  entry: AnyRoute;
}

/** The OpenAPI document of all routes of the contract. */
export async function describeApi(publicUrl: string, examples: ReadonlyMap<AnyRoute, Examples>): Promise<Json> {
  const operations = listOperations();
  const schemas = await describeSchemas({
    addresses: nameParts(operations, 'params', 'query'),
    bodies: nameParts(operations, 'body'),
    answers: nameParts(operations, 'answer').set(errorBody, 'ErrorBody'),
  });
  const parameters = new SharedParameters();
  const groups = Map.groupBy(operations, ({ entry }) => entry.path.replaceAll(/:\w+/g, ':'));
  const paths = [...groups].map(([path, alike]): [string, Json] => {
    const names = parameterNames(alike.map(({ entry }) => entry));
    const rest = names.values();
    return [
      API_BASE + path.slice(1).replaceAll(':', () => `{${rest.next().value}}`),
      Object.fromEntries(
        alike.map((one) => [
          one.entry.method.toLowerCase(),
          describe(one, { names, schemas, parameters }, examples.get(one.entry)),
        ]),
      ),
    ];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Passeio',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Booking API. Errors, also those of the server (5XX), answer `{ statusCode, code, message, requestId }`; ' +
        '`message` is in Portuguese and meant for the person. Money is in centavos, instants are ISO 8601 in UTC. Answers may gain fields, and ' +
        'lists of values may gain values.',
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemas.components,
      responses: { Error: { description: 'Why not', content: as('application/json', schemas.answer(errorBody)) } },
      parameters: {
        ...parameters.described,
        IdempotencyKey: {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          description: 'A request that is repeated with the same key within 24 h is executed once.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            `Token of the identity provider. Of the embedded one: POST ${IDENTITY_BASE}/sign-in/email with ` +
            `\`{ email, password }\`, then GET ${IDENTITY_BASE}/token with its cookie.`,
        },
      },
    },
  };
}

function listOperations(): Operation[] {
  const operations = Object.entries(routes).flatMap(([subject, table]) =>
    Object.entries<AnyRoute>(table).flatMap(([name, entry]): Operation[] => {
      const id = camelCase(`${subject} ${name}`);
      const linked = entry.byLink && { id: `${id}ByPayerLink`, subject, entry: entryByLink(entry, entry.byLink) };
      return [{ id, subject, entry }, ...(linked ? [linked] : [])];
    }),
  );
  const ids = operations.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  if (twice.length > 0) throw new Error(`More than one route is named ${twice.join(', ')}`);
  return operations;
}

/** What a route reads by the payer's link, see {@link RouteByLink}. */
function entryByLink(entry: AnyRoute, byLink: RouteByLink): AnyRoute {
  const own = Object.fromEntries(ownParams(entry).map((name) => [name, entry.params.shape[name]]));
  const withAccess = (schema?: z.ZodType): z.ZodType => {
    if (schema instanceof z.ZodOptional) return withAccess(schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => withAccess(option as z.ZodType)));
    return linkAccess.extend({ ...own, ...(schema instanceof z.ZodObject && schema.shape) });
  };
  return {
    ...entry,
    method: 'POST',
    path: pathByLink(byLink),
    access: 'anyone',
    summary: `${entry.summary}; by the payer's link`,
    params: z.object({}),
    query: undefined,
    body: withAccess(entry.query ?? entry.body),
  };
}

function camelCase(words: string): string {
  return words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Names for the schemas of a part of all routes; the first of two routes with the same schema names it. */
function nameParts(operations: Operation[], ...parts: ('params' | 'query' | 'body' | 'answer')[]) {
  const names = new Map<z.ZodType, string>();
  for (const { id, entry } of operations)
    for (const part of parts) {
      const schema: z.ZodType | undefined = entry[part];
      if (schema && !names.has(schema)) names.set(schema, camelCase(` ${id} ${part}`));
    }
  return names;
}

/** The parameters of a path, each with all names that its routes give it, joined by "or". */
function parameterNames(entries: AnyRoute[]): string[] {
  const names = entries.map(({ params }) => Object.keys(params.shape));
  return (names[0] ?? []).map((_, index) => camelCase([...new Set(names.map((of) => of[index]))].join(' or ')));
}

/** Parameters of paths, each described once. */
class SharedParameters {
  readonly described: Record<string, Json> = {};

  /** Two of one name with different rules are two parameters. */
  reference(name: string, schema: Json): Json {
    const parameter = { name, in: 'path', required: true, schema };
    this.described[name] ??= parameter;
    return isDeepStrictEqual(this.described[name], parameter) ? { $ref: `#/components/parameters/${name}` } : parameter;
  }
}

interface Described {
  /** Of the path's parameters. */
  names: string[];
  schemas: Schemas;
  parameters: SharedParameters;
}

function describe({ id, subject, entry }: Operation, of: Described, examples: Examples = {}): Json {
  const { names, schemas } = of;
  const { summary, access, body, answer, upload } = entry;
  const { properties: ofPath = {} } = schemas.address(entry.params);
  const { properties: ofQuery = {}, required = [] } = entry.query ? schemas.address(entry.query) : {};
  const parameters = [
    ...Object.values(ofPath).map((schema, index) => of.parameters.reference(names[index] ?? '', schema)),
    ...Object.entries(ofQuery).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(entry.once ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const sent = body && as(upload ? 'multipart/form-data' : 'application/json', schemas.body(body), examples.body);
  const answered = answer
    ? as('application/json', schemas.answer(answer), examples.answer)
    : as('*/*', { type: 'string', format: 'binary' });
  return {
    operationId: id,
    tags: [subject],
    summary,
    description: describeAccess(access),
    ...(access === 'anyone' && { security: [{}, { bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(sent && { requestBody: { required: !body.safeParse(undefined).success, content: sent } }),
    responses: {
      [entry.status ?? 200]: { description: answer ? 'Done' : 'A file', content: answered },
      '4XX': { $ref: '#/components/responses/Error' },
    },
  };
}

function as(type: string, schema: Json, examples: unknown[] = []): Json {
  const named = Object.fromEntries(examples.map((value, index) => [index + 1, { value }]));
  return { [type]: { schema, ...(examples.length > 0 && { examples: named }) } };
}

function describeAccess(access: Access): string {
  if (access === 'anyone') return 'Needs no token.';
  if (access === 'identified') return 'For people who are signed in, with or without a profile.';
  const { roles, needs = [] } = 'needs' in access ? access : { roles: access };
  return `For ${roles.join(', ')}${needs.length > 0 ? `; of staff for those who may ${needs.join(', ')}` : ''}.`;
}
