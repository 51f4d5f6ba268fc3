import { judge } from './access';

/** Path and query of the page on the screen. */
export function currentAddress(): string {
  return window.location.pathname + window.location.search;
}

export function isOnPrivatePage(): boolean {
  return judge(window.location.pathname, null) !== 'allow';
}

/**
 * Leaves by a full load, so that nothing private stays in memory. A moment later than asked for: first the page must
 * let go of what is private, and of its question about unsaved changes.
 */
export function redirectTo(address: string): void {
  setTimeout(() => window.location.assign(address));
}
