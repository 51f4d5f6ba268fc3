import { createContext, useContext } from 'react';

/** Server only: the CSP nonce of the page being rendered. */
export const NonceContext = createContext('');

// Browsers hide the nonce attribute, but not the property; read before hydration.
const nonceInBrowser =
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '');

/** CSP nonce of this page. */
export function useNonce(): string {
  const rendering = useContext(NonceContext);
  return nonceInBrowser ?? rendering;
}
