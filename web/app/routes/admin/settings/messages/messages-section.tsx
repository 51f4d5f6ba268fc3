import { templateOf } from '@passeio/contract/messages/editable-messages';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useStore } from 'zustand';
import { MESSAGES } from '../section-list';
import type { WordingForms } from '../wording-forms';
import { MessageEditor } from './message-editor';
import { MessageList } from './message-list';

interface MessagesSectionProps {
  forms: WordingForms;
  /** Called when the dirty state changes. */
  onDirty: (dirty: boolean) => void;
}

/** The wording of messages: their list, or the one that is open. */
export function MessagesSection({ forms, onDirty }: MessagesSectionProps) {
  const { section, message } = useParams();
  const dirty = useStore(forms.store, ({ unsaved }) => unsaved.length > 0);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  if (section !== MESSAGES) return null;
  const template = message === undefined ? undefined : templateOf(message);
  if (message === undefined || !template) return <MessageList forms={forms} />;
  return <MessageEditor key={message} messageKey={message} template={template} forms={forms} />;
}
