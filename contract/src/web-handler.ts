/** An in-process fetch of the API for rendering. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Context of a rendering. `nonce` marks its scripts; error pages show `requestId`, by which the log names what
 * `onError` gets.
 */
export interface RenderContext {
  apiFetch: ApiFetch;
  nonce: string;
  requestId: string;
  onError: (error: unknown) => void;
}

/** Context of a first view. */
export interface FirstViewContext {
  /** Calls the API as the reader. */
  apiFetch: ApiFetch;
  /** Calls public routes of the API. */
  publicFetch: ApiFetch;
  /** The token of a payer's link, in place of a session. */
  token: string | undefined;
}

/** The page of a path. */
export interface MatchedPage {
  /** The route, as in "/portal/passeio/:slug"; "/*" if there is none. */
  pattern: string;
  /** The canonical path: no doubled slashes, capitals or needless escapes. */
  path: string;
  /** Whether the page is the same for everybody. */
  isPublic: boolean;
  /** The query parameters that the page reads. */
  parameters: readonly string[];
  /** Ids of its routes, as the router's data requests name them. */
  routeIds: readonly string[];
}

/** The default export of the web's server build. */
export interface WebHandler {
  /** Finds the page of a path, given without its query. */
  match(path: string): MatchedPage;
  render(request: Request, context: RenderContext): Promise<Response>;
  /** Draws what the reader of a page behind login or a link sees first; undefined where there is no such view. */
  drawFirst(url: string, context: FirstViewContext): Promise<string | undefined>;
}
