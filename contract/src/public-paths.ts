/** Where the API is mounted. Image `url`s are relative to it. */
export const API_BASE = '/api/';

/** The API paths that the portal's pages name in the browser, which load none of the others. */
export const publicApiPaths = {
  settings: 'settings',
  logoRendition: (logoId: string, rendition: string) => `settings/logo/${logoId}/${rendition}`,
  trips: 'trips',
} as const;

/** The public page of a trip. */
export const tripPagePath = (slug: string) => `/portal/passeio/${slug}`;
