import { Loader } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { MAX_SEARCH } from '@passeio/contract/staff/search';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { may } from '~/features/session/user-store';
import { openModal } from '~/ui/dialogs/modal';
import toolStyles from '~/ui/layout/list-tools.module.css';
import styles from './search-box.module.css';

const SearchResults = lazy(async () => ({ default: (await import('./search-results')).SearchResults }));

/** Opens the search over everything: also by "/", unless something is typed in a field, and by Ctrl K. */
export function SearchBox() {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    if (!document.querySelector('dialog:modal')) setOpen(true);
  };
  useHotkeys([['/', open]]);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        aria-label="Buscar"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={20} aria-hidden />
        <span className={styles.hint} aria-hidden>
          Buscar
          <kbd className={toolStyles.key}>/</kbd>
        </span>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The field is there at once, so that no key is lost; what it finds is loaded when it opens. */
function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [options, setOptions] = useState(0);
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    const before = document.activeElement;
    openModal(dialog.current);
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  function type(text: string): void {
    setTyped(text);
    setActive(0);
    setEntered(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options > 0) setActive((active + step + options) % options);
    else if (event.key === 'Enter') setEntered(true);
    else if (!step) return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Esc, which arrives as onCancel
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Buscar"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <search className={styles.frame}>
        <div className={styles.field}>
          <IconSearch size={20} aria-hidden />
          <input
            role="combobox"
            aria-label="Buscar reservas, pessoas e passeios"
            aria-expanded={options > 0}
            aria-controls={listId}
            aria-activedescendant={options > 0 ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MAX_SEARCH}
            placeholder={`Código, nome, ${may('see_documents') ? 'CPF, ' : ''}telefone…`}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={styles.close} aria-label="Fechar a busca" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </button>
        </div>
        <Suspense fallback={<Loader size="sm" m="md" aria-label="Carregando a busca" />}>
          <SearchResults
            q={typed.trim()}
            listId={listId}
            active={active}
            isEntered={isEntered}
            onActive={setActive}
            onShown={setOptions}
            onClose={onClose}
          />
        </Suspense>
      </search>
    </dialog>
  );
}
