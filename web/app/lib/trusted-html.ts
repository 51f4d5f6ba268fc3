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

/** The only script URL that the policy accepts. */
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

/** Returns HTML as the server's sanitiser writes it; throws a TypeError for any other tag, attribute or URL. */
function verified(html: string): string {
  if (/[<>]/.test(html.replace(richTextTag, ''))) throw new TypeError('Not sanitised HTML');
  return html;
}

/**
 * Sanitised HTML as a TrustedHTML, or as a string in browsers without Trusted Types. Both are checked and throw for
 * anything the sanitiser would not write, so that access to the policy gives an attacker nothing.
 */
export function trustedHtml(sanitised: string): string {
  // React passes the object on to innerHTML; its types only allow strings.
  if (import.meta.env.SSR) return sanitised;
  return (trust()?.createHTML(sanitised) ?? verified(sanitised)) as string;
}

/** URL of the service worker as a TrustedScriptURL. */
export function trustedWorker(): string {
  return (trust()?.createScriptURL(WORKER) ?? WORKER) as string;
}
