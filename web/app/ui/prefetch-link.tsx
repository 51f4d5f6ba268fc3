import { useEffect, useRef, useState } from 'react';
import { Link, type LinkProps, PrefetchPageLinks } from 'react-router';
import { useNonce } from '~/lib/nonce';
import { whenLoaded } from '~/lib/when-loaded';

/** How near to what is in sight a link must be for its page to be fetched. */
const PREFETCH_MARGIN = '200px';

/** A link whose page is fetched once the link comes near, unless the person saves data. */
export function PrefetchLink({ to, ...props }: LinkProps & { to: string }) {
  const anchor = useRef<HTMLAnchorElement>(null);
  const isNear = useNear(anchor);
  const nonce = useNonce();
  return (
    <>
      <Link ref={anchor} to={to} prefetch="none" {...props} />
      {isNear && <PrefetchPageLinks page={to} nonce={nonce} />}
    </>
  );
}

function useNear(element: { current: Element | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || savesData()) return;
    const watched = element.current;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    // What the open page needs comes first.
    const stopWaiting = whenLoaded(() => observer.observe(watched));
    return () => {
      stopWaiting();
      observer.disconnect();
    };
  }, [element]);
  return isNear;
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
