/** Where the API is mounted. Image `url`s are relative to it. */
export const API_BASE = '/api/';

/** The API paths that portal pages use in the browser. */
export const publicApiPaths = {
  settings: 'settings',
  logoRendition: (logoId: string, rendition: string) => `settings/logo/${logoId}/${rendition}`,
  trips: 'trips',
} as const;

/** The public page of a trip. */
export const tripPagePath = (slug: string) => `/portal/passeio/${slug}`;
