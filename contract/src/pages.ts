import { z } from './zod.ts';

/** Number of a page in a query string, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000);

/** Rows on a page in a query string. */
export const pageSize = z.coerce.number().int().min(1).max(100);

/** Where counting stops in lists that may be very long. */
export const COUNT_LIMIT = 10_000;

/** Where counting stops in a search for people: who finds more has to say more. */
export const SEARCH_LIMIT = 200;

/**
 * Which page of a list this is, its size, and how many rows there are in all. `totalIsMinimum` is there and true
 * where there are more than `total`, and counting them all would cost more than it tells.
 */
export const pageInfo = z.object({
  number: z.int(),
  size: z.int(),
  total: z.int(),
  totalIsMinimum: z.boolean().optional(),
});
export type PageInfo = z.infer<typeof pageInfo>;
