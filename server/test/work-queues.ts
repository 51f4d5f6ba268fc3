import { queueWork, startQueues, type WorkParts } from '../src/background-work.ts';
import type { SendingDeps } from '../src/domains/messages/index.ts';
import type { Jobs } from '../src/platform/jobs/jobs.ts';

/** Works queues by their names, as a process of the product does. `parts`: what their handlers need. */
export function workQueues(names: string[], deps: Partial<WorkParts> & { jobs: Jobs }): Promise<void> {
  return startQueues(
    queueWork.filter(({ queue }) => names.includes(queue.name)),
    deps as WorkParts,
  );
}

/** Sends queued e-mails. */
export function workEmails({ jobs, ...mail }: Omit<SendingDeps, 'jobs'> & { jobs: Jobs }): Promise<void> {
  return workQueues(['emails'], { jobs, mail: { jobs, ...mail } });
}

/** Confirms the payments of notices. */
export function workNotices(deps: Pick<WorkParts, 'db' | 'changes' | 'logger' | 'providers' | 'jobs'>): Promise<void> {
  return workQueues(['pix-notices'], deps);
}
