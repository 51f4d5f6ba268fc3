import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the built stylesheets by URL path, as in "/assets/home-1.css". */
export function readStylesheets(clientDir: string): Map<string, string> {
  const folder = join(clientDir, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

const STYLESHEET = /<link ([^>]*)rel="stylesheet" href="([^"#]+)(#?)"\/>/g;

/**
 * Inlines the page's stylesheets, so that nothing blocks its first paint. The links stay for hydration, but with a
 * media query that never matches. `nonce` must be the page's own.
 */
export function inlineStyles(html: string, stylesheets: Map<string, string>, nonce: string): string {
  const texts: string[] = [];
  const page = html.replace(STYLESHEET, (link, attributes: string, address: string, mark: string) => {
    const text = stylesheets.get(address);
    if (text === undefined) return link;
    texts.push(text);
    return `<link ${attributes}rel="stylesheet" href="${address}${mark}" media="not all"/>`;
  });
  if (texts.length === 0) return html;
  // At the position of the first link, to preserve the cascade.
  const at = page.search(/<link [^>]*rel="stylesheet"/);
  return `${page.slice(0, at)}<style nonce="${nonce}">${texts.join('\n')}</style>${page.slice(at)}`;
}
