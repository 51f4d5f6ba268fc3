import { instant } from './fields.ts';
import { admin, route } from './route.ts';
import { z } from './zod.ts';

/**
 * Background work whose retries are exhausted, by its kind. `label` and `ifFailed` (what that means), and `reason` of
 * the latest failure, are for people, and name nobody.
 */
const failedWork = z.object({
  name: z.string(),
  label: z.string(),
  ifFailed: z.string(),
  count: z.int(),
  firstFailedAt: instant,
  lastFailedAt: instant,
  reason: z.string(),
});
export type FailedWork = z.infer<typeof failedWork>;

/** The latest first. */
const failedWorkList = z.object({ data: z.array(failedWork) });
export type FailedWorkList = z.infer<typeof failedWorkList>;

const params = { name: z.string().max(100) };
/** What failed later is left as it is: the administrator has not seen it. */
const until = z.strictObject({ until: instant });

export const failedWorkRoutes = {
  list: route('GET', '/failed-work', {
    access: admin,
    summary: 'Background work that was given up after all retries, without e-mails',
    answer: failedWorkList,
  }),
  retry: route('POST', '/failed-work/:name/retries', {
    access: admin,
    summary: 'Do work of a kind after all, with all its retries; answers what is still given up',
    params,
    body: until,
    answer: failedWorkList,
  }),
  discard: route('DELETE', '/failed-work/:name', {
    access: admin,
    summary: 'Discard work of a kind that was given up; answers the other work',
    params,
    query: until,
    answer: failedWorkList,
  }),
};
