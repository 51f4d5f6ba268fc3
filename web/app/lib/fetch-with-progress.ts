import type { ApiFetch } from '@passeio/contract/web-handler';

/** Sends a request and reports upload progress from 0 to 1, with XMLHttpRequest: `fetch` cannot over HTTP/1.1. */
export function fetchWithProgress(onProgress: (part: number) => void): ApiFetch {
  return (path, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      request.responseType = 'blob';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const init = {
          status: request.status,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        };
        resolve(new Response(request.response, init));
      };
      request.onerror = () => reject(new TypeError('Network request failed'));
      request.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
}
