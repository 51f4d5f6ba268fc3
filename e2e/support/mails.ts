import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect } from './fixtures.ts';

/** Waits for the newest e-mail to `to` with this subject; returns the path of its button. */
export async function mailedPath(to: string, subject: string): Promise<string> {
  let path = '';
  await expect(async () => {
    path = (await letterLinks(to, subject)).at(-1) ?? '';
    expect(path).toMatch(/^\/auth\//);
  }).toPass({ timeout: 60_000 });
  return path;
}

/** Paths of the buttons of the e-mails to `to` with this subject, oldest first. */
async function letterLinks(to: string, subject: string): Promise<string[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), ...(await stat(join(folder, name))) })),
  );
  const paths = found.toSorted((one, other) => one.mtimeMs - other.mtimeMs).map(({ path }) => path);
  const mails = await Promise.all(paths.map(async (path) => PostalMime.parse(await readFile(path))));
  return mails
    .filter((mail) => mail.to?.some(({ address }) => address === to) && mail.subject?.startsWith(subject))
    .map((mail) => {
      const url = new URL(/href="(http[^"]+)"/.exec(mail.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? 'http://none');
      return url.pathname + url.search;
    });
}
