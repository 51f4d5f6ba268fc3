import { id } from './fields.ts';
import type { Permission } from './permissions.ts';
import { API_BASE } from './public-paths.ts';
import type { Role } from './roles.ts';
import { z } from './zod.ts';

/**
 * Who may call a route: anyone; an authenticated identity, with or without a profile; people with one of these roles.
 */
export type Access = 'anyone' | 'identified' | readonly Role[] | PermittedAccess;

/** People with one of these roles; of staff only those with all of these permissions. */
export interface PermittedAccess {
  roles: readonly Role[];
  needs: readonly Permission[];
}

export const admin = ['ADMIN'] as const;
export const staff = ['ADMIN', 'OPERATOR'] as const;
/** Staff, and guides for what is their own. */
export const boarders = ['ADMIN', 'OPERATOR', 'GUIDE'] as const;
export const everyRole = ['ADMIN', 'OPERATOR', 'GUIDE', 'CLIENT'] as const;

export function staffWith(...needs: Permission[]): PermittedAccess {
  return { roles: staff, needs };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

type ParamSchemas<Path extends string> = { [Name in ParamNames<Path>]?: z.ZodType };

interface RouteOptions<
  Path extends string,
  Params extends ParamSchemas<Path>,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  access: Access;
  /** One line of the API's documentation. */
  summary: string;
  /** Rules of path parameters that are no ids. */
  params?: Params;
  query?: Query;
  body?: Body;
  /** The JSON of a success; without it the route answers a file. */
  answer?: Answer;
  /** The status of a success; default 200. */
  status?: 201 | 202;
  /** A question whose body is too long for an address: it writes nothing, and pages load nothing anew after it. */
  asks?: true;
  /** A request that is repeated with the same Idempotency-Key is executed once. */
  once?: true;
  /** The body has long texts or lists of many people: up to 1 MB. */
  largeBody?: true;
  /** The body is `multipart/form-data` with files, read by the handler as they arrive. */
  upload?: true;
  /** The same by the payer's link of a reservation; without one in its path, the handler reads it of the caller. */
  byLink?: RouteByLink;
}

/**
 * POST {@link pathByLink}: the same route for the holder of the payer's link. Its body has the link's `token` and what
 * the route reads elsewhere, but for the reservation, which the link names; of an upload `token` is the first field,
 * and what its path names follows.
 */
export interface RouteByLink {
  name: string;
  /**
   * The holder proves to be the payer, always or once money was received: by `phoneDigits`, the last four digits of the
   * payer's phone; where staff made the link by `emailCode`, the code at the payer's e-mail, or the payer's session.
   */
  proof?: 'always' | 'withMoney';
  /** What nothing can prove, a colleague of the link's maker confirms: POST reservation-links/requests. */
  onRequest?: true;
}

/** The path of a route by link, below {@link API_BASE}. */
export function pathByLink({ name }: RouteByLink): string {
  return `/reservation-links/${name}`;
}

/** One route of the API: server handlers, browser calls, authorisation and documentation follow from it. */
export interface Route<
  Path extends string = string,
  Params extends object = object,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends Omit<RouteOptions<Path, Params, Query, Body, Answer>, 'params'> {
  method: Method;
  /** Below {@link API_BASE}, as in "/trips/:tripId". */
  path: Path;
  params: z.ZodObject;
}

// biome-ignore lint/suspicious/noExplicitAny: every route, whatever its schemas
export type AnyRoute = Route<any, any, any, any, any>;

/** The path parameters of a route as its handler reads them. */
export type ParamsOf<R extends AnyRoute> =
  R extends Route<infer Path, infer Params>
    ? {
        [Name in ParamNames<Path>]: Name extends keyof Params
          ? Params[Name] extends z.ZodType
            ? z.output<Params[Name]>
            : string
          : string;
      }
    : never;

/** The path parameters of a route as its caller gives them. */
export type ParamsFor<R extends AnyRoute> = Record<ParamNames<R['path']>, string | number>;

type AddressParams<R extends AnyRoute> = [ParamNames<R['path']>] extends [never] ? [] : [params: ParamsFor<R>];

/** Describes a route. Its path parameters are ids, unless `params` has a rule for them. */
export function route<
  Path extends string,
  Params extends ParamSchemas<Path> = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>(
  method: Method,
  path: Path,
  { params, ...options }: RouteOptions<Path, Params, Query, Body, Answer>,
): Route<Path, Params, Query, Body, Answer> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const rules: Record<string, z.ZodType | undefined> = params ?? {};
  return { ...options, method, path, params: z.object(Object.fromEntries(names.map((n) => [n, rules[n] ?? id]))) };
}

/** The address of a route below the site's origin, as in "/api/trips/0193…". */
export function addressOf<R extends AnyRoute>(entry: R, ...[params]: AddressParams<R>): string {
  const path: string = entry.path;
  const values: Record<string, string | number> = params ?? {};
  return API_BASE.slice(0, -1) + path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])));
}
