import { judge } from './access';

/** Path and query of the page that the router is opening. */
let opening: string | undefined;

/** Path and query of the page that is being opened, else of the current page. */
export function currentAddress(): string {
  return opening ?? window.location.pathname + window.location.search;
}

/** Runs `load`, during which `address` counts as the current page. */
export async function whileOpening<Result>(address: string, load: () => Promise<Result>): Promise<Result> {
  opening = address;
  try {
    return await load();
  } finally {
    if (opening === address) opening = undefined;
  }
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
