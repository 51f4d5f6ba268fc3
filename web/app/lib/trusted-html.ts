/** Name of the page's one Trusted Types policy; the Content-Security-Policy names it too. */
const POLICY_NAME = 'passeio';

interface Policy {
  createHTML(html: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): Policy;
}

let policy: Policy | undefined;

/**
 * HTML that the server has sanitised, in the form that the browser takes. Nothing else may come this way.
 * Where there are no Trusted Types (on the server, in older browsers) it stays a string.
 */
export function trustedHtml(sanitised: string): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy(POLICY_NAME, { createHTML: (html) => html });
  // React hands the object through to innerHTML; its types only know strings.
  return (policy?.createHTML(sanitised) ?? sanitised) as string;
}
