import { plural } from '@passeio/contract/words';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import styles from './section-nav.module.css';

interface Section {
  /** Id of the section's element; its heading has the same with "-titulo" behind it. */
  id: string;
  /** Name in the navigation. */
  short: string;
}

interface SectionNavProps {
  label: string;
  sections: readonly Section[];
  /** Number of invalid inputs in a section. */
  errorsIn: (id: string) => number;
}

/** Sticky navigation between the sections of a long form; each link shows how many errors its section has. */
export function SectionNav({ label, sections, errorsIn }: SectionNavProps) {
  const strip = useRef<HTMLUListElement>(null);
  const current = useSectionInSight(sections);

  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    const list = strip.current;
    // Scrolls the strip only, not the page.
    if (link && list) list.scrollTo({ left: link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2 });
  }, [current]);

  return (
    <nav className={styles.nav} aria-label={label}>
      <ul ref={strip} className={styles.strip}>
        {sections.map(({ id, short }) => {
          const errors = errorsIn(id);
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                className={styles.link}
                aria-label={errors > 0 ? `${short}: ${errorsLabel(errors)}` : undefined}
                aria-current={id === current || undefined}
                onClick={(event) => scrollToSection(event, id)}
              >
                {short}
                {errors > 0 && <span className={styles.errors} data-count={errors} aria-hidden="true" />}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function errorsLabel(errors: number): string {
  return plural(errors, 'campo a corrigir', 'campos a corrigir');
}

/** Without changing the URL's hash, which would add a history entry and trigger the unsaved-changes warning. */
function scrollToSection(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.scrollIntoView({ behavior: 'smooth' });
  document.getElementById(`${id}-titulo`)?.focus({ preventScroll: true });
}

function useSectionInSight(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const places = sections.flatMap(({ id }) => document.getElementById(id) ?? []);
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting);
        if (entry) setCurrent(entry.target.id);
      },
      // A line at a third of the viewport: one section at a time crosses it.
      { rootMargin: '-33% 0px -66% 0px' },
    );
    for (const place of places) observer.observe(place);
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
