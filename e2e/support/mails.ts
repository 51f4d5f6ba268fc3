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

/** Waits for an e-mail to `to` with a code, and returns that of the newest. */
export async function mailedCode(to: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const letter = (await lettersTo(to, 'Seu código')).at(-1);
    code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? '';
    expect(code).not.toBe('');
  }).toPass({ timeout: 60_000 });
  return code;
}

/** Paths of the buttons of the e-mails to `to` with this subject, oldest first. */
async function letterLinks(to: string, subject: string): Promise<string[]> {
  return (await lettersTo(to, subject)).map(({ html }) => {
    const url = new URL(/href="(http[^"]+)"/.exec(html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? 'http://none');
    return url.pathname + url.search;
  });
}

/** The e-mails to `to` whose subject begins so, oldest first. */
export async function lettersTo(to: string, subject: string) {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const found = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), ...(await stat(join(folder, name))) })),
  );
  const paths = found.toSorted((one, other) => one.mtimeMs - other.mtimeMs).map(({ path }) => path);
  const mails = await Promise.all(paths.map(async (path) => PostalMime.parse(await readFile(path))));
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to) && mail.subject?.startsWith(subject));
}
