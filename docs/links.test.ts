import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = ['node_modules', 'build', 'data', 'test-results', '.git', '.react-router', 'results'];
/** Every file and folder of the repository. */
const PATHS = globSync(['**/*', '.*'], { cwd: ROOT, exclude: (path) => GENERATED.includes(posix.basename(path)) });
const DOCUMENTS = PATHS.filter((path) => path.endsWith('.md'));
const SOURCES = PATHS.filter((path) => /\.(ts|tsx|js|cjs|css|sql)$/.test(path) && !path.startsWith('docs/'));
/** Names of earlier releases. */
const EARLIER = /^(docs\/decisions|server\/conversion|server\/test\/conversion)\//;
const CURRENT_DOCUMENTS = DOCUMENTS.filter((path) => !EARLIER.test(path) && path !== 'STYLE.md');
const CURRENT_SOURCES = SOURCES.filter((path) => !EARLIER.test(path));
const SETTINGS = PATHS.filter((path) => /(\.(json|ya?ml|html|tpl|conf|cfg|example)|file)$/.test(path));

const COMMENTS: Record<string, RegExp> = { sql: /--.*/g, css: /\/\*.*?\*\//gs };
const COMMENTS_OF_SCRIPTS = /^[ \t]*\{?\/\*.*?\*\/|(?:^|[ \t])\/\/ [^\n]*/gms;
const WORD = /[A-Za-z_$][\w$]*/g;
/** Names of files, and words with the form of an identifier, by themselves or in backticks. */
const NAMED_FILE = /(?<![\w:./-])[a-z][\w-]*(?:[./][\w-]+)*\.(?:tsx?|js|cjs|css|sql|md|json)\b/g;
const NAMED =
  /(?<![\w$./-])(?:[a-z]+\d*[A-Z][\w$]*|[A-Z][a-z\d]+[A-Z][\w$]*|[A-Za-z]+\d*(?:_[A-Za-z\d]+)+|[A-Za-z]\w*(?=\(\)))|(?<=`)[A-Za-z][\w$]*(?=`)/g;
/** The ends of all paths: comments shorten them from the left. */
const ENDS = new Set(PATHS.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(index).join('/'))));
/** Words that are in no code of ours, because they belong to somebody else. */
const FOREIGN = [
  // Products, standards and programs.
  'GitHub MinIO OpenAPI OpenID OpenTelemetry iCalendar sRGB pgBackRest pg_basebackup pg_rewind',
  // What npm, Kubernetes, systemd, OpenTelemetry, buckets and Google call things.
  'EBADENGINE CreateContainerConfigError unhealthy TimeoutStopSec OTEL_EXPORTER_OTLP_HEADERS OTEL_RESOURCE_ATTRIBUTES',
  'DeleteObject GetObject ListBucket PutObject firebaseConfig redirect_uri_mismatch',
  // Conditions of PostgreSQL, which code knows by their numbers.
  'LISTEN deadlock_detected lock_not_available serialization_failure unique_violation',
  // Banks, browsers, React Router and Mantine.
  'EndToEndId TrustedHTML TrustedScriptURL PrefetchPageLinks cursorFill',
  // Stays in addresses and in the audit.
  'road_list',
];
const KNOWN_WORDS = new Set(
  [
    ...[...CURRENT_SOURCES, ...SETTINGS].map((path) => read(path).replace(commentsIn(path), '\n')),
    ...readdirSync(join(ROOT, 'node_modules')),
    ...FOREIGN,
  ].flatMap((text) => text.match(WORD) ?? []),
);

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

test('files and identifiers that comments and documents name exist', () => {
  const comments = CURRENT_SOURCES.flatMap((path) => strangersIn(path, commentsOf(path, read(path))));
  const documents = CURRENT_DOCUMENTS.flatMap((path) => strangersIn(path, proseOf(read(path))));
  expect([...comments, ...documents]).toEqual([]);
});

test('a file and an identifier that are gone are found in a comment', () => {
  const gone = ['gone.ts', 'gone/main.ts', 'isVanished', 'IS_VANISHED', 'is_vanished', 'evaporates()', '`evaporates`'];
  const fine =
    'main.ts, src/main.ts, moveMoney, TRIP_NOT_FOUND, `transfers`, reload(), evaporates, https://isVanished.ts';
  const code = `const isVanished = 'x'; // ${gone.join(', ')}\n  /** ${fine} */`;
  const names = ['gone.ts', 'gone/main.ts', 'isVanished', 'IS_VANISHED', 'is_vanished', 'evaporates', 'evaporates'];
  expect(strangersIn('x.ts', commentsOf('x.ts', code))).toEqual(names.map((name) => `x.ts: ${name}`));
  expect(strangersIn('x.sql', commentsOf('x.sql', 'select 1; -- is_vanished'))).toEqual(['x.sql: is_vanished']);
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
  const prose = proseOf(markdown);
  const links = [...prose.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  const names = [...prose.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  const dead = [
    ...links.filter((link) => !/^(https?|mailto):/.test(link) && !isLiveLink(document, link)),
    ...names.filter((name) => isPath(name) && !isLivePath(name)),
  ];
  return dead.map((name) => `${document}: ${name}`);
}

function commentsIn(path: string): RegExp {
  return COMMENTS[posix.extname(path).slice(1)] ?? COMMENTS_OF_SCRIPTS;
}

function commentsOf(path: string, code: string): string {
  return (code.match(commentsIn(path)) ?? []).join('\n').replace(/biome-ignore \S+/g, '');
}

function proseOf(markdown: string): string {
  return markdown.replace(/^```.*?^```/gms, '');
}

function strangersIn(path: string, text: string): string[] {
  const withoutUrls = text.replace(/https?:\/\/\S+/g, '');
  const files = (withoutUrls.match(NAMED_FILE) ?? []).filter((name) => !ENDS.has(name));
  const words = (withoutUrls.replace(NAMED_FILE, '').match(NAMED) ?? []).filter((name) => !KNOWN_WORDS.has(name));
  return [...files, ...words].map((name) => `${path}: ${name}`);
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
