import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Biome's rule of this kind counts markup and lists as half of their lines.
const MAX_LINES = 100;
const ROOT = join(import.meta.dirname, '..');
const SOURCES = '{contract/src,server/src,demo,web/app,scripts,bench}/**/*.{ts,tsx}';

const found: string[] = [];
for (const path of globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.{ts,tsx}', '**/test/**'] })) {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    const first = lineAt(node.getStart(source));
    const lines = lineAt(node.end) - first + 1;
    if (ts.isFunctionLike(node) && lines > MAX_LINES) found.push(`${path}:${first}: a function of ${lines} lines`);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

for (const one of found) console.log(one);
if (found.length > 0) process.exitCode = 1;
