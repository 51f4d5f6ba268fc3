import type { ApiFetch } from '@passeio/contract/web-handler';
import { useEffect } from 'react';
import { trustedHtml } from '~/lib/trusted-html';

/** What the document's script has loaded before the bundle (first-view-script.ts). */
interface LoadedView {
  /** The token that it was loaded by. */
  by: string;
  /** Answers of the API that were drawn, as text, by "METHOD /path". */
  answers: Record<string, string>;
  /** Epoch milliseconds. */
  at: number;
}

declare global {
  interface Window {
    firstView?: Promise<LoadedView | undefined>;
    /** The button that was pressed last in the first view, and all buttons there. */
    firstPress?: { button: HTMLButtonElement; buttons: HTMLButtonElement[] };
  }
}

/** What was drawn is what the page shows first, unless it starts much later. */
const FRESH_MS = 30_000;

/**
 * Place of the view that the server draws for the reader before the page's scripts have come. The document's script
 * writes it; the page takes its place. The element after it, a skeleton, is hidden meanwhile.
 */
export function FirstView() {
  useEffect(() => takePress, []);
  return (
    <div
      id="first-view"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, and what the document's script has put there stays
      dangerouslySetInnerHTML={{ __html: trustedHtml('') }}
    />
  );
}

/** How long a button may be held down while the page takes its place, and how long the page may take to show its own. */
const PRESS_MS = 30_000;

/** Presses in the page what is pressed in the first view, whose place it takes. */
function takePress(): void {
  pressAgain();
  const over = AbortSignal.timeout(PRESS_MS);
  window.addEventListener('first-press', pressAgain, { once: true, signal: over });
}

/**
 * Presses in the page the button that was pressed in its first view, where nothing heard it: as soon as the page shows
 * it, unless its reader does something else before.
 */
function pressAgain(): void {
  const pressed = window.firstPress;
  if (!pressed) return;
  delete window.firstPress;
  const over = new AbortController();
  const press = () => {
    const button = findAgain(pressed);
    if (!button) return;
    over.abort();
    button.click();
  };
  const observer = new MutationObserver(press);
  const wait = setTimeout(() => over.abort(), PRESS_MS);
  over.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(wait);
  });
  for (const sign of ['pointerdown', 'keydown', 'popstate'])
    window.addEventListener(sign, () => over.abort(), { capture: true, signal: over.signal });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  press();
}

/** The page's own button for one of its first view, where it can be pressed. */
function findAgain({ button, buttons }: NonNullable<Window['firstPress']>): HTMLButtonElement | undefined {
  const isSame = (other: HTMLButtonElement) => labelOf(other) === labelOf(button);
  const nth = buttons.filter(isSame).indexOf(button);
  const all = [...document.querySelectorAll<HTMLButtonElement>('main:not([aria-busy=true]) button')];
  const found = all.filter((one) => isSame(one) && !one.closest('#first-view') && one.checkVisibility())[nth];
  return found?.disabled ? undefined : found;
}

// What is due may have changed meanwhile, and a browser may write its spaces otherwise than the server.
function labelOf({ textContent }: HTMLElement): string {
  return textContent
    .replace(/\s+/g, ' ')
    .replace(/\d[\d.,:]*/g, '0')
    .trim();
}

/** Answers a call by what the first view was drawn from: once, and only to whom it was drawn for. */
export const orFirstAnswer =
  (send: ApiFetch): ApiFetch =>
  async (path, init = {}) => {
    const view = await window.firstView;
    if (!view) return send(path, init);
    const { method = 'GET', headers, body } = init;
    const call = `${method} ${path}`;
    const answer = view.answers[call];
    delete view.answers[call];
    // A write changes what was drawn.
    if (answer === undefined && method !== 'GET') view.answers = {};
    const isOwn = body
      ? body === JSON.stringify({ token: view.by })
      : headers instanceof Headers && headers.get('authorization') === `Bearer ${view.by}`;
    if (answer === undefined || !isOwn || Date.now() - view.at > FRESH_MS) return send(path, init);
    return new Response(answer, { headers: { 'content-type': 'application/json' } });
  };
