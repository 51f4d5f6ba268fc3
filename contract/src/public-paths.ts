/** Where the API is mounted. Image `url`s are relative to it. */
export const API_BASE = '/api/';

/** The public page of a trip. */
export const tripPagePath = (slug: string) => `/portal/passeio/${slug}`;

/** Renditions of the logo, and a square one for the favicon. */
export const logoRenditions = ['logo.webp', 'logo.png', 'icon.png'] as const;
export type LogoRendition = (typeof logoRenditions)[number];

/** The address of a rendition of the operator's logo. Portal pages use it without the schemas of the route. */
export const logoAddress = ({ id }: { id: string }, rendition: LogoRendition) =>
  `${API_BASE}settings/logo/${id}/${rendition}`;
