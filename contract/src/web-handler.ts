/** How the web's server build reaches the API: a fetch that never leaves the process. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;

/** What the web needs to know to render a page. `nonce` marks the scripts of this rendering. */
export interface RenderContext {
  apiFetch: ApiFetch;
  nonce: string;
}

/** The page that an address leads to. */
export interface MatchedPage {
  /** As in "/portal/passeio/:slug"; "/*" where there is no such page. */
  pattern: string;
  /** The page's address in its one spelling: no doubled slashes, capitals or needless escapes. */
  path: string;
  /** Whether it shows everybody the same, and nothing that only the browser knows. */
  isPublic: boolean;
  /** The query parameters that it reads. */
  parameters: readonly string[];
  /** The routes that it is made of, as the router's own data requests name them. */
  routeIds: readonly string[];
}

/** The default export of the web's server build. */
export interface WebHandler {
  /** Finds the page of a path, given without its query. */
  match(path: string): MatchedPage;
  render(request: Request, context: RenderContext): Promise<Response>;
}
