import type { ReactNode } from 'react';
import { FormSection } from '~/ui/editing/form-section';
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
    <FormSection id={id} title={title} lead={lead}>
      {children}
    </FormSection>
  );
}
