import type { z } from '@passeio/contract/zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInDelay } from '../../adapters.ts';
import { clientNetwork } from '../../platform/http/client-address.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { CommandContext } from '../commands/context.ts';
import type { HostParts } from '../open-operator.ts';
import { documentOf, PAGE_POLICY, type Page } from './layout.ts';

/** What the pages of the host work with. */
export interface HostPagesDeps {
  /** As commands have it. */
  context: CommandContext;
  mail: HostParts['mail'];
  delay: SignInDelay;
  /** Counts an attempt; the seconds until the next one counts, above `max` of an hour, else 0. */
  secondsOver(key: string, max: number): Promise<number>;
}

/** Counts an attempt. Throws TOO_MANY_REQUESTS, with Retry-After, above `max` of an hour. */
export async function limit(deps: HostPagesDeps, reply: FastifyReply, key: string, max: number): Promise<void> {
  const seconds = await deps.secondsOver(key, max);
  if (seconds === 0) return;
  reply.header('retry-after', seconds);
  throw new AppError('TOO_MANY_REQUESTS');
}

/** The network of a request, which limits count by. */
export const networkOf = ({ ip }: FastifyRequest) => clientNetwork(ip);

/** Sends a page, which nobody may keep. */
export function sendPage(reply: FastifyReply, page: Page, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', PAGE_POLICY)
    .send(documentOf(page));
}

/** Leads to another page of the host. */
export function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

/** What a form sent, or what is wrong with it, by field. */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): { data: z.output<Schema>; errors?: undefined } | { data?: undefined; errors: Record<string, string> } {
  const { success, data, error } = schema.safeParse(body ?? {});
  if (success) return { data };
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message;
  return { errors };
}

/** A value of a form, as text to show again. */
export function typed(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value.slice(0, 300) : '';
}
