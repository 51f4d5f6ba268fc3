import type { ErrorCode } from '@passeio/contract/api/errors';
import { API_BASE } from '@passeio/contract/paths';
import type { ApiFetch } from '@passeio/contract/web-handler';
import type { z } from '@passeio/contract/zod';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Dependency } from '../changes/change-log.ts';
import { AppError, describeError } from '../http/errors.ts';
import { currentCause } from '../process/cause.ts';
import type { PublicConfig } from './api-cache.ts';

interface Found {
  pattern: URLPattern;
  handler: RouteOptions['handler'];
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  serialize: (payload: unknown) => string;
  dependsOn: PublicConfig['dependsOn'];
}

/** An API response for a page, and its dependencies. */
interface PublicResponse {
  response: Response;
  dependencies: Iterable<Dependency>;
}

// An unknown or unpublished trip may exist tomorrow.
const ERROR_DEPENDENCIES: Dependency[] = ['operator', 'trips'];

/** Calls the public API routes in the process, for rendering pages. */
export class PublicRoutes {
  readonly #routes: Found[] = [];
  readonly #log: FastifyBaseLogger;

  /** Collects the public routes that are added to `app` after this. */
  constructor(app: FastifyInstance) {
    this.#log = app.log;
    app.addHook('onRoute', (route) => {
      if (route.method === 'GET' && route.config?.public) this.#routes.push(describe(route, route.config.public));
    });
  }

  /**
   * Calls the route's own handler as a request without a token would; `url` is a path with its query. Nothing is
   * compressed, logged or rate limited.
   */
  async call(url: string): Promise<PublicResponse> {
    try {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const route = this.#find(pathname);
      if (!route) throw new AppError('NOT_FOUND');
      const query = parse(route.query, Object.fromEntries(searchParams), 'INVALID_INPUT');
      const params = parse(route.params, route.pattern.exec({ pathname })?.pathname.groups, 'NOT_FOUND');
      const request = { caller: null, identity: null, params, query } as FastifyRequest;
      const payload = await (route.handler as unknown as (request: FastifyRequest) => Promise<unknown>)(request);
      const body = route.serialize(payload);
      const response = new Response(body, { headers: { 'content-type': 'application/json' } });
      return { response, dependencies: route.dependsOn(payload as never, query as never) };
    } catch (error) {
      const body = describeError(error, currentCause()?.requestId ?? '');
      if (body.code === 'INTERNAL') this.#log.error({ err: error }, 'a page was refused its data');
      const response = Response.json(body, { status: body.statusCode });
      return { response, dependencies: ERROR_DEPENDENCIES };
    }
  }

  #find(path: string): Found | undefined {
    return this.#routes.find(({ pattern }) => pattern.test({ pathname: path }));
  }
}

/** A fetch for one rendering; reports each response's dependencies to `onResponse`. */
export function fetchFrom(
  routes: PublicRoutes,
  onResponse: (status: number, dependencies: Iterable<Dependency>) => void,
): ApiFetch {
  return async (path, { method = 'GET' } = {}) => {
    if (!path.startsWith(API_BASE) || method !== 'GET') throw new Error(`not a public path of the API: ${path}`);
    const { response, dependencies } = await routes.call(path);
    onResponse(response.status, dependencies);
    return response;
  };
}

function parse(schema: z.ZodType | undefined, value: unknown, otherwise: ErrorCode): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError(otherwise);
  return parsed.data;
}

function describe({ url, handler, schema, method }: RouteOptions, { dependsOn }: PublicConfig): Found {
  const { params, querystring: query, response } = (schema ?? {}) as Record<string, z.ZodType | undefined>;
  const successSchema = (response as unknown as Record<number, z.ZodType> | undefined)?.[200];
  if (!successSchema) throw new Error(`${url} is public and does not say what it answers`);
  return {
    pattern: new URLPattern({ pathname: url }),
    handler,
    params,
    query,
    serialize: serializerCompiler({ schema: successSchema, method: String(method), url, httpStatus: '200' }),
    dependsOn,
  };
}
