import { globSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = ['node_modules', 'build', 'data', 'test-results', '.git', '.react-router', 'results'];
/** Every file and folder of the repository. */
const PATHS = globSync(['**/*', '.*'], { cwd: ROOT, exclude: (path) => GENERATED.includes(posix.basename(path)) });
const DOCUMENTS = PATHS.filter((path) => path.endsWith('.md'));
const SOURCES = PATHS.filter((path) => /\.(ts|tsx|js|cjs|css|sql)$/.test(path) && !path.startsWith('docs/'));

const FILE_NAME = /\.(ts|tsx|js|cjs|css|sql|md|json)$/;
/** Where documents begin a path; a first folder that is in none of them belongs to a URL or to a data folder. */
const FIRST_FOLDERS = PATHS.filter((path) => /^((server\/src\/|server\/src\/domains\/|web\/app\/)?[\w-]+)$/.test(path))
  .filter((path) => statSync(join(ROOT, path)).isDirectory())
  .map((path) => posix.basename(path));

test('links and paths of the documents lead somewhere', () => {
  expect(DOCUMENTS).toContain('ARCHITECTURE.md');
  expect(DOCUMENTS.flatMap((path) => deadIn(path, read(path)))).toEqual([]);
});

test('documents that source files name exist', () => {
  expect(SOURCES.flatMap((path) => deadInSource(path, read(path)))).toEqual([]);
});

test('a dead link, anchor, path and decision are found', () => {
  const text = [
    '[gone](gone.md), [no such heading](README.md#gone), [fine](docs/operations.md#backups), [web](https://x.example/)',
    '`server/src/gone.ts`, `domains/gone/`, `gone.test.ts`, `domains/gone/*.ts`, `server/src/main.ts`, `domains/trips/`',
    '`*.routes.ts`, `/admin/gone`, `application/json`, `DATA_DIR/gone`',
    '```\n[in a block](gone.md) `gone.ts`\n```',
  ].join('\n');
  expect(deadIn('README.md', text)).toEqual([
    'README.md: gone.md',
    'README.md: README.md#gone',
    'README.md: server/src/gone.ts',
    'README.md: domains/gone/',
    'README.md: gone.test.ts',
    'README.md: domains/gone/*.ts',
  ]);
  expect(deadIn('docs/payments.md', '[gone](operations.md#gone), [fine](../README.md#run-it)')).toEqual([
    'docs/payments.md: operations.md#gone',
  ]);
  const source = '// docs/decisions/' + '9999, docs/' + 'gone.md, docs/decisions/0001, docs/identity.md';
  expect(deadInSource('x.ts', source)).toEqual(['x.ts: docs/decisions/9999', 'x.ts: docs/gone.md']);
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function deadIn(document: string, markdown: string): string[] {
  const prose = markdown.replace(/^```.*?^```/gms, '');
  const links = [...prose.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const names = [...prose.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const dead = [
    ...links.filter((link) => !/^(https?|mailto):/.test(link) && !isLiveLink(document, link)),
    ...names.filter((name) => isPath(name) && !isLivePath(name)),
  ];
  return dead.map((name) => `${document}: ${name}`);
}

function deadInSource(source: string, text: string): string[] {
  const names = [...text.matchAll(/\bdocs\/(decisions\/\d{4}|[\w/-]+\.md)/g)].map(([name]) => name);
  const dead = names.filter((name) => !PATHS.some((path) => path === name || path.startsWith(`${name}-`)));
  return dead.map((name) => `${source}: ${name}`);
}

function isLiveLink(document: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? document : posix.join(posix.dirname(document), file);
  if (!PATHS.includes(target.replace(/\/$/, ''))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

/** The anchors of headings as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isPath(name: string): boolean {
  if (!/^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(name)) return false;
  const [first = '', ...rest] = name.split('/');
  if (rest.some((folder) => GENERATED.includes(folder))) return false;
  return FILE_NAME.test(name) || (rest.length > 0 && FIRST_FOLDERS.includes(first));
}

/** Documents shorten paths from the left: `domains/trips/` is server/src/domains/trips. */
function isLivePath(name: string): boolean {
  const pattern = name.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const end = new RegExp(`(^|/)${pattern}$`);
  return PATHS.some((path) => end.test(path));
}
