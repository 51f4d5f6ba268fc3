/**
 * Runs in the browser before the page's own scripts are asked for: they are, once the page and its first picture are
 * painted, so that they never share the line with what the visitor came to see; sooner when the visitor touches the
 * page. `data-painted` tells the styles, which hold back the pictures further down as long. A button pressed before the
 * page is alive is pressed again once it is (`alive`, from the web's root), unless the browser knows by itself what it
 * does.
 */
const BEGINNING = `let wish;
const untilHeard = new AbortController();
const note = ({ target }) => { wish = target.closest('button[type=button]:not([popovertarget])') ?? wish; };
addEventListener('click', note, { capture: true, signal: untilHeard.signal });
addEventListener('alive', () => wish?.click(), { once: true });
await new Promise((begin) => {
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, begin, { capture: true, once: true });
  setTimeout(begin, 1500);
  new PerformanceObserver(() => {
    const picture = document.querySelector('img[fetchpriority=high]');
    if (!picture) return begin();
    const shown = () => setTimeout(begin, 100);
    if (picture.complete) return shown();
    for (const end of ['load', 'error']) picture.addEventListener(end, shown);
  }).observe({ type: 'paint', buffered: true });
});
document.documentElement.dataset.painted = '';
`;
const PRELOADS = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const MODULE = /(<script [^>]*type="module"[^>]*>)(.*?)(<\/script>)/s;
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");\n/gm;
const ENTRY = /import\("[^"]+"\);$/;

/**
 * The page with its scripts asked for later. Where the page's module is not written as the router used to write it, the
 * page stays as it is, slower but alive, and `onError` is told.
 */
export function deferScripts(html: string, onError: (error: Error) => void): string {
  const module = MODULE.exec(html);
  if (!module) return html;
  const [whole, opening = '', code = '', closing = ''] = module;
  const imports = [...code.matchAll(IMPORT)];
  const rest = code.replace(IMPORT, '').trim();
  if (imports.length === 0 || !ENTRY.test(rest)) {
    onError(new Error("The router's module is not written as it used to be: its scripts are not deferred"));
    return html;
  }
  const addresses = [...html.matchAll(PRELOADS)].map(([, address]) => address);
  const names = imports.map(([, name]) => name ?? '').join(', ');
  const later = [
    BEGINNING,
    `for (const href of ${JSON.stringify(addresses)})`,
    `  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));\n`,
    `const [${names}] = await Promise.all([${imports.map(([, , address]) => `import(${address})`).join(', ')}]);\n`,
    rest.replace(ENTRY, (entry) => `await ${entry}`),
    '\nuntilHeard.abort();\n',
  ].join('');
  return html.replace(PRELOADS, '').replace(whole, () => `${opening}${later}${closing}`);
}
