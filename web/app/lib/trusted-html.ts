import { richTextTags } from '@passeio/contract/rich-text';

/** Name of our Trusted Types policy; the Content-Security-Policy names it too. */
const POLICY_NAME = 'passeio';

interface Rules<Html, Address> {
  createHTML(html: string): Html;
  createScriptURL(url: string): Address;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Rules<string, string>): Rules<unknown, unknown>;
}

/** The one script that the page itself starts by its address. */
const WORKER = '/sw.js';

let policy: Rules<unknown, unknown> | undefined;

/** The page's policy; undefined where there are no Trusted Types (on the server, in older browsers). */
function trust(): Rules<unknown, unknown> | undefined {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy(POLICY_NAME, {
    createHTML: verified,
    createScriptURL(url) {
      if (url !== WORKER) throw new TypeError(`Not a script of this site: ${url}`);
      return url;
    },
  });
  return policy;
}

const richTextTag = new RegExp(
  `</?(?:${richTextTags.join('|')})(?: /| (?:rel|target)="[^"<>]*"| href="(?:https?:|mailto:|tel:|/(?!/)|[?#])[^"<>]*")*>`,
  'g',
);

/** Answers HTML as the server's sanitiser writes it; throws a TypeError at any other tag, attribute or address. */
function verified(html: string): string {
  if (/[<>]/.test(html.replace(richTextTag, ''))) throw new TypeError('Not sanitised HTML');
  return html;
}

/**
 * HTML that the server has sanitised, in the form that the browser takes. Where there are Trusted Types the policy throws
 * at anything else: that somebody gets hold of the policy opens nothing. A browser without Trusted Types gets a string
 * that has passed the same check.
 */
export function trustedHtml(sanitised: string): string {
  // React hands the object through to innerHTML; its types only know strings.
  if (import.meta.env.SSR) return sanitised;
  return (trust()?.createHTML(sanitised) ?? verified(sanitised)) as string;
}

/** The address of the service worker, in the form that the browser takes. */
export function trustedWorker(): string {
  return (trust()?.createScriptURL(WORKER) ?? WORKER) as string;
}
