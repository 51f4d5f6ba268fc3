import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The stylesheets of the built web, by their address: "/assets/home-1.css" -> its text. */
export function readStylesheets(clientDir: string): Map<string, string> {
  const folder = join(clientDir, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'));
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

const STYLESHEET = /<link ([^>]*)rel="stylesheet" href="([^"#]+)(#?)"\/>/g;

/**
 * The page with the styles it needs in itself, so that nothing stands between it and its first paint. The links stay,
 * because the browser's side of the page expects them, but wait for a medium that does not exist. Under another nonce
 * than the page's own, styles would be refused.
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
  // Before the first link, where they stand in the cascade: stylesheets that come later may build on them.
  const at = page.search(/<link [^>]*rel="stylesheet"/);
  return `${page.slice(0, at)}<style nonce="${nonce}">${texts.join('\n')}</style>${page.slice(at)}`;
}
