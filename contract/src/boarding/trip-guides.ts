import { crewRoleKeys } from '../crew/crew.ts';
import { id, instant } from '../fields.ts';
import { z } from '../zod.ts';

/**
 * The departures on which the guide or driver who asks works, until attendance closes, the earliest first. Only guides
 * board. `opensAt`: of the list.
 */
export const guideBoardings = z.object({
  data: z.array(
    z.object({
      ...{ id, title: z.string(), date: instant, returnDate: instant, opensAt: instant, people: z.int() },
      role: z.enum(crewRoleKeys),
    }),
  ),
});
export type GuideBoardings = z.infer<typeof guideBoardings>;
