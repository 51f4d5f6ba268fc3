import { createContext, useContext } from 'react';

/** Server only: the nonce of the page being rendered. */
export const NonceContext = createContext('');

// The browser hides the attribute, not the property; it is read before hydration can touch the element.
const nonceInBrowser =
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '');

/** The nonce that scripts and preloads of this page carry. */
export function useNonce(): string {
  const rendering = useContext(NonceContext);
  return nonceInBrowser ?? rendering;
}
