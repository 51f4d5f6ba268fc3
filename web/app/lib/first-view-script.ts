/** How long the page's scripts wait for the first view, which needs the same network. */
const WAIT_MS = 3_000;

/**
 * Runs in the browser while the document is read: asks the server for what this reader sees first, and writes it into
 * its place (features/session/first-view.tsx). The document itself is the same for everybody and has no personal data.
 * Nothing is asked for without a session or a link, or where the screen is to be locked. `XMLHttpRequest` parses the
 * answer without running its scripts, so that the page's Trusted Types policy need not allow any HTML.
 */
function loadFirstView(waitMs: number): void {
  type User = { id: string; role: string; accessToken: string | null; lastActiveAt?: number };

  function ask<T>(type: 'document' | 'json', method: string, path: string, headers = {}, body?: object) {
    return new Promise<T | null>((resolve) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      request.responseType = type;
      for (const [name, value] of Object.entries<string>(headers)) request.setRequestHeader(name, value);
      request.onloadend = () => resolve(request.status === 200 ? request.response : null);
      request.send(body && JSON.stringify(body));
    });
  }

  const readStored = (): { state?: { user: User } } => JSON.parse(localStorage.getItem('nextjs') ?? '{}');

  async function ownToken(): Promise<string | null> {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="installation"]');
    const user = readStored().state?.user;
    if (!meta || !user?.accessToken || user.id === '') return null;
    const { access, identity } = JSON.parse(meta.content);
    const minutes = user.role === 'CLIENT' ? access.clientIdleMinutes : access.staffIdleMinutes;
    if (minutes > 0 && user.lastActiveAt && Date.now() - user.lastActiveAt >= minutes * 60_000) return null;
    const payload = user.accessToken.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (exp * 1_000 - 5 * 60_000 > Date.now()) return user.accessToken;
    return identity.provider === 'embedded' ? renewToken(user.id) : null;
  }

  /** The session stores it as its own, unless somebody has signed out or changed in another tab. */
  async function renewToken(id: string): Promise<string | null> {
    const renewed = await ask<{ token?: string }>('json', 'GET', '/identity/token');
    const stored = readStored();
    const user = stored.state?.user;
    if (!renewed?.token || !user?.accessToken || user.id !== id) return null;
    user.accessToken = renewed.token;
    localStorage.setItem('nextjs', JSON.stringify(stored));
    return renewed.token;
  }

  function show(view: HTMLElement): void {
    const place = document.getElementById('first-view');
    if (!place) return;
    place.replaceChildren(...view.childNodes);
    // What is typed or chosen here would be lost.
    for (const one of place.querySelectorAll<HTMLInputElement>('input, select, textarea')) one.disabled = true;
    const buttons = [...place.querySelectorAll('button')];
    const pressedIn = ({ target }: Event) => buttons.find((button) => button.contains(target as Node));
    function press(button: HTMLButtonElement): void {
      window.firstPress = { button, buttons };
      for (const one of buttons) one.removeAttribute('data-loading');
      button.dataset.loading = 'true';
      window.dispatchEvent(new Event('first-press'));
    }
    place.addEventListener('click', (event) => {
      const button = pressedIn(event);
      // A pointer was heard when it was lifted; keys and screen readers only click.
      if (button && window.firstPress?.button !== button) press(button);
    });
    // The page may take the place of a button that is held down, or move it away: its click never comes.
    place.addEventListener('pointerdown', (event) => {
      const button = event.button === 0 && pressedIn(event);
      const over = new AbortController();
      const once = { capture: true, once: true, signal: over.signal };
      window.addEventListener('pointercancel', () => over.abort(), once);
      window.addEventListener(
        'pointerup',
        ({ clientX, clientY }) => {
          over.abort();
          const moved = Math.hypot(clientX - event.clientX, clientY - event.clientY);
          if (button && moved < 10) press(button);
        },
        once,
      );
    });
  }

  async function load() {
    const isLink = location.pathname === '/reserva';
    const by = isLink ? decodeURIComponent(location.hash.slice(1)) : await ownToken();
    if (!by) return undefined;
    const path = location.pathname + location.search;
    const headers = { 'content-type': 'application/json', ...(!isLink && { authorization: `Bearer ${by}` }) };
    const body = { path, ...(isLink && { token: by }) };
    const drawn = await ask<Document>('document', 'POST', '/first-view', headers, body);
    const view = drawn?.getElementById('view');
    const answers = drawn?.getElementById('answers')?.textContent;
    if (!view || !answers) return undefined;
    // A script of the document waits for the stylesheets, and what stands after it, too.
    if (document.readyState === 'loading')
      await new Promise((read) => document.addEventListener('DOMContentLoaded', read, { once: true }));
    show(view);
    return { by, answers: JSON.parse(answers), at: Date.now() };
  }

  const late = new Promise<undefined>((resolve) => setTimeout(resolve, waitMs));
  window.firstView = Promise.race([load().catch(() => undefined), late]);
}

/** The text of that script. */
export const firstViewScript = `(${loadFirstView.toString()})(${WAIT_MS})`;
