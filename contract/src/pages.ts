import { z } from './zod.ts';

/** Number of a page in a query string, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000);

/** Rows on a page in a query string. */
export const pageSize = z.coerce.number().int().min(1).max(100);

/** Maximum count of long lists. */
export const COUNT_LIMIT = 10_000;

/** Maximum count of a search for people or trips. */
export const SEARCH_LIMIT = 200;

/**
 * Number and size of a page, and the rows in total. `totalIsMinimum` is true if there are more than `total`, which were
 * not counted.
 */
export const pageInfo = z.object({
  number: z.int(),
  size: z.int(),
  total: z.int(),
  totalIsMinimum: z.boolean().optional(),
});
export type PageInfo = z.infer<typeof pageInfo>;

/** Staff's page of a reservation, by id or code. */
export const reservationPagePath = (id: string) => `/admin/reservas/${id}`;
