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
    /** The button that was pressed in the first view, by its text and which of those with this text it is. */
    firstPress?: { text: string; nth: number };
  }
}

/** What was drawn is what the page shows first, unless it starts much later. */
const FRESH_MS = 30_000;

/**
 * Place of the view that the server draws for the reader before the page's scripts have come. The document's script
 * writes it; the page takes its place. The element after it, a skeleton, is hidden meanwhile.
 */
export function FirstView() {
  useEffect(() => pressAgain, []);
  return (
    <div
      id="first-view"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, and what the document's script has put there stays
      dangerouslySetInnerHTML={{ __html: trustedHtml('') }}
    />
  );
}

/** Presses in the page the button that was pressed in its first view, where nothing heard it. */
function pressAgain(): void {
  const pressed = window.firstPress;
  if (!pressed) return;
  delete window.firstPress;
  const same = [...document.querySelectorAll('main button')].filter(({ textContent }) => textContent === pressed.text);
  (same[pressed.nth] as HTMLElement | undefined)?.click();
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
