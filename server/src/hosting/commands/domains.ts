import { StartError } from '../../platform/process/start-error.ts';
import { deleteDomains, findDomain, saveDomain } from '../directory.queries.ts';
import { readDomain } from '../names.ts';
import { type CommandContext, inDirectory, readFreeDomain, requireOperator } from './context.ts';

/** Adds a domain, which leads to the primary one; `isPrimary`: it becomes that. */
export async function addDomain(
  context: CommandContext,
  slug: string | undefined,
  given: string | undefined,
  isPrimary: boolean,
): Promise<void> {
  const { name, slug: known, domains } = await requireOperator(context, slug);
  if (!given)
    throw new StartError('Name the domain: npm run operators -- domain add rotadasaguas rotadasaguas.example');
  const isOwn = domains.includes(readDomain(given));
  if (isOwn && !isPrimary)
    throw new StartError(`${name} has this domain already. Make it the primary one by --primary.`);
  const domain = isOwn ? readDomain(given) : await readFreeDomain(context, given);
  await inDirectory(context, (directory) => saveDomain(directory, known, domain, isPrimary));
  if (!isPrimary) return context.say(`${domain} leads to ${domains[0]}.`);
  context.say(`${name} is at ${domain}; its other domains lead there.`);
  context.say('Everybody signs in again there, and passkeys of the earlier domain do not work any more.');
}

/** Removes a domain: nothing answers at it. */
export async function removeDomain(
  context: CommandContext,
  slug: string | undefined,
  given: string | undefined,
): Promise<void> {
  const { name, slug: known } = await requireOperator(context, slug);
  if (!given) throw new StartError('Name the domain: npm run operators -- domain remove rotadasaguas antiga.example');
  const domain = readDomain(given);
  const found = await findDomain(context.pool, domain);
  if (found?.slug !== known) throw new StartError(`"${domain}" is no domain of ${name}.`);
  if (found.is_primary) throw new StartError(`"${domain}" is the primary domain. Make another one primary first.`);
  if (domain === `${known}.${context.hosting.domain}`) {
    throw new StartError(`"${domain}" is the name that the host gives: it stays.`);
  }
  await deleteDomains(context.pool, known, domain);
  context.say(`Nothing answers at ${domain} any more.`);
}
