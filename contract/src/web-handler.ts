/** How the web's server build reaches the API: a fetch that never leaves the process. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;

/** What the web needs to know to render a page. `nonce` marks the scripts of this rendering. */
export interface RenderContext {
  apiFetch: ApiFetch;
  nonce: string;
}

/** The default export of the web's server build: renders one page. */
export type WebHandler = (request: Request, context: RenderContext) => Promise<Response>;
