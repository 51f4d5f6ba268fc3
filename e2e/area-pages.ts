import { randomUUID } from 'node:crypto';
import routes from '../web/app/routes.ts';

type Page = (typeof routes)[number];

const ADMINISTRATION = /^\/(admin|template)(\/|$)/;
const OPERATION = /^\/admin\/passeios(\/|$)/;

/** Every page that administrators alone may see, from the table of pages itself: a new one cannot be forgotten. */
export const adminOnlyPaths = routes
  .flatMap((entry) => pathsOf(entry, ''))
  .filter((path) => ADMINISTRATION.test(path) && !OPERATION.test(path));

function pathsOf({ path, children }: Page, parent: string): string[] {
  const own = path === undefined ? parent : `${parent}/${path.replace(/:\w+/g, randomUUID()).replace('*', 'qualquer')}`;
  return [...(path === undefined ? [] : [own]), ...(children ?? []).flatMap((child) => pathsOf(child, own))];
}
