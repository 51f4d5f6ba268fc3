import { judge } from './access';

/** Path and query of the current page. */
export function currentAddress(): string {
  return window.location.pathname + window.location.search;
}

export function isOnPrivatePage(): boolean {
  return judge(window.location.pathname, null) !== 'allow';
}

/**
 * Navigates with a full page load, so that nothing private stays in memory. Asynchronous: the page first removes
 * private data and its warning about unsaved changes.
 */
export function redirectTo(address: string): void {
  setTimeout(() => window.location.assign(address));
}
