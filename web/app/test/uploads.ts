import { vi } from 'vitest';

/** An upload that waits for what the test lets happen to it. */
export class HeldUpload {
  method = '';
  path = '';
  body: FormData | undefined;
  responseType = '';
  status = 0;
  response = new Blob();
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  isAborted = false;

  open(method: string, path: string): void {
    Object.assign(this, { method, path });
  }
  setRequestHeader(): void {}
  getResponseHeader(): string {
    return 'application/json';
  }
  send(body: FormData): void {
    this.body = body;
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }

  /** How much of it is uploaded, from 0 to 1. */
  progress(part: number): void {
    this.upload.onprogress?.({ loaded: part, total: 1 });
  }
  answer(status: number, json: unknown): void {
    Object.assign(this, { status, response: new Blob([JSON.stringify(json)]) });
    this.onload?.();
  }
  lose(): void {
    this.onerror?.();
  }
}

/** Holds every upload of the page instead of sending it; answers them in order. */
export function holdUploads(): HeldUpload[] {
  const held: HeldUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends HeldUpload {
      constructor() {
        super();
        held.push(this);
      }
    },
  );
  return held;
}
