import type { ReactNode } from 'react';
import { Section } from '~/ui/layout/section';
import { type SectionId, sections } from './section-list';

interface EditorSectionProps {
  id: SectionId;
  lead?: string;
  children: ReactNode;
}

/** A section of the editor. */
export function EditorSection({ id, lead, children }: EditorSectionProps) {
  const title = sections.find((section) => section.id === id)?.title ?? '';
  return (
    <Section fields id={id} title={title} lead={lead}>
      {children}
    </Section>
  );
}
