import type { JSONContent } from '@tiptap/react';

/** Words as a browser shows them: spaces run together, none at the ends or around a line break, no break at the ends. */
export function inlineRun(nodes: JSONContent[]): JSONContent[] {
  const run: JSONContent[] = [];
  for (const node of nodes) {
    if (node.type === 'hardBreak') {
      trimEnd(run);
      run.push(node);
      continue;
    }
    const before = run.at(-1);
    const startsLine = !before || before.type === 'hardBreak' || before.text?.endsWith(' ');
    const spaced = (node.text ?? '').replace(/[\t\n\f\r ]+/g, ' ');
    const text = startsLine ? spaced.replace(/^ /, '') : spaced;
    if (text === '') continue;
    if (before?.type === 'text' && sameMarks(before, node))
      run[run.length - 1] = { ...before, text: before.text + text };
    else run.push({ ...node, text });
  }
  trimEnd(run);
  while (run.at(-1)?.type === 'hardBreak') {
    run.pop();
    trimEnd(run);
  }
  while (run[0]?.type === 'hardBreak') run.shift();
  return run;
}

function trimEnd(run: JSONContent[]): void {
  const last = run.at(-1);
  if (last?.type !== 'text') return;
  const text = last.text?.replace(/ $/, '');
  if (text) run[run.length - 1] = { ...last, text };
  else {
    run.pop();
    trimEnd(run);
  }
}

function sameMarks(one: JSONContent, other: JSONContent): boolean {
  return JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? []);
}
