import { z } from './zod.ts';

/** Number of a page in a query string, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000);

/** Rows on a page in a query string. */
export const pageSize = z.coerce.number().int().min(1).max(100);

/** Which page of a list this is, its size, and how many rows there are in all. */
export const pageInfo = z.object({ number: z.int(), size: z.int(), total: z.int() });
export type PageInfo = z.infer<typeof pageInfo>;
