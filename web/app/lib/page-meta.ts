import type { MetaDescriptor } from 'react-router';
import type { RootData } from './settings';

interface MetaMatches {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
}

interface PageDescription {
  /** Absent on the home page, whose title is the operator's name. */
  title?: string;
  description?: string;
  /** Path of the Open Graph picture. */
  image?: { path: string; alt: string; width: number; height: number };
  /** Where search engines find it; its own address by default. */
  path?: string;
  /** Adds `noindex`. */
  hidden?: boolean;
}

/** Title, description and Open Graph data of a page; every title ends with the operator's name. */
export function describePage({ matches, location }: MetaMatches, page: PageDescription): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
  const name = root?.settings.name;
  const title = [page.title, name].filter(Boolean).join(' · ') || 'Passeios';
  const tags: MetaDescriptor[] = [{ title }, { property: 'og:title', content: page.title ?? title }];
  if (page.description) {
    tags.push({ name: 'description', content: page.description });
    tags.push({ property: 'og:description', content: page.description });
  }
  if (page.hidden) return [...tags, { name: 'robots', content: 'noindex' }];
  if (root) {
    const address = `${root.origin}${page.path ?? location.pathname}`;
    tags.push({ tagName: 'link', rel: 'canonical', href: address });
    tags.push({ property: 'og:url', content: address });
    tags.push({ property: 'og:site_name', content: root.settings.name });
  }
  tags.push({ property: 'og:type', content: 'website' }, { property: 'og:locale', content: 'pt_BR' });
  if (page.image && root) tags.push(...pictureTags(page.image, root.origin));
  return tags;
}

/** `meta` of a page that search engines must not index. */
export function pageMeta(title: string) {
  return (args: MetaMatches) => describePage(args, { title, hidden: true });
}

function pictureTags({ path, alt, width, height }: NonNullable<PageDescription['image']>, origin: string) {
  return [
    { property: 'og:image', content: `${origin}${path}` },
    { property: 'og:image:alt', content: alt },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
