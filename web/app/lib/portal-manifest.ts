/**
 * File of the table of the portal's pages, from that of all pages: "/assets/manifest-1a2b3c4d.js" or its name alone.
 */
export function portalManifest(file: string): string {
  return file.replace(/manifest-[^/]*$/, 'portal-$&');
}
